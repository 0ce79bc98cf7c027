import Stripe from 'stripe'
import * as v from 'valibot'
import { refusalSchema, Refused } from './responses.ts'
import { getErrorMessage } from './environment.ts'
import type { HandlerContext } from './serve-handler.ts'
import { endSubscription } from './settlement.ts'

/**
 * The result of `erase_person`. `boxes` are Stripe's ids of subscriptions that must end first; `hindrances` are codes of
 * obstacles that the person must remove.
 */
const erasureSchema = v.union([
  v.object({ erased: v.literal(true) }),
  v.object({
    error: refusalSchema,
    boxes: v.optional(v.array(v.string())),
    hindrances: v.optional(v.array(v.string())),
  }),
])
type Erasure = v.InferOutput<typeof erasureSchema>

/**
 * Erases a person's data. When cancelled subscriptions are still active, it ends them and tries once more: nothing is
 * charged for them afterwards, and they cannot be resumed. Nothing is erased when Stripe does not respond or refuses.
 */
export async function eraseAfterEndingBoxes(
  tools: HandlerContext,
  attempt: () => Promise<unknown>,
): Promise<Erasure> {
  const first = v.parse(erasureSchema, await attempt())
  if (!('boxes' in first) || first.boxes === undefined) return first
  try {
    for (const id of first.boxes) await endSubscription(tools, id)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    tools.log.error(
      { reason: getErrorMessage(error) },
      'erasure: a box could not be ended before it',
    )
    return first
  }
  return v.parse(erasureSchema, await attempt())
}

/**
 * Erases a person's data as `eraseAfterEndingBoxes` does.
 * @throws Refused (409, 502) when something must end first
 */
export async function eraseOrRefuse(
  tools: HandlerContext,
  attempt: () => Promise<unknown>,
): Promise<void> {
  const outcome = await eraseAfterEndingBoxes(tools, attempt)
  if (!('error' in outcome)) return
  const { code, message } = outcome.error
  throw new Refused(code === 'box_ending' ? 502 : 409, code, message)
}
