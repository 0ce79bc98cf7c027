import { tellMeTexts } from '../../../domain/tell-me.ts'
import { privateMeta } from '../../content/meta.ts'
import { failureEnding, EndingPage, successEnding, pendingEnding, useOutcome } from '../ending.tsx'

const told = (look: typeof successEnding, { title, text }: { title: string; text: string }) =>
  look(title, text)
const endings = {
  asked: told(pendingEnding, tellMeTexts.asked),
  noted: told(successEnding, tellMeTexts.noted),
  here: told(successEnding, tellMeTexts.here),
  'no-product': told(failureEnding, tellMeTexts['no-product']),
  'invalid-email': told(failureEnding, tellMeTexts['invalid-email']),
  'too-many': told(failureEnding, tellMeTexts['too-many']),
  failed: told(failureEnding, tellMeTexts.failed),
  confirmed: told(successEnding, tellMeTexts.confirmed),
  'no-link': told(failureEnding, tellMeTexts['no-link']),
}

export const meta = privateMeta('Tell me', 'What came of your wish to hear of a product.')

export default function TellMeDone() {
  return <EndingPage ending={endings[useOutcome(endings)]} />
}
