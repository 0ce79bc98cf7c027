import { tellMeTexts } from '../../../domain/tell-me.ts'
import { privateMeta } from '../../content/meta.ts'
import { bad, EndingPage, good, later, useOutcome } from '../ending.tsx'

const told = (look: typeof good, { title, text }: { title: string; text: string }) =>
  look(title, text)
const endings = {
  asked: told(later, tellMeTexts.asked),
  noted: told(good, tellMeTexts.noted),
  here: told(good, tellMeTexts.here),
  'no-product': told(bad, tellMeTexts['no-product']),
  'invalid-email': told(bad, tellMeTexts['invalid-email']),
  'too-many': told(bad, tellMeTexts['too-many']),
  failed: told(bad, tellMeTexts.failed),
  confirmed: told(good, tellMeTexts.confirmed),
  'no-link': told(bad, tellMeTexts['no-link']),
}

export const meta = privateMeta('Tell me', 'What came of your wish to hear of a product.')

export default function TellMeDone() {
  return <EndingPage ending={endings[useOutcome(endings)]} />
}
