import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getSubscription,
  latestInvoice,
  renewInPortal,
  getRenewalOrders,
  twinkBoxSlug,
} from './boxes.ts'
import {
  createCheckoutLine,
  openPaymentSession,
  createCheckoutBody,
  getOrderEmailTemplates,
  getOrders,
  payOnPage,
} from './checkouts.ts'
import { createSessionEvent, createEventBody, getNowInSeconds, signWebhookBody } from './events.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

const root = join(import.meta.dirname, '..', '..')
const functions = join(root, 'supabase', 'functions')

let world: PaymentWorld
let cache: string
let checkout: string
let webhook: string
let portal: string
const children: ChildProcess[] = []
beforeAll(async () => {
  world = await openPaymentWorld()
  cache = await mkdtemp(join(tmpdir(), 'deno-'))
  checkout = await serveOnDeno('create-checkout')
  webhook = await serveOnDeno('stripe-webhook')
  portal = await serveOnDeno('billing-portal')
})
afterAll(async () => {
  for (const child of children) {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await world.stop()
  await rm(cache, { recursive: true, force: true })
})

/**
 * Serves an Edge Function with Deno as Supabase does: from its own folder, and with network access to this machine
 * only. Returns its address.
 */
async function serveOnDeno(name: string): Promise<string> {
  const { fetch: _fetch, now: _now, log: _log, crashPoint: _crash, ...values } = world.environment
  const args = [
    'run',
    '--cached-only',
    '--no-prompt',
    '--allow-net=127.0.0.1',
    '--allow-env',
    '--config',
    join(functions, 'deno.json'),
    '--node-modules-dir=manual',
    join(functions, name, 'index.ts'),
  ]
  const child = spawn(join(root, 'node_modules', '.bin', 'deno'), args, {
    env: {
      PATH: process.env['PATH'],
      DENO_DIR: cache,
      DENO_NO_UPDATE_CHECK: '1',
      DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
      NO_COLOR: '1',
      ...(values as Record<string, string>),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  let output = ''
  for await (const line of createInterface({ input: child.stderr })) {
    output += `${line}\n`
    const address = /Listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error(`${name} does not start on Deno:\n${output}`)
}

describe('on Deno', () => {
  test('the functions on Deno turn a cart into a session and its event into a paid order', async () => {
    const shopper = await world.shopper()
    const lines = [
      await createCheckoutLine(world, 'nashville-chilli-crisp', 2),
      await createCheckoutLine(world, 'got-got-need-tee'),
    ]
    const answer = await fetch(checkout, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${shopper.token}` },
      body: JSON.stringify(createCheckoutBody(shopper, lines)),
    })
    const body = await answer.json()
    expect([answer.status, body.session_id]).toEqual([200, expect.stringMatching(/^cs_test_/)])
    world.webhook.down = true
    await payOnPage(body.url)
    const event = await createSessionEvent(world, 'checkout.session.completed', body.session_id)
    const deliver = (signature: string) =>
      fetch(webhook, { method: 'POST', headers: { 'stripe-signature': signature }, body: event })
    expect(
      (await deliver(signWebhookBody(event, getNowInSeconds(world), 'whsec_wrong'))).status,
    ).toBe(400)
    expect((await deliver(signWebhookBody(event, getNowInSeconds(world) + 302))).status).toBe(400)
    expect((await deliver(signWebhookBody(event, getNowInSeconds(world)))).status).toBe(200)
    expect((await deliver(signWebhookBody(event, getNowInSeconds(world)))).status).toBe(200)
    const [order] = await getOrders(world, shopper)
    expect(order).toMatchObject({ status: 'paid', total: 4429 })
    expect(await getOrderEmailTemplates(world, order?.id ?? '')).toEqual([
      'order_confirmation',
      'order_notice',
    ])
  })

  test('the functions on Deno turn a renewal into an order and open its portal', async () => {
    world.webhook.down = true
    const { shopper, sessionId, url } = await openPaymentSession(world, [twinkBoxSlug])
    await payOnPage(url)
    const { subscription } = await world.stripe.checkout.sessions.retrieve(sessionId)
    await renewInPortal(world, String(subscription))
    const body = createEventBody('invoice.paid', await latestInvoice(world, String(subscription)))
    const headers = { 'stripe-signature': signWebhookBody(body, getNowInSeconds(world)) }
    expect((await fetch(webhook, { method: 'POST', headers, body })).status).toBe(200)
    expect(await getRenewalOrders(world, shopper)).toMatchObject([{ status: 'paid', total: 2000 }])
    const answer = await fetch(portal, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${shopper.token}` },
      body: JSON.stringify({ box: (await getSubscription(world, shopper)).id }),
    })
    const way = await answer.json()
    expect([answer.status, way.url]).toEqual([200, expect.stringContaining('/portal/')])
  })

  test('the functions on Deno send CORS headers to the page of the shop', async () => {
    const origin = world.environment.SITE_URL
    const asked = await fetch(checkout, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey, authorization, content-type, x-client-info',
      },
    })
    expect(asked.status).toBe(204)
    const allowed = asked.headers.get('access-control-allow-headers')?.split(', ')
    expect(allowed).toEqual(
      expect.arrayContaining(['apikey', 'authorization', 'content-type', 'x-client-info']),
    )
    const refused = await fetch(checkout, { method: 'POST', headers: { origin }, body: '{}' })
    expect(refused.status).toBe(401)
    for (const { headers } of [asked, refused])
      expect(headers.get('access-control-allow-origin')).toBe(origin)
  })

  test('the functions on Deno refuse as they do on Node', async () => {
    const post = (headers: Record<string, string>, body: string) =>
      fetch(checkout, { method: 'POST', headers, body })
    expect((await post({}, '{}')).status).toBe(401)
    expect((await post({ origin: 'https://evil.example' }, '{}')).status).toBe(403)
    expect((await post({ authorization: 'Bearer x' }, '{"__proto__":1}')).status).toBe(400)
    expect((await post({ authorization: 'Bearer x' }, 'x'.repeat(1024 * 1024 + 1))).status).toBe(
      413,
    )
    expect((await fetch(webhook)).status).toBe(405)
  })
})
