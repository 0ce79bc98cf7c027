import Stripe from 'stripe'
import * as v from 'valibot'
import { refusalSchema } from '../_shared/answers.ts'
import { endBox } from '../_shared/end-box.ts'
import { messageOf } from '../_shared/faults.ts'
import { consoleLog } from '../_shared/environment.ts'
import type { SettlementTools } from '../_shared/settlement.ts'
import { createStripe } from '../_shared/stripe.ts'
import type { Tools } from './tools.ts'

/** What `erase_person` says; `boxes` are the provider's ids of those that only have to be ended first. */
export const erasureSchema = v.union([
  v.object({ erased: v.literal(true) }),
  v.object({ error: refusalSchema, boxes: v.optional(v.array(v.string())) }),
])
export type Erasure = v.InferOutput<typeof erasureSchema>

/**
 * Tries an erasure, and once more after ending the boxes that were cancelled and are not over: nothing is charged for
 * them afterwards, and nobody takes them back. When the provider cannot be reached, nothing is erased.
 */
export async function eraseAfterBoxes(
  tools: Tools,
  attempt: () => Promise<Erasure>,
): Promise<Erasure> {
  const first = await attempt()
  if (!('boxes' in first) || first.boxes === undefined) return first
  return (await endBoxes(tools, first.boxes)) ? attempt() : first
}

/** False when the provider did not answer, or refused. */
async function endBoxes({ client, environment }: Tools, ids: string[]): Promise<boolean> {
  const { STRIPE_SECRET_KEY, STRIPE_API_URL, BUSINESS_EMAIL, now, log = consoleLog } = environment
  const stripe = createStripe(STRIPE_SECRET_KEY, STRIPE_API_URL)
  const tools: SettlementTools = { client, stripe, businessEmail: BUSINESS_EMAIL, now }
  try {
    for (const id of ids) await endBox(tools, id)
    return true
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    log.error({ reason: messageOf(error) }, 'erasure: a box could not be ended before it')
    return false
  }
}
