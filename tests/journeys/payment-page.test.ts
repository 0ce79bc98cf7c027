import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createPaymentSandbox,
  type PaymentSandbox,
} from '../../packages/payment-sandbox/src/payment-sandbox.ts'
import { createStripe } from '../../supabase/functions/_shared/stripe.ts'
import { findAccessibilityFaults } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { phone } from '../support/screens.ts'

const secretKey = 'sk_test_of_the_journeys'

let server: Server
let sandbox: PaymentSandbox
let folder: string
let url: string
let stripe: Stripe

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-page-'))
  server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const quiet = (): void => undefined
  sandbox = createPaymentSandbox({
    data: join(folder, 'payments.sqlite'),
    secretKey,
    webhookSecret: 'whsec_of_the_journeys',
    webhookUrl: `${url}/webhook`,
    url: `${url}/sandbox/payments`,
    siteUrl: url,
    traderName: 'Test Kitchen',
    catalogue: async () => ({
      prices: [{ id: 'price_tee', name: 'Got. Got. Need. Tee', unitAmount: 2400, recurring: null }],
      rates: [{ id: 'shr_standard', name: 'Standard', amount: 329 }],
    }),
    fetch,
    now: Date.now,
    log: { warn: quiet, error: quiet },
  })
  server.on('request', async (incoming, outgoing) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const body = chunks.length === 0 ? null : Buffer.concat(chunks)
    const request = new Request(`${url}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers,
      body,
    })
    const isSandbox = incoming.url?.startsWith('/sandbox/payments/') === true
    const answer = isSandbox ? await sandbox.handle(request) : new Response('Here')
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
  })
  stripe = createStripe(secretKey, `${url}/sandbox/payments`)
})

afterAll(async () => {
  await sandbox.stop()
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

async function aSession(): Promise<Stripe.Checkout.Session & { url: string }> {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: 'price_tee', quantity: 1 }],
    customer_email: 'sam@example.co.uk',
    allow_promotion_codes: true,
    shipping_address_collection: { allowed_countries: ['GB'] },
    shipping_options: [{ shipping_rate: 'shr_standard' }],
    custom_fields: [
      {
        key: 'size0',
        label: { type: 'custom', custom: 'Size: Tee' },
        type: 'dropdown',
        dropdown: { options: ['M', '2XL'].map((size) => ({ label: size, value: size })) },
      },
    ],
    success_url: `${url}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${url}/checkout/cancelled`,
  })
  return { ...session, url: session.url ?? '' }
}

test('the payment page works by keyboard alone and without scripts, and leads back to the shop', async () => {
  const session = await aSession()
  const { page, close } = await openBrowser({ javaScriptEnabled: false })
  await page.goto(session.url)
  await page.getByLabel('Size: Tee').selectOption('2XL')
  await page.getByLabel('Full name').press('Enter')
  await page.waitForURL(`${url}/checkout/success?session_id=${session.id}`)
  await close()
  const paid = await stripe.checkout.sessions.retrieve(session.id)
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', amount_total: 2729 })
  expect(paid.custom_fields[0]?.dropdown?.value).toBe('2XL')
})

test('the payment page leads back to the shop when nothing is paid', async () => {
  const session = await aSession()
  const { page, close } = await openBrowser({ viewport: phone })
  await page.goto(session.url)
  await page.getByRole('link', { name: 'Back to Test Kitchen' }).click()
  await page.waitForURL(`${url}/checkout/cancelled`)
  await close()
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
})

test('the payment page passes the accessibility checks, also after a declined card', async () => {
  const session = await aSession()
  const { page, close } = await openBrowser({ viewport: phone })
  await page.goto(session.url)
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.getByLabel('Size: Tee').selectOption('M')
  await page.getByLabel('Card number').fill('4000 0000 0000 0002')
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await page.getByRole('alert').waitFor()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await close()
})
