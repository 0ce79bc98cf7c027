import { useLayoutEffect } from 'react'
import { business } from '../../../domain/business.ts'
import type { DataOutcome } from '../../../domain/personal-data.ts'
import { dataLinkLife } from '../../../domain/personal-data-words.ts'
import { privateMeta } from '../../content/meta.ts'
import { forgetErased } from './forget-erased.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { bad, type Ending, EndingPage, good, later, useOutcome } from '../ending.tsx'

const stillGood = `Nothing was erased. The link stays good until its ${dataLinkLife.replace(/^an? /, '')} is over; after that, ask for another.`
const endings: Readonly<Record<DataOutcome, Ending>> = {
  asked: good(
    'Look in your mailbox',
    'If we hold anything about this address, a link is on its way to it. If nothing comes, we hold nothing.',
  ),
  'invalid-email': bad('Invalid email', 'Please enter a valid email address.'),
  'too-many': bad('Too many attempts', 'Please wait before trying again.'),
  'not-sure': later(
    'Are you sure?',
    'Please go back and tick the box if you are. Nothing was erased.',
  ),
  erased: good(
    'All gone.',
    'We have erased what we held about you. Orders stay in our books without your name.',
  ),
  'order-open': later(
    'One parcel first',
    `An order of yours is paid and still has to be sent, and for that we need your name and address. ${stillGood} Or write to us to cancel it.`,
  ),
  'payment-open': later(
    'A payment is still open',
    `Please finish it, or wait until it has come in or run out. ${stillGood}`,
  ),
  'box-open': later(
    'Your box first',
    `You have a box that still renews. Please cancel it in your account, then come back. ${stillGood}`,
  ),
  'box-ending': bad(
    'Your box would not stop',
    `It is cancelled, but we could not end it at our payment provider just now. ${stillGood} Please try again in a few minutes, or write to us.`,
  ),
  'no-link': bad(
    'This link is no good',
    'It may be used up, old, or cut short on its way. Please ask for another.',
  ),
  failed: bad('That tripped the fuse', 'It did not go through. Please try again.'),
}

export const meta = privateMeta(
  'Your data',
  `What came of your request about your data at ${business.tradingName}.`,
)

export default function DataDone() {
  const outcome = useOutcome(endings)
  // Before the effects that bring the cart to the server.
  useLayoutEffect(() => {
    if (outcome === 'erased') forgetErased()
  }, [outcome])
  return (
    <EndingPage ending={endings[outcome]}>
      {outcome !== 'asked' && outcome !== 'erased' && (
        <ButtonLink to={paths.yourData}>Ask again</ButtonLink>
      )}
    </EndingPage>
  )
}
