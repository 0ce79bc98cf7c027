import type Stripe from 'stripe'
import { getFormToken } from './pay-on-page.ts'
import type { TestSandbox } from './sandbox.ts'

/**
 * Renews a subscription at once, or retries its failed payment, through the customer portal, and sends the events. Resolves to a
 * response with status 303, or 422 when the action is not possible.
 */
export async function renewInPortal(
  { stripe, sandbox, url: siteUrl }: Pick<TestSandbox, 'stripe' | 'sandbox' | 'url'>,
  subscription: string,
  outcome: 'succeeded' | 'failed' | 'unpaid' | 'action' = 'succeeded',
  deed: 'renew' | 'retry' = 'renew',
): Promise<Response> {
  const { customer } = await stripe.subscriptions.retrieve(subscription)
  const { url } = await stripe.billingPortal.sessions.create({ customer: String(customer) })
  const token = getFormToken(await (await fetch(url)).text())
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: siteUrl },
    body: new URLSearchParams({ token, do: deed, subscription, outcome }),
  })
  await sandbox.runDue()
  return answer
}

/** Returns the newest invoice of a subscription. */
export async function getLatestInvoice(
  { stripe }: Pick<TestSandbox, 'stripe'>,
  subscription: string,
): Promise<Stripe.Invoice> {
  const { data } = await stripe.invoices.list({ subscription, limit: 1 })
  const [invoice] = data
  if (invoice === undefined) throw new Error('There is no invoice')
  return invoice
}
