import { business } from '../../../domain/business.ts'
import { newsletterTexts, type Message } from '../../../domain/newsletter.ts'
import { privateMeta } from '../../content/meta.ts'
import {
  failureEnding,
  EndingPage,
  successEnding,
  pendingEnding,
  goodbyeEnding,
  useOutcome,
} from '../ending.tsx'

const told = (look: typeof successEnding, { title, text }: Message) => look(title, text)
const endings = {
  'signed-up': told(successEnding, newsletterTexts.done),
  already: told(pendingEnding, newsletterTexts.duplicate),
  'invalid-email': told(failureEnding, newsletterTexts.invalidEmail),
  'invalid-name': told(failureEnding, newsletterTexts.invalidName),
  'too-many': told(failureEnding, newsletterTexts.tooMany),
  failed: failureEnding('Error', 'That didn’t go through. Please try again.'),
  confirmed: successEnding('That’s settled.', 'You’re on the list. The next newsletter is yours.'),
  unsubscribed: goodbyeEnding(
    'You’re out.',
    'No more newsletters, reminders or ‘it’s here’ e-mails. You’ll still get those about your orders.',
  ),
  'no-link': failureEnding(
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
