import { business } from '../../../domain/business.ts'
import { newsletterTexts } from '../../../domain/newsletter.ts'
import { privateMeta } from '../../content/meta.ts'
import { bad, type Ending, EndingPage, good, later, useOutcome } from '../ending.tsx'
const endings = {
  'signed-up': { ...newsletterTexts.done, ...good },
  already: { ...newsletterTexts.duplicate, ...later },
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
} as const satisfies Record<string, Ending>

export const meta = privateMeta(
  'Newsletter',
  `What came of your request about the newsletter of ${business.tradingName}.`,
)

export default function NewsletterDone() {
  return <EndingPage ending={endings[useOutcome(endings)]} />
}
