import * as v from 'valibot'
import { rpc, getRows, type ShopClient } from '../../client.ts'
import { createJsonResponse, Refused } from '../_shared/responses.ts'
import { readInput } from '../_shared/body.ts'
import { createCallerClient, callOrRefuse } from '../_shared/caller.ts'
import {
  defineHandler,
  type HandlerContext,
  createErrorResponder,
} from '../_shared/serve-handler.ts'
import { RefundError, createRefund, type PaidOrder, refundSchema } from '../_shared/refunds.ts'
import { skipRenewal, cancelSubscription } from '../_shared/settlement.ts'

const maxBytes = 64 * 1024

const number = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e15))
/** The desk's idempotency key, which stays the same when the button is pressed again. */
const request = v.pipe(v.string(), v.uuid())
const left = v.pipe(v.number(), v.integer())
const line = v.object({
  position: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
  restock: v.boolean(),
})
const words = v.pipe(v.string(), v.maxLength(2000))
/** The second value of each pair is the name that an earlier version of the desk sends. */
const input = v.variant('do', [
  v.object({
    do: v.picklist(['refund', 'pay back']),
    request,
    number,
    lines: v.pipe(v.array(line), v.maxLength(200)),
    /** Pence to refund in addition to the lines: for delivery, or a free amount. */
    amount: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e8))),
    reason: words,
    left,
  }),
  v.object({
    do: v.literal('cancel'),
    request,
    number,
    restock: v.boolean(),
    words,
    left,
  }),
  v.object({ do: v.picklist(['retry_refund', 'pay back again']), request }),
  v.object({ do: v.picklist(['cancel_subscription', 'stop box']), number, atOnce: v.boolean() }),
  v.object({
    do: v.picklist(['skip_renewal', 'skip box']),
    number,
    due: v.pipe(
      v.string(),
      v.maxLength(40),
      v.check((text) => !Number.isNaN(Date.parse(text))),
    ),
    skips: v.boolean(),
  }),
])
type Input = v.InferOutput<typeof input>
type Cancellation = Extract<Input, { atOnce: boolean }>
type Skip = Extract<Input, { skips: boolean }>
type Refund = Exclude<Input, Cancellation | Skip>

const begunSchema = v.object({ ...refundSchema.entries, isBooked: v.boolean() })

/**
 * Handles POST with the token of an owner: {do: 'refund', request, number, lines: [{position, quantity, restock}], amount,
 * reason, left}, {do: 'cancel', request, number, restock, words, left}, {do: 'retry_refund', request}, {do:
 * 'cancel_subscription', number, atOnce} or {do: 'skip_renewal', number, due, skips}; amounts in pence, `due` in ISO 8601.
 * The database checks the role and records the request before it goes to the provider, and that a subscription was changed
 * once the provider has confirmed it; the order follows with the provider's notification. Returns {amount}, the pence that
 * are refunded, or {do, number} as they were sent. Refusals are `{ error: { code, message } }`: 400 the order does not
 * allow it, 401, 403 (`fresh_code`: a new code of the authenticator app is required), 409 the order has been changed in the
 * meantime, 413, 502 the provider did not answer or refused: the same request may be sent again.
 */
export const createDeskOrders = defineHandler(handle, {
  fault: 'desk orders: failed',
  failed: createErrorResponder(
    502,
    'provider_failed',
    'The payment provider did not answer. Press again in a minute: nothing is doubled.',
  ),
})

async function handle(tools: HandlerContext, request: Request): Promise<Response> {
  const caller = createCallerClient(tools.environment, request)
  const asked = await readInput(request, maxBytes, input, 'Please load the page again.')
  if ('atOnce' in asked) return cancel(tools, caller, asked)
  if ('skips' in asked) return skip(tools, caller, asked)
  const begun = v.parse(begunSchema, await begin(caller, asked))
  // A refund that Stripe has already made is not requested again.
  if (!begun.isBooked) await ask(tools, begun)
  return createJsonResponse({ amount: begun.amount })
}

function begin(caller: ShopClient, asked: Refund): Promise<unknown> {
  if (!('number' in asked))
    return callOrRefuse(caller, 'desk_refund_again', { p_request: asked.request })
  const one = { p_request: asked.request, p_number: asked.number, p_left: asked.left }
  return asked.do === 'cancel'
    ? callOrRefuse(caller, 'desk_cancel_order', {
        ...one,
        p_restock: asked.restock,
        p_words: asked.words,
      })
    : callOrRefuse(caller, 'desk_pay_back', {
        ...one,
        p_lines: asked.lines,
        p_amount: asked.amount,
        p_reason: asked.reason,
      })
}

async function ask(tools: HandlerContext, begun: v.InferOutput<typeof begunSchema>): Promise<void> {
  try {
    await createRefund(tools, await orderOf(tools, begun.id), begun)
  } catch (error) {
    if (!(error instanceof RefundError)) throw error
    tools.log.warn({ refund: begun.id, reason: error.message }, 'desk orders: not paid back')
    throw new Refused(502, 'not_paid_back', error.message)
  }
}

async function orderOf({ client }: HandlerContext, refund: string): Promise<PaidOrder> {
  const query = client
    .from('refunds')
    .select('orders!inner(id, number, stripe_session_id, stripe_payment_intent_id)')
  return (await getRows('The refund', query.eq('id', refund).single())).orders
}

async function cancel(
  tools: HandlerContext,
  caller: ShopClient,
  { do: action, number: p_number, atOnce: p_at_once }: Cancellation,
): Promise<Response> {
  const id = v.parse(
    v.string(),
    await callOrRefuse(caller, 'desk_stop_box', { p_number, p_at_once }),
  )
  await cancelSubscription(tools, id, p_at_once)
  const { status, ends_at: endsAt } = await boxNow(tools, id)
  if (status !== 'cancelled' && endsAt === null)
    throw new Refused(
      502,
      'unknown_box',
      `The payment provider does not know this box (${id}): nothing is charged for it there.`,
    )
  await noteAction(tools, p_number, 'stop_box')
  return createJsonResponse({ do: action, number: p_number })
}

async function skip(
  tools: HandlerContext,
  caller: ShopClient,
  { do: action, number: p_number, due: p_due, skips: p_skips }: Skip,
): Promise<Response> {
  const args = { p_number, p_due, p_skips }
  const id = v.parse(v.nullable(v.string()), await callOrRefuse(caller, 'desk_skip_box', args))
  if (id === null) return createJsonResponse({ do: action, number: p_number })
  await skipRenewal(tools, id, Date.parse(p_due), p_skips)
  if (((await boxNow(tools, id)).skips_to !== null) !== p_skips)
    throw new Refused(
      409,
      'box_moved',
      'Nothing was changed. The payment provider is taking a payment for this box right now, or its details differ from ours. Try again in an hour.',
    )
  await noteAction(tools, p_number, p_skips ? 'skip_box' : 'unskip_box')
  return createJsonResponse({ do: action, number: p_number })
}

/** Records in the desk's log that an action was completed, not only requested. */
async function noteAction(
  { client }: HandlerContext,
  p_number: number,
  p_action: string,
): Promise<void> {
  await rpc(client, 'confirm_box_change', { p_number, p_action })
}

function boxNow({ client }: HandlerContext, id: string) {
  const box = client.from('subscriptions').select('status, ends_at, skips_to')
  return getRows('The box', box.eq('stripe_subscription_id', id).single())
}
