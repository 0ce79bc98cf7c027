import { business } from '../../../domain/business.ts'
import { pageMeta, siteUrlOf } from '../../content/meta.ts'
import { Outcome } from '../../ui/outcome.tsx'
import { TokenForm } from './token-form.tsx'
import type { Route } from './+types/unsubscribe.ts'

export function meta({ matches }: Route.MetaArgs) {
  const title = `Unsubscribe | ${business.tradingName}`
  const description = `Get no more newsletters and reminders from ${business.tradingName}.`
  return pageMeta({ title, description, noindex: true }, siteUrlOf(matches))
}

/** Where the unsubscribe link of every e-mail that nobody needs leads; it works signed out and for ever. */
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
