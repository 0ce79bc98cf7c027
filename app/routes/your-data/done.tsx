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
  asked: {
    title: 'Look in your mailbox',
    text: 'If we hold anything about this address, a link is on its way to it. If nothing comes, we hold nothing.',
    ...good,
  },
  'invalid-email': {
    title: 'Invalid email',
    text: 'Please enter a valid email address.',
    ...bad,
  },
  'too-many': { title: 'Too many attempts', text: 'Please wait before trying again.', ...bad },
  'not-sure': {
    title: 'Are you sure?',
    text: 'Please go back and tick the box if you are. Nothing was erased.',
    ...later,
  },
  erased: {
    title: 'All gone.',
    text: 'We have erased what we held about you. Orders stay in our books without your name.',
    ...good,
  },
  'order-open': {
    title: 'One parcel first',
    text: `An order of yours is paid and still has to be sent, and for that we need your name and address. ${stillGood} Or write to us to cancel it.`,
    ...later,
  },
  'payment-open': {
    title: 'A payment is still open',
    text: `Please finish it, or wait until it has come in or run out. ${stillGood}`,
    ...later,
  },
  'box-open': {
    title: 'Your box first',
    text: `You have a box that still renews. Please cancel it in your account, then come back. ${stillGood}`,
    ...later,
  },
  'box-ending': {
    title: 'Your box would not stop',
    text: `It is cancelled, but we could not end it at our payment provider just now. ${stillGood} Please try again in a few minutes, or write to us.`,
    ...bad,
  },
  'no-link': {
    title: 'This link is no good',
    text: 'It may be used up, old, or cut short on its way. Please ask for another.',
    ...bad,
  },
  failed: {
    title: 'That tripped the fuse',
    text: 'It did not go through. Please try again.',
    ...bad,
  },
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
