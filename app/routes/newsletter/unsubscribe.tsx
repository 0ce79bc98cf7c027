import { business } from '../../../domain/business.ts'
import { privateMeta } from '../../content/meta.ts'
import { Outcome } from '../../ui/outcome.tsx'
import { TokenForm } from './token-form.tsx'

export const meta = privateMeta(
  'Unsubscribe',
  `Get no more newsletters and reminders from ${business.tradingName}.`,
)

/** Where the unsubscribe link of every letter that nobody needs leads; it works signed out and for ever. */
export default function Unsubscribe() {
  return (
    <Outcome title="Enough of us?" mascot="gherkin" tint="sky">
      <p className="lead">
        One press, and no newsletters and no reminders of your cart come to this address any more.
        Mails about your orders still do.
      </p>
      <TokenForm action="newsletter/unsubscribe">Unsubscribe</TokenForm>
    </Outcome>
  )
}
