import { useLayoutEffect } from 'react'
import { useSearchParams } from 'react-router'
import { business } from '../../../domain/business.ts'
import type { DataOutcome } from '../../../domain/personal-data.ts'
import { dataLinkLife } from '../../../domain/personal-data-words.ts'
import { privateMeta } from '../../content/meta.ts'
import { clearErasedData } from './forget-erased.ts'
import { paths } from '../../core/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import {
  failureEnding,
  type Ending,
  EndingPage,
  successEnding,
  pendingEnding,
  useOutcome,
} from '../ending.tsx'

const stillGood = `Nothing was erased. The link works for ${dataLinkLife} from when we sent it; after that, ask for another.`
/** The texts for each reason that prevents an erasure. Several may apply. */
const hindrances = {
  'order-open': {
    title: 'One parcel first',
    text: 'You’ve paid for an order we haven’t sent yet, and we need your name and address for that. Come back when it’s on its way, or write to us to cancel it.',
  },
  'dispute-open': {
    title: 'Your bank is still deciding',
    text: 'Your bank is looking at a payment to us. Come back when it has decided.',
  },
  'payment-open': {
    title: 'A payment is still open',
    text: 'Finish the payment that is still open, or wait until it has gone through or timed out.',
  },
  'box-open': {
    title: 'Your box first',
    text: 'You’ve got a box that still renews. Cancel it in your account, then come back.',
  },
} as const
type Hindrance = keyof typeof hindrances
const isHindrance = (name: string): name is Hindrance => Object.hasOwn(hindrances, name)

/** Combines all reasons in one message. */
function endingOf(inTheWay: Hindrance[]): Ending {
  const said = inTheWay.map((name) => hindrances[name])
  const title =
    said.length === 1
      ? said[0]?.title
      : `${['Two', 'Three', 'Four'][said.length - 2] ?? 'Some'} things first`
  return pendingEnding(title ?? '', [...said.map(({ text }) => text), stillGood].join(' '))
}

const endings: Readonly<Record<Exclude<DataOutcome, Hindrance>, Ending>> = {
  asked: successEnding(
    'Check your inbox',
    'If we hold anything about this address, a link is on its way. If nothing comes, we’ve got nothing.',
  ),
  'invalid-email': failureEnding('Invalid email', 'Please enter a valid email address.'),
  'too-many': failureEnding('Too many attempts', 'Please wait before trying again.'),
  'not-sure': pendingEnding(
    'Are you sure?',
    'If you are, go back and tick the box. Nothing was erased.',
  ),
  erased: successEnding(
    'All gone.',
    'We’ve erased what we held about you. Your orders stay in our books, without your name.',
  ),
  'box-ending': failureEnding(
    'Your box would not stop',
    `It’s cancelled, but we couldn’t tell the people who take the payments just now. ${stillGood} Try again in a few minutes, or write to us.`,
  ),
  'asks-code': pendingEnding(
    'Sign in for this',
    'Your account asks for a code when you sign in, and a link in an email doesn’t get round that. Sign in, and you’ll find a copy of your data and the way to erase it in your account. If you’ve lost your app and your recovery codes, write to us.',
  ),
  'no-link': failureEnding(
    'This link has gone off',
    'It may be old, used already, or it lost its tail on the way. Just ask for another.',
  ),
  failed: failureEnding('That tripped the fuse', 'It didn’t go through. Please try again.'),
}

export const meta = privateMeta('Your data', `Your data at ${business.tradingName}: what happened.`)

export default function DataDone() {
  const inTheWay = useSearchParams()[0].get('outcome')?.split(',').filter(isHindrance) ?? []
  const outcome = useOutcome(endings)
  // A layout effect runs before the effects that send the cart to the server.
  useLayoutEffect(() => {
    if (outcome === 'erased') clearErasedData()
  }, [outcome])
  return (
    <EndingPage ending={inTheWay.length > 0 ? endingOf(inTheWay) : endings[outcome]}>
      {outcome === 'asks-code' ? (
        <ButtonLink to={paths.auth}>Sign in</ButtonLink>
      ) : (
        outcome !== 'asked' &&
        outcome !== 'erased' && <ButtonLink to={paths.yourData}>Ask again</ButtonLink>
      )}
    </EndingPage>
  )
}
