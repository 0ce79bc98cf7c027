import { getErrorMessage } from '../_shared/environment.ts'
import { getSessionPaymentId } from '../_shared/refunds.ts'
import { endSubscription, settlePayment, type SettlementTools } from '../_shared/settlement.ts'
import { rpcAt } from '../../client.ts'

/** The beginning of the `detail` of `settle_payment` for an order without a reservation in which something had sold out. */
export const soldOutDetailPrefix = 'sold out'

interface SoldOutOrder {
  id: string
  number: number
  currency: string
  total: number
  is_refunded: boolean
  session: string
  payment: string | null
  subscription: string | null
}

/** Maximum number of orders of one run; the orders whose last attempt is the oldest come first. */
const maxOrders = 20

/**
 * Refunds orders that were paid although something in them had sold out; returns their numbers. A repeated call refunds
 * nothing twice.
 * @throws Error when Stripe or the database cannot be reached; a periodic job tries again
 */
export async function refundSoldOut(tools: SettlementTools): Promise<number[]> {
  const orders: SoldOutOrder[] = await rpcAt(tools, 'claim_sold_out_orders', { p_limit: maxOrders })
  const outcomes = await Promise.allSettled(orders.map((order) => payBack(tools, order)))
  const faults = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (faults.length > 0) throw new AggregateError(faults, getErrorMessage(faults[0]))
  return orders.map((order) => order.number)
}

/** Ends the subscription first, because no job looks at the order again once it is refunded. */
async function payBack(tools: SettlementTools, order: SoldOutOrder): Promise<void> {
  const { id, currency, total } = order
  if (order.subscription !== null) await endSubscription(tools, order.subscription)
  if (order.is_refunded) return
  const payment = order.payment ?? (await getSessionPaymentId(tools.stripe, order.session))
  if (payment === null) throw new Error(`The payment of order ${order.number} was not found`)
  await refundRest(tools, id, payment)
  const source = { id: `sold_out_${id}`, type: 'charge.refunded' }
  const facts = { orderId: id, invoiceId: null, paymentIntentId: payment, currency }
  await settlePayment(tools, source, { ...facts, amountRefunded: total, refunds: [] })
}

async function refundRest({ stripe }: SettlementTools, id: string, payment: string): Promise<void> {
  try {
    await stripe.refunds.create(
      { payment_intent: payment, metadata: { order_id: id } },
      { idempotencyKey: `sold-out:${id}` },
    )
  } catch (error) {
    const isDone =
      error instanceof Error && 'code' in error && error.code === 'charge_already_refunded'
    if (!isDone) throw error
  }
}
