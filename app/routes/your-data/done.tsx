import { useLayoutEffect } from 'react'
import { useSearchParams } from 'react-router'
import { business } from '../../../domain/business.ts'
import type { DataRequestOutcome } from '../../../domain/personal-data.ts'
import { dataLinkLifetime } from '../../../domain/personal-data-words.ts'
import { createPrivateMeta } from '../../content/meta.ts'
import { clearErasedData } from './forget-erased.ts'
import { paths } from '../../core/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import {
  failureMessage,
  type OutcomeMessage,
  OutcomePage,
  successMessage,
  pendingMessage,
  useOutcome,
} from '../outcome-page.tsx'

const stillGood = `Nothing was erased. The link works for ${dataLinkLifetime} from when we sent it; after that, ask for another.`
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
function getHindranceMessage(inTheWay: Hindrance[]): OutcomeMessage {
  const said = inTheWay.map((name) => hindrances[name])
  const title =
    said.length === 1
      ? said[0]?.title
      : `${['Two', 'Three', 'Four'][said.length - 2] ?? 'Some'} things first`
  return pendingMessage(title ?? '', [...said.map(({ text }) => text), stillGood].join(' '))
}

const messages: Readonly<Record<Exclude<DataRequestOutcome, Hindrance>, OutcomeMessage>> = {
  asked: successMessage(
    'Check your inbox',
    'If we hold anything about this address, a link is on its way. If nothing comes, we’ve got nothing.',
  ),
  'invalid-email': failureMessage('Invalid email', 'Please enter a valid email address.'),
  'too-many': failureMessage('Too many attempts', 'Please wait before trying again.'),
  'not-sure': pendingMessage(
    'Are you sure?',
    'If you are, go back and tick the box. Nothing was erased.',
  ),
  erased: successMessage(
    'All gone.',
    'We’ve erased what we held about you. Your orders stay in our books, without your name.',
  ),
  'box-ending': failureMessage(
    'Your box would not stop',
    `It’s cancelled, but we couldn’t tell the people who take the payments just now. ${stillGood} Try again in a few minutes, or write to us.`,
  ),
  'asks-code': pendingMessage(
    'Sign in for this',
    'Your account asks for a code when you sign in, and a link in an email doesn’t get round that. Sign in, and you’ll find a copy of your data and the way to erase it in your account. If you’ve lost your app and your recovery codes, write to us.',
  ),
  'no-link': failureMessage(
    'This link has gone off',
    'It may be old, used already, or it lost its tail on the way. Just ask for another.',
  ),
  failed: failureMessage('That tripped the fuse', 'It didn’t go through. Please try again.'),
}

export const meta = createPrivateMeta(
  'Your data',
  `Your data at ${business.tradingName}: what happened.`,
)

export default function DataRequestOutcomePage() {
  const inTheWay = useSearchParams()[0].get('outcome')?.split(',').filter(isHindrance) ?? []
  const outcome = useOutcome(messages)
  // A layout effect runs before the effects that send the cart to the server.
  useLayoutEffect(() => {
    if (outcome === 'erased') clearErasedData()
  }, [outcome])
  return (
    <OutcomePage message={inTheWay.length > 0 ? getHindranceMessage(inTheWay) : messages[outcome]}>
      {outcome === 'asks-code' ? (
        <ButtonLink to={paths.auth}>Sign in</ButtonLink>
      ) : (
        outcome !== 'asked' &&
        outcome !== 'erased' && <ButtonLink to={paths.yourData}>Ask again</ButtonLink>
      )}
    </OutcomePage>
  )
}
