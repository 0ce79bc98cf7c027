import { endBox } from '../_shared/end-box.ts'
import { messageOf } from '../_shared/faults.ts'
import { settle, type SettlementTools } from '../_shared/settlement.ts'
import { paymentOfSession } from './subscription-order.ts'

/** What `settle_payment` says of an order that was paid for without a reservation when not everything was left of it. */
export const soldOut = 'sold out'

interface SoldOutOrder {
  id: string
  number: number
  currency: string
  total: number
  stripe_session_id: string
  stripe_payment_intent_id: string | null
  stripe_subscription_id: string | null
}

const wanted =
  'id, number, currency, total, stripe_session_id, stripe_payment_intent_id, stripe_subscription_id'
/** At most so many at a time. */
const mostOrders = 20

/**
 * Pays back in whole what was sold out, ends its box if there is one, and gives the orders' numbers. Twice is once.
 * @throws Error when the provider or the database cannot be asked; whoever sweeps tries again
 */
export async function payBackSoldOut(tools: SettlementTools): Promise<number[]> {
  const { data, error } = await tools.client
    .from('orders')
    .select(wanted)
    .eq('status', 'paid')
    .not('sold_out_at', 'is', null)
    .limit(mostOrders)
    .overrideTypes<SoldOutOrder[], { merge: false }>()
  if (error !== null) throw new Error(`orders: ${error.message}`, { cause: error })
  const outcomes = await Promise.allSettled(data.map((order) => payBack(tools, order)))
  const faults = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (faults.length > 0) throw new AggregateError(faults, messageOf(faults[0]))
  return data.map((order) => order.number)
}

async function payBack(tools: SettlementTools, order: SoldOutOrder): Promise<void> {
  const { id, currency, total } = order
  const payment =
    order.stripe_payment_intent_id ??
    (await paymentOfSession(tools.stripe, order.stripe_session_id))
  if (payment === null) throw new Error(`The payment of order ${order.number} was not found`)
  await tools.stripe.refunds.create(
    { payment_intent: payment, metadata: { order_id: id } },
    { idempotencyKey: `sold-out:${id}` },
  )
  if (order.stripe_subscription_id !== null) await endBox(tools, order.stripe_subscription_id)
  const news = { id: `sold_out_${id}`, type: 'charge.refunded' }
  const facts = { orderId: id, invoiceId: null, paymentIntentId: payment, currency }
  await settle(tools, news, { ...facts, amountRefunded: total })
}
