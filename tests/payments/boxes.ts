import { openPaymentSession, getOrders, type OrderRow, payOnPage } from './checkouts.ts'
import { postWebhook, createEventBody } from './events.ts'
import type { Shopper, PaymentWorld } from './world.ts'

export {
  getLatestInvoice as latestInvoice,
  renewInPortal,
} from '../../packages/payment-sandbox/tests/support/subscriptions.ts'

export const twinkBoxSlug = 'twink-box-monthly-subscription'

export interface Subscriber {
  shopper: Shopper
  orderId: string
  /** The subscription's id at the payment provider. */
  subscription: string
}

/** Creates a shopper who has paid for the first box of a subscription. */
export async function createSubscriber(
  world: PaymentWorld,
  slugs = [twinkBoxSlug],
): Promise<Subscriber> {
  const { shopper, orderId, url, sessionId } = await openPaymentSession(world, slugs)
  await payOnPage(url)
  await world.sandbox.runDue()
  const session = await world.stripe.checkout.sessions.retrieve(sessionId)
  return { shopper, orderId, subscription: String(session.subscription) }
}

export interface SubscriptionRow {
  id: string
  status: string
  amount: number
  boxes: { name: string; slug: string; quantity: number; unitAmount: number; size: string | null }[]
  current_period_end: Date
  skips_to: Date | null
  ends_at: Date | null
  ended_at: Date | null
  end_reason: string | null
  cancel_at_period_end: boolean
  overdue_amount: number | null
  retry_at: Date | null
  revision: string
  stripe_customer_id: string
  stripe_subscription_id: string
}

export async function getSubscriptions(
  world: PaymentWorld,
  shopper: Shopper,
): Promise<SubscriptionRow[]> {
  return world.sql<SubscriptionRow[]>`
    select * from public.subscriptions where user_id = ${shopper.id} order by created_at`
}

/** Returns the box (subscription) of a shopper who has only one. */
export async function getSubscription(
  world: PaymentWorld,
  shopper: Shopper,
): Promise<SubscriptionRow> {
  const [box] = await getSubscriptions(world, shopper)
  if (box === undefined) throw new Error('There is no box')
  return box
}

/** Returns the orders of a shopper's renewals, which are all except the first, oldest first. */
export async function getRenewalOrders(world: PaymentWorld, shopper: Shopper): Promise<OrderRow[]> {
  return (await getOrders(world, shopper)).slice(1)
}

export interface OutboxEmail {
  template: string
  data: Record<string, unknown>
}

/** Returns the emails in the outbox to a shopper, oldest first. */
export async function getEmailsTo(world: PaymentWorld, { email }: Shopper): Promise<OutboxEmail[]> {
  return world.sql<OutboxEmail[]>`
    select template, data from public.outbox where recipient = ${email} order by created_at, template`
}

export async function getEmailTemplatesTo(
  world: PaymentWorld,
  shopper: Shopper,
): Promise<string[]> {
  return (await getEmailsTo(world, shopper)).map((email) => email.template).toSorted()
}

/** Posts a signed webhook event about a subscription, with the subscription's present state and the given changes. */
export async function postSubscriptionEvent(
  world: PaymentWorld,
  type: string,
  subscription: string,
  changes: object = {},
  id?: string,
): Promise<number> {
  const object = { ...(await world.stripe.subscriptions.retrieve(subscription)), ...changes }
  return (await postWebhook(world, createEventBody(type, object, id))).status
}
