import { tellMeTexts, type TellMeOutcome } from '../../../domain/tell-me.ts'
import { privateMeta } from '../../content/meta.ts'
import { bad, type Ending, EndingPage, good, later, useOutcome } from '../ending.tsx'

const looks: Record<TellMeOutcome, typeof good> = {
  asked: later,
  noted: good,
  here: good,
  'no-product': bad,
  'invalid-email': bad,
  'too-many': bad,
  failed: bad,
  confirmed: good,
  'no-link': bad,
}

export const meta = privateMeta('Tell me', 'What came of your wish to hear of a product.')

export default function TellMeDone() {
  const outcome = useOutcome<TellMeOutcome>(endings)
  return <EndingPage ending={endings[outcome]} />
}

const endings = Object.fromEntries(
  Object.entries(tellMeTexts).map(([name, { title, text }]) => [
    name,
    looks[name as TellMeOutcome](title, text),
  ]),
) as Record<TellMeOutcome, Ending>
