import { business } from '../../../domain/business.ts'
import { newsletterTexts, type Words } from '../../../domain/newsletter.ts'
import { privateMeta } from '../../content/meta.ts'
import { bad, EndingPage, good, later, left, useOutcome } from '../ending.tsx'

const told = (look: typeof good, { title, text }: Words) => look(title, text)
const endings = {
  'signed-up': told(good, newsletterTexts.done),
  already: told(later, newsletterTexts.duplicate),
  'invalid-email': told(bad, newsletterTexts.invalidEmail),
  'invalid-name': told(bad, newsletterTexts.invalidName),
  'too-many': told(bad, newsletterTexts.tooMany),
  failed: bad('Error', 'That did not go through. Please try again.'),
  confirmed: good('That’s settled.', 'Our newsletter comes to you from now on.'),
  unsubscribed: left(
    'You’re out.',
    'No newsletters, no reminders and no ‘it’s here’ any more. Mails about your orders still come.',
  ),
  'no-link': bad(
    'This link is no good',
    'It may be old, or cut short on its way. Please use the one in the latest mail.',
  ),
}

export const meta = privateMeta(
  'Newsletter',
  `What came of your request about the newsletter of ${business.tradingName}.`,
)

export default function NewsletterDone() {
  return <EndingPage ending={endings[useOutcome(endings)]} />
}
