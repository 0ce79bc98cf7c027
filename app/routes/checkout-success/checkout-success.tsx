import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { business } from '../../../domain/business.ts'
import { createPrivateMeta } from '../../content/meta.ts'
import { shopContext } from '../../core/context.ts'
import { OrderReceipt } from '../../features/orders/order-receipt.tsx'
import type { PlacedOrder } from '../../features/orders/orders.ts'
import { getHolidayNotice } from '../../features/words/words.server.ts'
import { paths } from '../../core/paths.ts'
import { announce } from '../../ui/announcer.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import styles from './checkout-success.module.css'
import { OutcomeScreen } from '../../ui/outcome-screen.tsx'
import type { Route } from './+types/checkout-success.ts'
import { type Suggestions as MeanwhileData, readSuggestions } from './meanwhile.server.ts'
import { useOrderOfSession } from './use-order-of-session.ts'

/** Returns the same data for every visitor, because the browser reads the order. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [holiday, meanwhile] = await Promise.all([getHolidayNotice(shop), readSuggestions(shop)])
  return { holiday, meanwhile }
}

const SuggestionList = lazy(async () => ({
  default: (await import('./meanwhile.tsx')).SuggestionList,
}))

export const meta = createPrivateMeta(
  'Your order',
  `What came of your order at ${business.tradingName}.`,
)

export default function CheckoutSuccess({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const [round, setRound] = useState(0)
  const sessionId = query.get('session_id')
  return (
    <OrderOutcome
      key={`${sessionId} ${round}`}
      sessionId={sessionId}
      {...loaderData}
      onAgain={() => setRound(round + 1)}
    />
  )
}

interface Said {
  holiday: string | null
  meanwhile: MeanwhileData
}

interface OrderOutcomeProps extends Said {
  sessionId: string | null
  onAgain: () => void
}

function OrderOutcome({ sessionId, onAgain, ...said }: OrderOutcomeProps) {
  const found = useOrderOfSession(sessionId)
  if (found.state === 'waiting') return <Waiting />
  if (found.state === 'paid') return <Paid order={found.order} {...said} />
  const { lead, ...look } = endings[found.state]
  return (
    <OutcomeScreen {...look}>
      <p className="lead">
        {found.state === 'settling' && `Order ${found.order.number} `}
        {lead}
      </p>
      <div className="row">
        <Way state={found.state} sessionId={sessionId} onAgain={onAgain} />
        <Link className="text-link" to={paths.shop}>
          Back to Shop
        </Link>
      </div>
    </OutcomeScreen>
  )
}

/** The texts for each state but `paid` and `waiting`. */
const endings = {
  'signed-out': {
    title: 'Sign in to see your order',
    mascot: 'heart',
    tint: 'mint',
    lead: 'Your order is safe with us. We’ll e-mail you about it either way.',
  },
  unpaid: {
    title: 'The payment did not go through',
    mascot: 'garlic',
    tint: 'blush',
    lead: 'Nothing was charged. What is no longer in your cart is back on the shelf, if you still want it.',
  },
  'sold-out': {
    title: 'Somebody was quicker',
    mascot: 'garlic',
    tint: 'blush',
    lead: 'The last one had gone by the time your payment came in. We are sorry. All your money is on its way back, and we’ll e-mail you about it.',
  },
  settling: {
    title: 'Your order is in',
    mascot: 'boot',
    tint: 'butter',
    lead: 'is ours to pack once your bank has sent the money, which can take a few days. We’ll e-mail you either way, so there is no need to pay twice.',
  },
  late: {
    title: 'Your payment is still being confirmed',
    mascot: 'boot',
    tint: 'butter',
    lead: 'That can take a while with some banks. We’ll e-mail you as soon as it is through.',
  },
  unknown: {
    title: 'No order here',
    mascot: 'garlic',
    tint: 'lilac',
    lead: 'We can’t find an order of yours behind this link. Signed in as somebody else, perhaps?',
  },
  failed: {
    title: 'We can’t look up your order',
    mascot: 'bolt',
    tint: 'blush',
    lead: 'If you’ve paid, your order is safe and we’ll e-mail you about it. Try again in a minute.',
  },
} as const

interface WayProps extends Pick<OrderOutcomeProps, 'sessionId' | 'onAgain'> {
  state: keyof typeof endings
}

/** Renders the button for the next step. */
function Way({ state, sessionId, onAgain }: WayProps) {
  const here = `${paths.checkoutSuccess}?session_id=${encodeURIComponent(sessionId ?? '')}`
  if (state === 'signed-out') return <ButtonLink to={paths.authWithNext(here)}>Sign In</ButtonLink>
  if (state === 'unpaid' || state === 'sold-out')
    return <ButtonLink to={paths.cart}>Back to your cart</ButtonLink>
  if (state === 'settling' || state === 'unknown')
    return (
      <ButtonLink
        to={paths.accountSettings}
        variant={state === 'settling' ? 'secondary' : 'primary'}
      >
        See your orders
      </ButtonLink>
    )
  return (
    <Button variant="secondary" onClick={onAgain}>
      {state === 'late' ? 'Check again' : 'Try again'}
    </Button>
  )
}

function Waiting() {
  return (
    <OutcomeScreen title="One moment, please" mascot="boot" tint="butter">
      <output className="lead">We’re waiting for the till to say it’s got your payment...</output>
      <noscript>
        <p>
          This page needs JavaScript to show your order. We’ll e-mail you about it all the same.
        </p>
      </noscript>
    </OutcomeScreen>
  )
}

function Paid({ order, holiday, meanwhile }: Said & { order: PlacedOrder }) {
  // Announced, because this part appears without taking the focus. `OutcomeScreen` focuses its heading instead.
  useEffect(
    () => announce(`Paid, thank you! Your order is number ${order.number}.`),
    [order.number],
  )
  return (
    <>
      <section className="page-top tint-mint">
        <div className="wrap columns">
          <div>
            <h1 className="h1">Got it. Thank you!</h1>
            <p className="lead">
              Order {order.number} is paid. An e-mail with everything in it is on its way to you.
            </p>
            {holiday !== null && order.hold === null && <p className="slip">{holiday}</p>}
            <div className="row">
              <ButtonLink to={paths.shop} arrow>
                Back to Shop
              </ButtonLink>
              <ButtonLink to={paths.accountSettings} variant="secondary">
                See your orders
              </ButtonLink>
            </div>
          </div>
          <div className={styles.receipt}>
            <OrderReceipt order={order} level={2} />
          </div>
        </div>
      </section>
      {/* Below the receipt, so that it neither delays nor moves it. */}
      <Suspense fallback={<div className="screenful" />}>
        <SuggestionList order={order} {...meanwhile} />
      </Suspense>
    </>
  )
}
