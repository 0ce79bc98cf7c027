import { OrderByHand } from '../../features/cart/order-by-hand.tsx'
import styles from './cart.module.css'

/** What stands there until the page comes alive, and for good without JavaScript. */
export function CartLoading() {
  return (
    <div className={styles.loading}>
      <p className={styles.wait}>Loading your cart...</p>
      <noscript>
        <p className="slip">
          The cart needs JavaScript: what you have chosen is kept in your browser until you pay.
          Please switch it on for this site. You can read about everything we sell without it, and
          to order it, <OrderByHand subject="An order" />.
        </p>
      </noscript>
    </div>
  )
}
