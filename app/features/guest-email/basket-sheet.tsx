import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { formatPence } from '../../../domain/money.ts'
import { netQuantityText } from '../../../domain/quantity.ts'
import { paths } from '../../core/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CloseButton, Modal } from '../../ui/dialog.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import { ToastRegion } from '../../ui/toast.tsx'
import { showToast } from '../../ui/toasts.ts'
import { sessionStore } from '../browser/storage.ts'
import { GuestEmailForm } from './guest-email-form.tsx'
import { guestEmailPromptTexts } from './guest-email-prompts.ts'
import type { CartAddition } from '../cart/cart-additions.ts'
import styles from './basket-sheet.module.css'
import { useCart } from '../cart/cart-store.ts'
import { PairingStrip, ProductThumb } from '../cart/pairing-strip.tsx'
import { usePairings } from '../cart/pairings.ts'
import { ParcelNote } from '../cart/parcel-note.tsx'

interface BasketSheetProps {
  /** The latest addition; another addition inside the sheet replaces it. */
  added: CartAddition
  /** True shows the email question when the sheet opens. Later changes of the prop have no effect. */
  asksForEmail: boolean
  onClose: () => void
}

const texts = guestEmailPromptTexts.added

/** Shows the added product, at the bottom on phones and at the side on wide screens, with links to the cart and onwards. */
export function BasketSheet({ added, asksForEmail, onClose }: BasketSheetProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const [isAsking, setAsking] = useState(asksForEmail)
  const [first] = useState(added.product.slug)
  const pairings = usePairings(first)
  const { count, subtotal } = useCart()
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const endQuestion = () => {
    setAsking(false)
    heading.current?.focus()
  }
  return (
    <Modal
      open
      onClose={onClose}
      className={styles.sheet}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-added`}
    >
      <div className={styles.head}>
        <h2 id={`${id}-title`} ref={heading} tabIndex={-1}>
          {texts.title}
        </h2>
        <Mascot name={texts.mascot} className={styles.mascot} />
        <CloseButton />
      </div>
      <div className={styles.body}>
        <AddedLine id={`${id}-added`} added={added} />
        <p className={styles.subtotal}>
          <b>Subtotal</b>
          <span>{count === 1 ? '1 item' : `${count} items`}</span>
          <b>{formatPence(subtotal)}</b>
        </p>
        <ParcelNote count={count} methods={pairings === null ? null : (pairings.automatic ?? [])} />
        {isAsking && <EmailQuestion onEnd={endQuestion} />}
        <PairingStrip title="Sits nicely next to" pairings={pairings} max={3} heading="h3" />
        <HideSheetOption />
      </div>
      <div className={styles.ways}>
        <ButtonLink to={paths.cart} variant="secondary" onClick={onClose}>
          View cart
        </ButtonLink>
        <ButtonLink to={`${paths.cart}#delivery`} onClick={onClose}>
          Checkout
        </ButtonLink>
      </div>
      <ToastRegion />
    </Modal>
  )
}

function AddedLine({ id, added: { product, quantity } }: { id: string; added: CartAddition }) {
  const facts = [
    netQuantityText(product),
    `${quantity} added`,
    formatPence((product.price ?? 0) * quantity),
  ]
  return (
    <p className={styles.added} id={id}>
      <ProductThumb product={product} />
      <span>
        <b>{product.name}</b>
        <span>{facts.filter(Boolean).join(' · ')}</span>
      </span>
    </p>
  )
}

function EmailQuestion({ onEnd }: { onEnd: () => void }) {
  useEffect(() => sessionStore.set(texts.shown, 'true'), [])
  return (
    <div className={styles.question}>
      <p>{texts.text}</p>
      <GuestEmailForm
        button={texts.button}
        unreached={texts.unreached}
        onClose={onEnd}
        onSaved={(saved) => {
          showToast(saved.words)
          onEnd()
        }}
      />
    </div>
  )
}

function HideSheetOption() {
  return (
    <label className="check">
      <input
        type="checkbox"
        onChange={({ currentTarget: { checked } }) =>
          checked
            ? sessionStore.set('basket_sheet_off', 'true')
            : sessionStore.remove('basket_sheet_off')
        }
      />
      <span>Don’t show this again on this visit</span>
    </label>
  )
}
