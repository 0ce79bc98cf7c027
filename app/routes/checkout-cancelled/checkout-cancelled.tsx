import { business } from '../../../domain/business.ts'
import { privateMeta } from '../../content/meta.ts'
import { Outcome } from '../../ui/outcome.tsx'
import { paths } from '../../core/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

export const meta = privateMeta(
  'Checkout cancelled',
  `You left the payment page. Your cart at ${business.tradingName} is just as it was.`,
)

export default function CheckoutCancelled() {
  return (
    <Outcome title="Changed your mind?" mascot="gherkin" tint="sky">
      <p className="lead">Nothing was charged. Your cart is exactly as you left it.</p>
      <div className="row">
        <ButtonLink to={paths.cart} arrow>
          Back to your cart
        </ButtonLink>
        <ButtonLink to={paths.shop} variant="secondary">
          Back to Shop
        </ButtonLink>
      </div>
    </Outcome>
  )
}
