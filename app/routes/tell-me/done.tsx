import { tellMeTexts } from '../../../domain/tell-me.ts'
import { createPrivateMeta } from '../../content/meta.ts'
import {
  failureMessage,
  OutcomePage,
  successMessage,
  pendingMessage,
  useOutcome,
} from '../outcome-page.tsx'

const withTexts = (
  create: typeof successMessage,
  { title, text }: { title: string; text: string },
) => create(title, text)
const messages = {
  asked: withTexts(pendingMessage, tellMeTexts.asked),
  noted: withTexts(successMessage, tellMeTexts.noted),
  here: withTexts(successMessage, tellMeTexts.here),
  'no-product': withTexts(failureMessage, tellMeTexts['no-product']),
  'invalid-email': withTexts(failureMessage, tellMeTexts['invalid-email']),
  'too-many': withTexts(failureMessage, tellMeTexts['too-many']),
  failed: withTexts(failureMessage, tellMeTexts.failed),
  confirmed: withTexts(successMessage, tellMeTexts.confirmed),
  'no-link': withTexts(failureMessage, tellMeTexts['no-link']),
}

export const meta = createPrivateMeta('Tell me', 'What came of your wish to hear of a product.')

export default function StockNoticeOutcomePage() {
  return <OutcomePage message={messages[useOutcome(messages)]} />
}
