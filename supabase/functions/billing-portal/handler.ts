import type { ShopClient } from '../../client.ts'
import type Stripe from 'stripe'
import * as v from 'valibot'
import { answer, refuse, tooOften } from '../_shared/answers.ts'
import { readJson } from '../_shared/body.ts'
import { callerOf } from '../_shared/caller.ts'
import { consoleLog, type FunctionEnvironment } from '../_shared/environment.ts'
import { catching, messageOf } from '../_shared/faults.ts'
import { admit, type FormLimit } from '../_shared/guard.ts'
import { refuseStranger } from '../_shared/origin.ts'
import { findPortal, makePortal } from '../_shared/portal.ts'
import { settleBoxes } from '../_shared/settlement.ts'
import { createStripe, isMissing } from '../_shared/stripe.ts'
import { createServiceClient } from '../_shared/supabase.ts'

const mostBytes = 4 * 1024
/** For a customer, and for all behind one address. */
const limit: FormLimit = {
  form: 'billing-portal',
  max: 20,
  addressMax: 200,
  windowMs: 300_000,
  forgivesSignIns: true,
}

const ended = 'This box has ended, and nothing more is paid for it. Please load the page again.'

const input = v.object({ box: v.pipe(v.string(), v.uuid()) })

interface Tools {
  client: ShopClient
  stripe: Stripe
  siteUrl: string
  environment: FunctionEnvironment
}

/**
 * POST {box} with a customer's token, `box` being the id of a row of `subscriptions`. Answers {url}: where the customer
 * of that box, who must be the caller, changes the card or cancels. Refusals are `{ error: { code, message } }`: 400 no
 * box named, 401 not signed in, 403 from another site, 404 no box of the caller's, 409 one that the provider has ended with
 * its customer, 413 too large, 429 too often, 502 the provider did not answer.
 */
export function createBillingPortal(
  environment: FunctionEnvironment,
): (request: Request) => Promise<Response> {
  const { SITE_URL, STRIPE_SECRET_KEY, STRIPE_API_URL, log = consoleLog } = environment
  const tools: Tools = {
    client: createServiceClient(environment),
    stripe: createStripe(STRIPE_SECRET_KEY, STRIPE_API_URL),
    siteUrl: new URL(SITE_URL).origin,
    environment,
  }
  return catching((request) => openPortal(tools, request), {
    failed: (error) => {
      log.error({ reason: messageOf(error) }, 'portal: could not be opened')
      return refuse(502, 'provider_failed', 'The payment provider did not answer')
    },
  })
}

async function openPortal(tools: Tools, request: Request): Promise<Response> {
  const refusal = refuseStranger(request, tools.siteUrl)
  if (refusal !== null) return refusal
  const account = await callerOf(tools.client, request)
  if (account === null) return refuse(401, 'sign_in_required', 'Please sign in')
  const parsed = v.safeParse(input, await readJson(request, mostBytes))
  if (!parsed.success) return refuse(400, 'invalid_request', 'There is no such box')
  const wait = await admit(tools, request, limit, account.id)
  if (wait > 0) return tooOften(wait)
  const box = await readBox(tools.client, account.id, parsed.output.box)
  if (box === null) return refuse(404, 'not_found', 'There is no such box')
  const url = await portalUrl(tools, box.stripe_customer_id)
  if (url !== null) return answer({ url })
  await settleEnded(tools, box.stripe_subscription_id)
  return refuse(409, 'box_ended', ended)
}

interface Box {
  stripe_customer_id: string
  stripe_subscription_id: string
}

/** The provider's ids of the caller's own box; somebody else's is none. */
async function readBox(client: ShopClient, userId: string, box: string): Promise<Box | null> {
  const { data, error } = await client
    .from('subscriptions')
    .select('stripe_customer_id, stripe_subscription_id')
    .eq('id', box)
    .eq('user_id', userId)
    .maybeSingle<Box>()
  if (error !== null) throw new Error(`subscriptions: ${error.message}`)
  return data
}

/**
 * Null when the provider no longer has this customer. On an account that was never set up the portal's configuration is
 * made here, since without one the provider refuses.
 */
async function portalUrl({ stripe, siteUrl }: Tools, customer: string): Promise<string | null> {
  const configuration = (await findPortal(stripe)) ?? (await makePortal(stripe))
  try {
    const session = await stripe.billingPortal.sessions.create({
      customer,
      return_url: `${siteUrl}/account-settings`,
      locale: 'en-GB',
      configuration,
    })
    return session.url
  } catch (error) {
    if (isMissing(error, 'customer')) return null
    throw error
  }
}

/** Whoever deletes a customer at the provider ends their boxes there; should its news be lost, it is taken in here. */
async function settleEnded({ client, stripe, environment }: Tools, id: string): Promise<void> {
  const { BUSINESS_EMAIL: businessEmail, now } = environment
  const news = { id: null, type: 'customer.subscription.deleted' }
  await settleBoxes({ client, stripe, businessEmail, now }, news, id)
}
