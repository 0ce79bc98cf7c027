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
  failed: bad('Error', 'That didn’t go through. Please try again.'),
  confirmed: good('That’s settled.', 'You’re on the list. The next newsletter is yours.'),
  unsubscribed: left(
    'You’re out.',
    'No more newsletters, reminders or ‘it’s here’ e-mails. You’ll still get those about your orders.',
  ),
  'no-link': bad(
    'This link has gone off',
    'It may be old, or it lost its tail on the way. Try the one in our latest e-mail.',
  ),
}

export const meta = privateMeta(
  'Newsletter',
  `Your newsletter from ${business.tradingName}: what happened.`,
)

export default function NewsletterDone() {
  return <EndingPage ending={endings[useOutcome(endings)]} />
}
