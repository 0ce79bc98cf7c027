import { business } from '../../../domain/business.ts'
import { pageMeta, siteUrlOf } from '../../content/meta.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import type { Route } from './+types/checkout-cancelled.ts'
import styles from './checkout-cancelled.module.css'

export function meta({ matches }: Route.MetaArgs) {
  const title = `Checkout cancelled | ${business.tradingName}`
  const description = `You left the payment page; your cart at ${business.tradingName} is as it was.`
  return pageMeta({ title, description, noindex: true }, siteUrlOf(matches))
}

/** Where the payment page leads back to without a payment. Everything stays as it is. */
export default function CheckoutCancelled() {
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.card}>
        <Mascot name="gherkin" className={styles.mascot} />
        <div>
          <h1 className="h2">Changed your mind?</h1>
          <p className={`lead ${styles.lead}`}>
            Nothing was charged. Your cart is exactly as you left it.
          </p>
          <div className={styles.ways}>
            <ButtonLink to={paths.cart} arrow>
              Back to your cart
            </ButtonLink>
            <ButtonLink to={paths.shop} variant="secondary">
              Back to Shop
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  )
}
