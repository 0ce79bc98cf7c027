import Stripe from 'stripe'
import type { Refusal } from '../_shared/answers.ts'
import { messageOf } from '../_shared/faults.ts'
import { consoleLog } from '../_shared/environment.ts'
import { idOf } from '../_shared/payment-facts.ts'
import { orNull, settleBoxes, type SettlementTools } from '../_shared/settlement.ts'
import { createStripe } from '../_shared/stripe.ts'
import { call } from '../_shared/supabase.ts'
import type { Tools } from './tools.ts'

/** What `erase_person` says; `boxes` are the provider's ids of those that only have to be ended first. */
export type Erasure = { erased: true } | { error: Refusal; boxes?: string[] }

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
    log.error({ reason: messageOf(error) }, 'A box could not be ended before an erasure')
    return false
  }
}

/**
 * At once: the provider then also stops collecting what is overdue. What it says of the box is taken in here, and a
 * payment that has just come in is an order, which has to be sent first.
 */
async function endBox(tools: SettlementTools, id: string): Promise<void> {
  const { client, now, stripe } = tools
  // One that is over already, since an answer was lost, cannot be cancelled again.
  const ended =
    (await orNull(stripe.subscriptions.cancel(id))) ??
    (await orNull(stripe.subscriptions.retrieve(id)))
  if (ended === null)
    return call(client, 'end_unknown_box', {
      p_stripe_subscription_id: id,
      p_now: new Date(now()).toISOString(),
    })
  const invoice = idOf(ended.latest_invoice)
  const news = { id: null, type: 'customer.subscription.deleted' }
  await settleBoxes(tools, news, id, invoice === null ? [] : [invoice])
}
