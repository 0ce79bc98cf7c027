import type { DeliveryOption } from '../../../domain/delivery.ts'
import { useCart } from '../../features/cart/cart-store.ts'
import { CartLine } from './cart-line.tsx'
import styles from './cart.module.css'
import { DeliveryCards } from './delivery-cards.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { OrderSummary } from './order-summary.tsx'
import { useCheckout } from './use-checkout.ts'
import { usePaidCheckout } from './use-paid-checkout.ts'
import { useProductsNow } from './use-products-now.ts'

interface CartDeskProps {
  options: DeliveryOption[]
  /** A line has been taken out; the focus must go somewhere. */
  onLineGone: () => void
}

/** Lines and delivery on the left, the till receipt on the right; or the empty cart. */
export function CartDesk({ options, onLineGone }: CartDeskProps) {
  const cart = useCart()
  usePaidCheckout()
  const { states, priceNotes, takeOver } = useProductsNow(cart.items)
  const delivery = options.find((option) => option.id === cart.delivery.id) ?? null
  const checkout = useCheckout({ items: cart.items, delivery, states, takeOver })
  if (cart.items.length === 0) return <EmptyCart checkout={checkout} />
  return (
    <div className={styles.desk}>
      <div>
        <ul className={styles.lines} aria-label="What is in your cart">
          {cart.items.map((item) => (
            <CartLine
              key={item.product.id}
              item={item}
              state={states.get(item.product.id)}
              priceNote={priceNotes.get(item.product.id)}
              onGone={onLineGone}
            />
          ))}
        </ul>
        <DeliveryCards options={options} cart={cart} missing={checkout.deliveryMissing} />
      </div>
      <div className={styles.side}>
        <OrderSummary cart={cart} delivery={delivery} checkout={checkout} />
      </div>
    </div>
  )
}
