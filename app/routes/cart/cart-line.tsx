import { Link } from 'react-router'
import type { CartItem } from '../../../domain/cart.ts'
import {
  blocksCheckout,
  type CartLineStatus,
  getPayableQuantity,
} from '../../../domain/cart-line-status.ts'
import { formatPence } from '../../../domain/money.ts'
import { netQuantityText } from '../../../domain/quantity.ts'
import { paths } from '../../core/paths.ts'
import { runAfterPaint } from '../../features/browser/after-paint.ts'
import { FitMark } from '../../features/avoid/fit-mark.tsx'
import { setQuantity } from '../../features/cart/cart-actions.ts'
import { changeCart } from '../../features/cart/cart-store.ts'
import { announce } from '../../ui/announcer.ts'
import { doublePressMs } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { showToast } from '../../ui/toasts.ts'
import styles from './cart-line.module.css'

interface CartLineProps {
  item: CartItem
  /** Undefined until the current product has been fetched. */
  state: CartLineStatus | undefined
  priceNote: string | undefined
  /** Called when the line is removed, and also when Undo restores it: each time the pressed button disappears. */
  onGone: () => void
}

/** The time at which a line was last removed. The second tap of a double tap would hit the next line, so it is ignored. */
let goneAt = -Infinity

export function CartLine({ item, state, priceNote, onGone }: CartLineProps) {
  const { product, quantity } = item
  const price = product.price ?? 0
  const sum = price * getPayableQuantity(item, state)
  const change = (next: number) => {
    if (performance.now() - goneAt < doublePressMs) return
    if (next > 0) return setQuantity(product.id, next)
    removeWithUndo(item, onGone)
    onGone()
  }
  return (
    <li className={styles.line}>
      <div className={styles.picture} style={{ '--tint': `var(--${product.tint})` }}>
        {product.image !== null && <img src={product.image} alt="" width={107} height={128} />}
        <FitMark slug={product.slug} position="line" />
      </div>
      <div className={styles.words}>
        <Link className="title-link" to={paths.product(product)}>
          {product.name}
        </Link>
        <span>
          {[netQuantityText(product), `${formatPence(price)} each`].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div className={styles.quantity}>
        <Stepper label={`Quantity of ${product.name}`} value={quantity} min={0} onChange={change} />
      </div>
      <p className={styles.total} data-long={sum >= 100_00 || undefined}>
        <span className="visually-hidden">Line total </span>
        {formatPence(sum)}
      </p>
      <button
        className={styles.remove}
        type="button"
        aria-describedby={state && blocksCheckout(state) ? faultId(item) : undefined}
        onClick={() => change(0)}
      >
        Remove<span className="visually-hidden">{` ${product.name}`}</span>
      </button>
      <LineFault item={item} state={state} priceNote={priceNote} />
    </li>
  )
}

/** Returns the id of the line's error, to which the checkout moves the focus when the line prevents paying. */
const faultId = ({ product }: CartItem) => `fault-${product.id}`

function removeWithUndo({ product, quantity }: CartItem, onBack: () => void): void {
  changeCart({ kind: 'remove', productId: product.id })
  goneAt = Infinity
  runAfterPaint(() => (goneAt = performance.now()))
  showToast({
    title: 'Removed',
    text: `${product.name} is out of your cart.`,
    kind: 'note',
    action: {
      label: 'Undo',
      onPress: () => {
        goneAt = -Infinity
        changeCart({ kind: 'add', product, quantity })
        announce(`${product.name} is back in your cart.`)
        onBack()
      },
    },
  })
}

function LineFault({ item, state, priceNote }: Omit<CartLineProps, 'onGone'>) {
  const fault = state === undefined ? null : faultText(state)
  if (fault === null && priceNote === undefined) return null
  return (
    <output className={styles.fault} id={faultId(item)}>
      {fault !== null && <ErrorText>{fault}</ErrorText>}
      {state?.kind === 'too-many' && (
        <button
          className="text-link"
          type="button"
          onClick={() => setQuantity(item.product.id, state.left)}
        >
          {state.left === 1 ? 'Take the last one' : `Take ${state.left}`}
        </button>
      )}
      {fault === null && priceNote !== undefined && <span className="slip">{priceNote}</span>}
    </output>
  )
}

const faults = {
  gone: 'We no longer sell this, so it isn’t in your total. Remove it to check out.',
  'sold-out': 'Sold out since you added it, so it isn’t in your total. Remove it to check out.',
  'coming-soon': 'Not out yet, so it isn’t in your total. Remove it to check out.',
  'no-price': 'No price just now, so it isn’t in your total. Remove it to check out.',
  fine: null,
  'price-changed': null,
}

function faultText(state: CartLineStatus): string | null {
  if (state.kind !== 'too-many') return faults[state.kind]
  return state.left === 1 ? 'Only one is left.' : `Only ${state.left} are left.`
}
