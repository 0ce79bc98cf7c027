import { Link } from 'react-router'
import { business } from '../../../domain/business.ts'
import { createPrivateMeta } from '../../content/meta.ts'
import { OutcomeScreen } from '../../ui/outcome-screen.tsx'
import { FunctionForm } from '../../features/backend-client/function-form.tsx'
import { paths } from '../../core/paths.ts'
import { Button } from '../../ui/button.tsx'

export const meta = createPrivateMeta(
  'Unsubscribe',
  `Stop newsletters and reminders from ${business.tradingName}.`,
)

/** The target of the unsubscribe link in every optional email. It needs no sign-in and never expires. */
export default function Unsubscribe() {
  return (
    <OutcomeScreen title="Enough of us?" mascot="gherkin" tint="sky">
      <p className="lead">
        One tap and we stop: no newsletters, no nudges about your cart and no ‘it’s here’. You’ll
        still get e-mails about your orders.
      </p>
      <FunctionForm className="row" action="newsletter/unsubscribe" withToken>
        <Button type="submit">Unsubscribe</Button>
      </FunctionForm>
      <p>
        Changed your mind? <Link to={paths.shop}>Back to the shop</Link>, or{' '}
        <Link to={paths.contact}>tell us what we got wrong</Link>.
      </p>
    </OutcomeScreen>
  )
}
