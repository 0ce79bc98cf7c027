import type { DeliveryOption } from '../../../domain/delivery.ts'
import { useCart } from '../../features/cart/cart-store.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import { CartLine } from './cart-line.tsx'
import styles from './cart.module.css'
import { DeliveryCards } from './delivery-cards.tsx'
import { OrderSummary, ProceedButton } from './order-summary.tsx'
import { type CheckoutControl, useCheckout, usePaidCheckout } from './use-checkout.ts'
import { useProductsNow } from './use-products-now.ts'

interface CartDeskProps {
  options: DeliveryOption[]
  /** A line has been taken out; the focus must go somewhere. */
  onLineGone: () => void
}

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

/** The button to checkout stays, and says what is missing. */
function EmptyCart({ checkout }: { checkout: CheckoutControl }) {
  return (
    <div className="tray tint-lilac">
      <span className={styles.slot}>
        <Mascot name="garlic" />
      </span>
      <div>
        <h2 className="h2">Your cart is empty</h2>
        <p className="lead">An empty page in the album. Stick something in it.</p>
        <div className="row">
          <ButtonLink to={paths.shop} arrow>
            Back to Shop
          </ButtonLink>
          <ProceedButton checkout={checkout} variant="secondary" />
        </div>
      </div>
    </div>
  )
}
