import { useSearchParams } from 'react-router'
import { business } from '../../../domain/business.ts'
import { newsletterTexts, type Words } from '../../../domain/newsletter.ts'
import { pageMeta, siteUrlOf } from '../../content/meta.ts'
import { Outcome } from '../../ui/outcome.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/done.ts'

interface Ending extends Words {
  mascot: string
  tint: 'mint' | 'blush' | 'butter' | 'sky'
}

const good = { mascot: 'heart', tint: 'mint' } as const
const bad = { mascot: 'garlic', tint: 'blush' } as const

/** By the outcome that the function `newsletter` names. */
const endings: Readonly<Record<string, Ending>> = {
  'signed-up': { ...newsletterTexts.done, ...good },
  already: { ...newsletterTexts.duplicate, mascot: 'gherkin', tint: 'butter' },
  'invalid-email': { ...newsletterTexts.invalidEmail, ...bad },
  'invalid-name': { ...newsletterTexts.invalidName, ...bad },
  'too-many': { ...newsletterTexts.tooMany, ...bad },
  failed: { title: 'Error', text: 'That did not go through. Please try again.', ...bad },
  confirmed: {
    title: 'That’s settled.',
    text: 'Our newsletter comes to you from now on.',
    ...good,
  },
  unsubscribed: {
    title: 'You’re out.',
    text: 'No newsletters and no reminders any more. Mails about your orders still come.',
    mascot: 'gherkin',
    tint: 'sky',
  },
  'no-link': {
    title: 'This link is no good',
    text: 'It may be old, or cut short on its way. Please use the one in the latest mail.',
    ...bad,
  },
}

export function meta({ matches }: Route.MetaArgs) {
  const title = `Newsletter | ${business.tradingName}`
  const description = `What came of your request about the newsletter of ${business.tradingName}.`
  return pageMeta({ title, description, noindex: true }, siteUrlOf(matches))
}

/** What came of a form that was posted. */
export default function NewsletterDone() {
  const outcome = useSearchParams()[0].get('outcome') ?? ''
  const ending = Object.hasOwn(endings, outcome) ? endings[outcome] : endings['no-link']
  if (ending === undefined) return null
  const { title, text, mascot, tint } = ending
  return (
    <Outcome title={title} mascot={mascot} tint={tint}>
      <p className="lead">{text}</p>
      <div className="row">
        <ButtonLink to={paths.shop} variant="secondary">
          Back to Shop
        </ButtonLink>
      </div>
    </Outcome>
  )
}
