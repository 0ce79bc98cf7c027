import { Link } from 'react-router'
import type { CartItem } from '../../../domain/cart.ts'
import type { LineState } from '../../../domain/line-state.ts'
import { formatPence } from '../../../domain/money.ts'
import { netText } from '../../../domain/quantity.ts'
import { paths } from '../../paths.ts'
import { removeFromCart, setQuantity } from '../../features/cart/cart-actions.ts'
import { changeCart } from '../../features/cart/cart-store.ts'
import { Stepper } from '../../ui/stepper.tsx'
import { showToast } from '../../ui/toasts.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './cart-line.module.css'
import { LineFault } from './line-fault.tsx'

interface CartLineProps {
  item: CartItem
  /** Undefined until the product has been asked for. */
  state: LineState | undefined
  /** That the price has changed since it was added. */
  priceNote: string | undefined
  onGone: () => void
}

export function CartLine({ item, state, priceNote, onGone }: CartLineProps) {
  const { product, quantity } = item
  const price = product.price ?? 0
  const remove = () => {
    removeWithUndo(item)
    onGone()
  }
  return (
    <li className={styles.line}>
      <div className={styles.picture} style={{ '--tint': `var(--${product.tint})` }}>
        {product.image !== null && <img src={product.image} alt="" width={107} height={128} />}
      </div>
      <div className={styles.words}>
        <Link to={paths.product(product)}>{product.name}</Link>
        <span>{[netText(product), `${formatPence(price)} each`].filter(Boolean).join(' · ')}</span>
      </div>
      <div className={styles.quantity}>
        <Stepper
          label={`Quantity of ${product.name}`}
          value={quantity}
          min={0}
          onChange={(next) => (next <= 0 ? remove() : setQuantity(product.id, next))}
        />
      </div>
      <p className={styles.total}>
        <VisuallyHidden>Line total </VisuallyHidden>
        {formatPence(price * quantity)}
      </p>
      <button className={styles.remove} type="button" onClick={remove}>
        Remove<VisuallyHidden>{` ${product.name}`}</VisuallyHidden>
      </button>
      <LineFault item={item} state={state} priceNote={priceNote} />
    </li>
  )
}

function removeWithUndo({ product, quantity }: CartItem): void {
  removeFromCart(product.id)
  showToast({
    title: 'Removed',
    text: `${product.name} is out of your cart.`,
    kind: 'note',
    action: {
      label: 'Undo',
      onPress: () => void changeCart({ kind: 'add', product, quantity }),
    },
  })
}
