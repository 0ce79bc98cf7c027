import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { formatPence } from '../../../domain/money.ts'
import { parsePence } from '../../../domain/parse-pence.ts'
import { isLikelyPriceTypo } from '../../../domain/price-typo.ts'
import { useDraft } from '../../data/drafts.ts'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { Icon } from '../../ui/icon.tsx'
import { formatPriceOrTba, PriceTypoDialog } from './price-typo-dialog.tsx'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './edit-in-place.module.css'

interface EditablePriceProps {
  /** The name under which the typed text is stored as a draft on the device. */
  draft: string
  /** The name of the product or delivery method that has the price. */
  name: string
  /** The sticker image of the product, if it has one. */
  tile?: ReactNode
  /** In pence; null means "Price to be announced". */
  price: number | null
  /** Returns the error message for a price that is not allowed; null when it is allowed. */
  faultOf: (pence: number | null) => string | null
  onSave: (step: { to: number | null; from: number | null }) => void
}

/** Draft of a price. `from` is the price in pence when editing started, for conflict detection. */
export const priceDraft = v.object({ from: v.nullable(v.number()), text: v.string() })

/** A price that is edited in place; an unlikely price, such as one with a misplaced decimal point, is confirmed first. */
export function EditablePrice({ draft, name, tile, price, faultOf, onSave }: EditablePriceProps) {
  const [typed, type] = useDraft(draft, priceDraft)
  /** True when the user opened the field just now, and not when it is open because of a stored draft. */
  const [isOpened, setOpened] = useState(false)
  const [slip, setSlip] = useState<{ to: number; from: number } | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const close = () => {
    type(null)
    setFault(null)
  }
  const save = (text: string, from: number | null) => {
    const read = parsePence(text)
    const problem = 'fault' in read ? read.fault : faultOf(read.pence)
    if ('fault' in read || problem !== null) return setFault(problem)
    const to = read.pence
    close()
    if (to === from) return
    if (to !== null && from !== null && isLikelyPriceTypo(from, to)) setSlip({ to, from })
    else onSave({ to, from })
  }
  if (typed === null)
    return (
      <>
        <button
          type="button"
          className={styles.value}
          data-key="£"
          aria-label={
            price === null
              ? `Set price of ${name}`
              : `Price of ${name}, ${formatPence(price)}, change`
          }
          ref={isOpened ? focusOnMount : null}
          onClick={() => {
            type({ from: price, text: price === null ? '' : formatPence(price) })
            setOpened(true)
          }}
        >
          {price === null ? 'Set price' : formatPence(price)}
        </button>
        {slip && (
          <PriceTypoDialog
            tile={tile}
            name={name}
            former={slip.from}
            next={slip.to}
            onKeep={() => setSlip(null)}
            onSure={() => {
              setSlip(null)
              onSave(slip)
            }}
          />
        )}
      </>
    )
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        save(typed.text, typed.from)
      }}
    >
      <span className={styles.input}>
        <input
          aria-label={`Price of ${name}`}
          aria-invalid={fault !== null}
          aria-describedby={`${draft}-note`}
          inputMode="decimal"
          value={typed.text}
          ref={isOpened ? focusOnMount : null}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => type({ ...typed, text: event.target.value })}
          onKeyDown={(event) => event.key === 'Escape' && close()}
        />
        <button
          type="submit"
          className={buttonStyles.iconButton}
          aria-label={`Save ${typed.text || formatPriceOrTba(null)}`}
        >
          <Icon name="tick" />
        </button>
      </span>
      <span id={`${draft}-note`}>
        {fault === null ? (
          <span className={`${textStyles.fine} ${styles.hint}`}>
            {price === null ? 'no price yet' : `was ${formatPence(price)}`}
          </span>
        ) : (
          <span className={fieldStyles.error} role="alert">
            {fault}
          </span>
        )}
      </span>
    </form>
  )
}
