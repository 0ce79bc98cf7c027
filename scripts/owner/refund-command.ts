import { formatPence } from '../../domain/money.ts'
import { call } from '../../supabase/functions/_shared/supabase.ts'
import { paymentOfSession } from '../../supabase/functions/stripe-webhook/subscription-order.ts'
import { boxText, goesOn, readBox } from './box-rows.ts'
import { OwnerError, type OwnerTools } from './connect.ts'
import { type Order, readOrder } from './order-rows.ts'
import { statusText } from './order-statuses.ts'

/**
 * Pays back so many pence, or what is left. The order changes when the provider's notification of the refund arrives.
 * The same refund twice is one.
 * @throws OwnerError when that much cannot be paid back
 */
export async function refund(
  tools: OwnerTools,
  number: number,
  pence: number | null,
): Promise<void> {
  const order = await readOrder(tools.client, number)
  const left = order.total - order.refunded
  const amount = pence ?? left
  if (order.paid_at === null)
    throw new OwnerError(`Order ${number} is ${statusText(order.status)}: nothing was paid`)
  if (amount < 1 || amount > left)
    throw new OwnerError(`Of order ${number}, ${formatPence(left)} can be paid back`)
  const payment = await paymentOf(tools, order)
  await tools.stripe.refunds.create(
    { payment_intent: payment, amount, metadata: { order_id: order.id } },
    { idempotencyKey: `refund:${order.id}:${order.refunded}:${amount}` },
  )
  tools.print(
    `${formatPence(amount)} of order ${number} goes back to the shopper. Stock stays as it is.`,
  )
  if (amount === left) await warnOfBox(tools, order)
}

/** Whoever gets all of a box's money back may think that no more is taken. */
async function warnOfBox({ client, print }: OwnerTools, order: Order): Promise<void> {
  const box = await readBox(client, order)
  if (box === null || !goesOn(box)) return
  print(
    `But the box of order ${box.began} ${boxText(box)}. To stop it: npm run orders -- stop ${box.began}`,
  )
}

async function paymentOf({ client, stripe }: OwnerTools, order: Order): Promise<string> {
  if (order.stripe_payment_intent_id !== null) return order.stripe_payment_intent_id
  const found =
    order.stripe_session_id === null
      ? null
      : await paymentOfSession(stripe, order.stripe_session_id)
  if (found === null)
    throw new OwnerError(`The payment of order ${order.number} was not found at the provider`)
  await call(client, 'note_payment_intent', { p_order_id: order.id, p_payment_intent_id: found })
  return found
}

/**
 * Pence from '850' (pence), or '8.50', '£8.50' and '£8' (pounds).
 * @throws OwnerError for anything else
 */
export function readSum(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const [, pounds, pence] = /^£?(\d{1,7})\.(\d{2})$/.exec(text) ?? /^£(\d{1,7})$/.exec(text) ?? []
  if (pounds === undefined)
    throw new OwnerError(`"${text}" is no sum: write 850 (pence) or 8.50 (pounds)`)
  return Number(pounds) * 100 + Number(pence ?? 0)
}
