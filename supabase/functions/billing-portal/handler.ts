import * as v from 'valibot'
import { getRows } from '../../client.ts'
import { createJsonResponse, Refused } from '../_shared/responses.ts'
import { readInput } from '../_shared/body.ts'
import { requireCaller } from '../_shared/caller.ts'
import {
  defineHandler,
  type HandlerContext,
  createErrorResponder,
} from '../_shared/serve-handler.ts'
import { enforceFormLimit } from '../_shared/guard.ts'
import { findPortalConfiguration, createPortalConfiguration } from '../_shared/portal.ts'
import { settleSubscriptions } from '../_shared/settlement.ts'
import { isMissingAtStripe } from '../_shared/stripe.ts'

const maxBytes = 4 * 1024
const limit = { key: 'billing-portal', max: 20, forgivesSignIns: true }
const noBox = 'There is no such box'
const ended = 'This box has ended and there’s nothing more to pay. Please reload the page.'

const input = v.object({ box: v.pipe(v.string(), v.uuid()) })

/**
 * Handles POST {box} with a customer's token, `box` being the id of a row of `subscriptions`. Answers {url}: where the
 * customer of that box, who must be the caller, changes the card or cancels. Refusals are `{ error: { code, message } }`:
 * 400 no box named, 401 not signed in, 403 from another site, 404 the caller has no such box, 409 the box has ended because
 * its customer was deleted at the provider, 413 too large, 429 too often, 502 the provider did not answer.
 */
export const createBillingPortal = defineHandler(openPortal, {
  fault: 'portal: could not be opened',
  failed: createErrorResponder(502, 'provider_failed', 'The payment provider did not answer'),
})

async function openPortal(tools: HandlerContext, request: Request): Promise<Response> {
  const account = await requireCaller(tools.client, request)
  const { box: id } = await readInput(request, maxBytes, input, noBox)
  await enforceFormLimit(tools, request, limit, account.id)
  const box = await readBox(tools, account.id, id)
  if (box === null) throw new Refused(404, 'not_found', noBox)
  const url = await portalUrl(tools, box.stripe_customer_id)
  if (url !== null) return createJsonResponse({ url })
  // Deleting a customer in Stripe ends their subscriptions there. If the event about it is lost, this request settles the
  // subscription.
  const news = { id: null, type: 'customer.subscription.deleted' }
  await settleSubscriptions(tools, news, box.stripe_subscription_id)
  throw new Refused(409, 'box_ended', ended)
}

/** Returns Stripe's ids of the caller's own subscription; null for another customer's. */
function readBox({ client }: HandlerContext, userId: string, box: string) {
  const query = client
    .from('subscriptions')
    .select('stripe_customer_id, stripe_subscription_id')
    .eq('id', box)
    .eq('user_id', userId)
  return getRows('The box', query.maybeSingle())
}

/**
 * Returns the URL of a portal session; null when Stripe no longer has this customer. Stripe refuses a session without a
 * configuration.
 */
async function portalUrl(
  { stripe, siteUrl }: HandlerContext,
  customer: string,
): Promise<string | null> {
  const configuration =
    (await findPortalConfiguration(stripe)) ?? (await createPortalConfiguration(stripe))
  try {
    const session = await stripe.billingPortal.sessions.create({
      customer,
      return_url: `${siteUrl}/account-settings`,
      locale: 'en-GB',
      configuration,
    })
    return session.url
  } catch (error) {
    if (isMissingAtStripe(error, 'customer')) return null
    throw error
  }
}
