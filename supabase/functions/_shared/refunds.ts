import Stripe from 'stripe'
import * as v from 'valibot'
import { rpc } from '../../client.ts'
import { getErrorMessage } from './environment.ts'
import { getObjectId } from './payment-facts.ts'
import type { SettlementTools } from './settlement.ts'

/** A refund that `begin_refund` has recorded; its amount in pence. */
export const refundSchema = v.object({
  id: v.string(),
  amount: v.number(),
  pieces: v.array(
    v.object({ name: v.string(), quantity: v.number(), size: v.nullable(v.string()) }),
  ),
  isNew: v.boolean(),
  isRest: v.boolean(),
  isRestocked: v.boolean(),
})
type Refund = Pick<v.InferOutput<typeof refundSchema>, 'id' | 'amount' | 'isNew'>

export interface PaidOrder {
  id: string
  number: number
  stripe_session_id: string | null
  stripe_payment_intent_id: string | null
}

/** Thrown when Stripe refused a refund or did not confirm it; the message is one clear sentence for the desk. */
export class RefundError extends Error {
  override name = 'NotPaidBack'
}

/**
 * Requests a recorded refund from Stripe. Repeated calls make one refund, because its id is the idempotency key. Stripe's
 * webhook later updates the order, its stock and its email.
 * @throws RefundError when Stripe refuses, in which case the recorded refund is deleted, or when it does not respond
 */
export async function createRefund(
  tools: Pick<SettlementTools, 'client' | 'stripe'>,
  order: PaidOrder,
  { id, amount, isNew }: Refund,
): Promise<void> {
  try {
    const payment = await paymentOf(tools, order)
    // Stripe remembers an idempotency key for a day only, so a refund that was begun earlier may already exist.
    if (!isNew && (await isMade(tools.stripe, payment, id))) return
    await tools.stripe.refunds.create(
      { payment_intent: payment, amount, metadata: { order_id: order.id, refund_id: id } },
      { idempotencyKey: `refund:${id}` },
    )
  } catch (error) {
    if (!isFinal(error))
      throw new RefundError(
        `The payment provider did not answer (${getErrorMessage(error)}). Try the same again in a minute: it’ll only be paid back once.`,
        { cause: error },
      )
    await rpc(tools.client, 'delete_refund', { p_id: id })
    throw error instanceof RefundError
      ? error
      : new RefundError(`The payment provider refused: ${getErrorMessage(error)}`, { cause: error })
  }
}

async function isMade(stripe: Stripe, payment: string, id: string): Promise<boolean> {
  const { data } = await stripe.refunds.list({ payment_intent: payment, limit: 100 })
  return data.some((refund) => refund.metadata?.['refund_id'] === id)
}

/** Returns true when a retry would fail in the same way. */
function isFinal(error: unknown): boolean {
  return error instanceof RefundError || error instanceof Stripe.errors.StripeInvalidRequestError
}

async function paymentOf(
  { client, stripe }: Pick<SettlementTools, 'client' | 'stripe'>,
  order: PaidOrder,
): Promise<string> {
  if (order.stripe_payment_intent_id !== null) return order.stripe_payment_intent_id
  const found =
    order.stripe_session_id === null
      ? null
      : await getSessionPaymentId(stripe, order.stripe_session_id)
  if (found === null)
    throw new RefundError(`The payment of order ${order.number} was not found at the provider`)
  await rpc(client, 'store_payment_intent', { p_order_id: order.id, p_payment_intent_id: found })
  return found
}

/**
 * Returns the id of a session's payment; null when there is none yet. A subscription's session does not name its payment,
 * which is that of its first invoice.
 */
export async function getSessionPaymentId(
  stripe: Stripe,
  sessionId: string,
): Promise<string | null> {
  const session = await stripe.checkout.sessions.retrieve(sessionId)
  const direct = getObjectId(session.payment_intent)
  const invoice = getObjectId(session.invoice)
  if (direct !== null || invoice === null) return direct
  const { data } = await stripe.invoicePayments.list({ invoice, limit: 1 })
  return getObjectId(data[0]?.payment.payment_intent)
}
