import Stripe from 'stripe'
import * as v from 'valibot'
import { formatPence } from '../../domain/money.ts'
import { messageOf } from '../../supabase/functions/_shared/environment.ts'
import { call, callNow } from '../../supabase/client.ts'
import { paymentOfSession } from '../../supabase/functions/stripe-webhook/subscription-order.ts'
import { orRefused, OwnerError, type OwnerTools } from './connect.ts'
import { type Order, readBox, readOrder } from './rows.ts'
import { boxText, goesOn, linesText } from './texts.ts'

/** What goes back: a sum, lines (a quantity of null is what is left of one), or with neither all that is left. */
export interface RefundWish {
  pence: number | null
  lines: { position: number; quantity: number | null }[] | null
  restock: boolean
}

const refundSchema = v.object({
  id: v.string(),
  amount: v.number(),
  pieces: v.array(
    v.object({ name: v.string(), quantity: v.number(), size: v.nullable(v.string()) }),
  ),
  isNew: v.boolean(),
  isRest: v.boolean(),
  isRestocked: v.boolean(),
})
type Refund = v.InferOutput<typeof refundSchema>

/** The order, its stock and its mail follow with the provider's notification. Asked for twice before that it is one. */
export async function refund(tools: OwnerTools, number: number, wish: RefundWish): Promise<void> {
  const order = await readOrder(tools.client, number)
  const answer = await callNow(tools, 'begin_refund', {
    p_number: number,
    p_amount: wish.pence,
    p_lines: wish.lines,
    p_restock: wish.restock,
  })
  const begun = orRefused(refundSchema, answer)
  await payBack(tools, order, begun)
  tools.print(
    `${formatPence(begun.amount)} of order ${number} goes back to the shopper${purposeOf(begun)}. ${stockText(begun, wish)}`,
  )
  if (begun.isRest) await warnOfBox(tools, order)
}

function purposeOf({ pieces, isRest }: Refund): string {
  if (pieces.length === 0 || isRest) return ''
  return `, for ${linesText(pieces.map((piece) => ({ ...piece, refunded_quantity: 0 })))}`
}

function stockText({ isRestocked }: Refund, { restock }: RefundWish): string {
  if (isRestocked) return 'What is counted of it goes into stock again.'
  return restock ? 'Nothing of it is counted, so stock stays as it is.' : 'Stock stays as it is.'
}

/** Asks the provider, for whom the id of the refund makes two requests one. */
async function payBack(tools: OwnerTools, order: Order, { id, amount, isNew }: Refund) {
  try {
    const payment = await paymentOf(tools, order)
    // The provider remembers a request for a day; what was begun before that may have been made.
    if (!isNew && (await isMade(tools, payment, id))) return
    await tools.stripe.refunds.create(
      { payment_intent: payment, amount, metadata: { order_id: order.id, refund_id: id } },
      { idempotencyKey: `refund:${id}` },
    )
  } catch (error) {
    if (!isFinal(error))
      throw new OwnerError(
        `The payment provider did not answer (${messageOf(error)}). Ask for the same again in a minute: it is paid back once.`,
        { cause: error },
      )
    await call(tools.client, 'drop_refund', { p_id: id })
    throw error instanceof OwnerError
      ? error
      : new OwnerError(`The payment provider refused: ${messageOf(error)}`, { cause: error })
  }
}

async function isMade({ stripe }: OwnerTools, payment: string, id: string): Promise<boolean> {
  const { data } = await stripe.refunds.list({ payment_intent: payment, limit: 100 })
  return data.some((refund) => refund.metadata?.['refund_id'] === id)
}

function isFinal(error: unknown): boolean {
  return error instanceof OwnerError || error instanceof Stripe.errors.StripeInvalidRequestError
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

/** Pence from '850' (pence), or '8.50', '£8.50' and '£8' (pounds); null for anything else. */
export function penceOf(text: string): number | null {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const [, pounds, pence] = /^£?(\d{1,7})\.(\d{2})$/.exec(text) ?? /^£(\d{1,7})$/.exec(text) ?? []
  return pounds === undefined ? null : Number(pounds) * 100 + Number(pence ?? 0)
}

export function readSum(text: string): number {
  const pence = penceOf(text)
  if (pence === null)
    throw new OwnerError(`"${text}" is no sum: write 850 (pence) or 8.50 (pounds)`)
  return pence
}
