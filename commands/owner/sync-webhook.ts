import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { isLoopbackHostname } from '../../server/loopback.ts'
import { stripeVersion } from '../../supabase/functions/_shared/stripe.ts'
import { handledEvents } from '../../supabase/functions/stripe-webhook/process-event.ts'
import type { OwnerTools } from './connect.ts'

const path = '/functions/v1/stripe-webhook'

/**
 * Creates or repairs the payment provider's webhook endpoint at `origin`, with the events that the shop handles and the API version
 * that the shop uses. Replaces an endpoint with another version, because the version of an endpoint cannot be changed. The provider
 * shows the signing secret only once: it is written to a file in `folder` that only the file's owner can read, and not printed.
 */
export async function syncWebhook(tools: OwnerTools, origin: URL, folder: string): Promise<void> {
  const { stripe, print } = tools
  if (isLoopbackHostname(origin.hostname))
    return print(
      `No webhook endpoint was made: the payment provider cannot reach ${origin.origin}. Set SITE_URL to the shop’s public address and run this again; on this machine alone, use "stripe listen --forward-to ${origin.origin}${path}".`,
    )
  const url = `${origin.origin}${path}`
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  const there = data.filter((one) => one.url === url)
  const fitting = there.filter((one) => one.api_version === stripeVersion)
  for (const one of fitting) await bringInOrder(tools, one)
  if (fitting.length === 0) await makeEndpoint(tools, url, folder)
  for (const one of there) {
    if (fitting.includes(one)) continue
    await stripe.webhookEndpoints.del(one.id)
    print(
      `${one.id} was removed: it sent in API version ${one.api_version ?? 'of the account'}, which cannot be changed.`,
    )
  }
}

async function makeEndpoint(
  { stripe, account, print }: OwnerTools,
  url: string,
  folder: string,
): Promise<void> {
  const file = join(folder, `stripe-webhook-secret-${account}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const made = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...handledEvents],
    api_version: stripeVersion,
  })
  // Deletes an existing file first: overwriting it would keep its mode, and others might be able to read it.
  await rm(file, { force: true })
  await writeFile(file, `${made.secret ?? ''}\n`, { mode: 0o600, flag: 'wx' })
  print(`webhook endpoint → ${made.id}, for ${url}`)
  print(
    `Its signing secret is in ${file}, for you alone. Set STRIPE_WEBHOOK_SECRET to it where the shop runs (on hosted Supabase with "supabase secrets set"), start the shop again, and remove the file. Until then it refuses what is sent, and the provider sends that again for three days.`,
  )
}

async function bringInOrder(
  { stripe, print }: OwnerTools,
  endpoint: Stripe.WebhookEndpoint,
): Promise<void> {
  const inOrder = (events: readonly string[]) => events.toSorted().join()
  if (inOrder(endpoint.enabled_events) === inOrder(handledEvents) && endpoint.status === 'enabled')
    return print(
      `The webhook endpoint ${endpoint.id} is in order. Its signing secret stands in the provider’s own desk, should STRIPE_WEBHOOK_SECRET be lost.`,
    )
  await stripe.webhookEndpoints.update(endpoint.id, {
    enabled_events: [...handledEvents],
    disabled: false,
  })
  print(`webhook endpoint → ${endpoint.id}, with the events that the shop takes in`)
}
