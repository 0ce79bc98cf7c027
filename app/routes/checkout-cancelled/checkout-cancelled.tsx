import { business } from '../../../domain/business.ts'
import { createPrivateMeta } from '../../content/meta.ts'
import { OutcomeScreen } from '../../ui/outcome-screen.tsx'
import { paths } from '../../core/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

export const meta = createPrivateMeta(
  'Checkout cancelled',
  `You left the payment page. Your cart at ${business.tradingName} is just as it was.`,
)

export default function CheckoutCancelled() {
  return (
    <OutcomeScreen title="Changed your mind?" mascot="gherkin" tint="sky">
      <p className="lead">Nothing was charged. Your cart is exactly as you left it.</p>
      <div className="row">
        <ButtonLink to={paths.cart} arrow>
          Back to your cart
        </ButtonLink>
        <ButtonLink to={paths.shop} variant="secondary">
          Back to Shop
        </ButtonLink>
      </div>
    </OutcomeScreen>
  )
}
