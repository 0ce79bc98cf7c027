import { business } from '../../../domain/business.ts'
import { newsletterTexts, type VisitorMessage } from '../../../domain/newsletter.ts'
import { createPrivateMeta } from '../../content/meta.ts'
import {
  failureMessage,
  OutcomePage,
  successMessage,
  pendingMessage,
  goodbyeMessage,
  useOutcome,
} from '../outcome-page.tsx'

const withTexts = (create: typeof successMessage, { title, text }: VisitorMessage) =>
  create(title, text)
const messages = {
  'signed-up': withTexts(successMessage, newsletterTexts.done),
  already: withTexts(pendingMessage, newsletterTexts.duplicate),
  'invalid-email': withTexts(failureMessage, newsletterTexts.invalidEmail),
  'invalid-name': withTexts(failureMessage, newsletterTexts.invalidName),
  'too-many': withTexts(failureMessage, newsletterTexts.tooMany),
  failed: failureMessage('Error', 'That didn’t go through. Please try again.'),
  confirmed: successMessage('That’s settled.', 'You’re on the list. The next newsletter is yours.'),
  unsubscribed: goodbyeMessage(
    'You’re out.',
    'No more newsletters, reminders or ‘it’s here’ e-mails. You’ll still get those about your orders.',
  ),
  'no-link': failureMessage(
    'This link has gone off',
    'It may be old, or it lost its tail on the way. Try the one in our latest e-mail.',
  ),
}

export const meta = createPrivateMeta(
  'Newsletter',
  `Your newsletter from ${business.tradingName}: what happened.`,
)

export default function NewsletterOutcomePage() {
  return <OutcomePage message={messages[useOutcome(messages)]} />
}
