import { ButtonLink } from '../../ui/button.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import { paths } from '../../paths.ts'
import styles from './empty-cart.module.css'
import { ProceedButton } from './proceed-button.tsx'
import type { CheckoutControl } from './use-checkout.ts'

/** The button to checkout stays, and says what is missing. */
export function EmptyCart({ checkout }: { checkout: CheckoutControl }) {
  return (
    <div className={styles.empty}>
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
