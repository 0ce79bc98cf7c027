import { business } from '../../../domain/business.ts'
import { privateMeta } from '../../content/meta.ts'
import { Outcome } from '../../ui/outcome.tsx'
import { FunctionForm } from '../../features/backend-client/function-form.tsx'
import { Button } from '../../ui/button.tsx'

export const meta = privateMeta(
  'Unsubscribe',
  `Get no more newsletters and reminders from ${business.tradingName}.`,
)

/** Where the unsubscribe link of every email that nobody needs leads; it works signed out and for ever. */
export default function Unsubscribe() {
  return (
    <Outcome title="Enough of us?" mascot="gherkin" tint="sky">
      <p className="lead">
        One tap, and no newsletters, no reminders of your cart and no ‘it’s here’ come to this
        address any more. Mails about your orders still do.
      </p>
      <FunctionForm className="row" action="newsletter/unsubscribe" withToken>
        <Button type="submit">Unsubscribe</Button>
      </FunctionForm>
    </Outcome>
  )
}
