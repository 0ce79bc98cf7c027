import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OwnerTools } from '../../commands/owner/connect.ts'
import { ordersCommand } from '../../commands/owner/order-commands.ts'
import { syncAccount } from '../../commands/owner/sync-account.ts'
import { syncWebhook } from '../../commands/owner/sync-webhook.ts'
import { startDisputeWatch } from '../../server/disputes.ts'
import { startOrdersSweep } from '../../server/orders-sweep.ts'
import type * as stripeModule from '../../supabase/functions/_shared/stripe.ts'
import { stripeVersion } from '../../supabase/functions/_shared/stripe.ts'
import { createBalanceReading } from '../desk/money-world.ts'
import { getPaymentIntentId, pressBankButton } from './bank.ts'
import {
  createSubscriber,
  getSubscription,
  latestInvoice,
  renewInPortal,
  twinkBoxSlug,
} from './boxes.ts'
import {
  createCheckoutLine,
  openPaymentSession,
  checkOut,
  createCheckoutBody,
  getOrders,
  payOnPage,
  postCheckout,
} from './checkouts.ts'
import { postWebhook, createEventBody } from './events.ts'
import { createPaidOrder, createOwnerTools } from './owner.ts'
import {
  findCalledMethods,
  typeCheckCalls,
  type RecordedCall,
  recordCalls,
} from './recorded-requests.ts'
import { businessEmail } from './small-shop.ts'
import { createRecordingLog, openPaymentWorld, type Shopper, type PaymentWorld } from './world.ts'

// The mock below only applies to modules that are loaded after it. The module registry is reset so that modules loaded
// by earlier files do not bypass the mock, and so that later files do not get it.
const { calls } = vi.hoisted(() => {
  vi.resetModules()
  return { calls: [] as RecordedCall[] }
})
afterAll(() => void vi.resetModules())

vi.mock('../../supabase/functions/_shared/stripe.ts', async (original) => {
  const module = await original<typeof stripeModule>()
  const createStripe: typeof module.createStripe = (...given) =>
    recordCalls(module.createStripe(...given), calls)
  return { ...module, createStripe }
})

const minute = 60_000

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

const owner = (account: OwnerTools['account']) => createOwnerTools(world, [], account)

function orders(...args: string[]): Promise<void> {
  return ordersCommand(args)(owner('sandbox'))
}

async function numberOf(shopper: Shopper): Promise<string> {
  return String((await getOrders(world, shopper)).at(-1)?.number)
}

/** Checks out with a discount code, which is entered in the cart or only known for the payment page. */
async function checkOutWithCode(isTyped: boolean, slug: string): Promise<void> {
  const shopper = await world.shopper()
  const [row] = await world.sql`select public.issue_discount_code(${shopper.email}) as given`
  const code = isTyped ? row?.given.code : null
  const body = createCheckoutBody(shopper, [await createCheckoutLine(world, slug)])
  const { status } = await postCheckout(world, { ...body, discount_code: code }, shopper.token)
  expect(status).toBe(200)
}

/**
 * Makes every kind of checkout: with goods, sizes, boxes and codes, with a second cart after the first, and after a
 * payment whose event is missing.
 */
async function checkOutInEveryWay(): Promise<void> {
  await checkOutWithCode(true, twinkBoxSlug)
  await checkOutWithCode(true, 'nashville-chilli-crisp')
  await checkOutWithCode(false, 'nashville-chilli-crisp')
  const { shopper } = await openPaymentSession(world, [
    'got-got-need-tee',
    'nashville-chilli-crisp',
  ])
  await checkOut(world, shopper, [await createCheckoutLine(world, 'spice-bag-mix')], {
    id: 'express',
  })
  world.webhook.down = true
  const paid = await openPaymentSession(world)
  await payOnPage(paid.url)
  await checkOut(world, paid.shopper, [await createCheckoutLine(world, 'spice-bag-mix')])
  world.webhook.down = false
}

/**
 * Takes subscriptions through everything that can happen to them: they are paid, renewed, notified in the wrong order,
 * refunded, cancelled, ended, and managed by their customers.
 */
async function liveWithBoxes(): Promise<void> {
  world.webhook.down = true
  const { shopper: late, url, sessionId } = await openPaymentSession(world, [twinkBoxSlug])
  await payOnPage(url)
  const session = await world.stripe.checkout.sessions.retrieve(sessionId)
  await renewInPortal(world, String(session.subscription))
  world.webhook.down = false
  const invoice = await latestInvoice(world, String(session.subscription))
  await postWebhook(world, createEventBody('invoice.paid', { id: invoice.id }))
  await orders('refund', await numberOf(late), '1.00')
  const { shopper } = await createSubscriber(world)
  const [first] = await getOrders(world, shopper)
  await orders('refund', String(first?.number))
  await orders('stop', String(first?.number))
  await orders('stop', String(first?.number), 'now')
  const { shopper: keen } = await createSubscriber(world)
  const answer = await fetch(`${world.url}/functions/v1/billing-portal`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: world.keys.publishable,
      authorization: `Bearer ${keen.token}`,
    },
    body: JSON.stringify({ box: (await getSubscription(world, keen)).id }),
  })
  expect(answer.status).toBe(200)
  await world.sandbox.runDue()
}

/** Simulates what banks do: they dispute a payment, reject a refund, and require a confirmation of a renewal. */
async function hearOfBanks(): Promise<void> {
  const { orderId } = await createPaidOrder(world)
  await pressBankButton(world, 'dispute', await getPaymentIntentId(world, orderId))
  const { number, orderId: second } = await createPaidOrder(world)
  await orders('refund', String(number), '1.00')
  const payment = await getPaymentIntentId(world, second)
  const [refund] = (await world.stripe.refunds.list({ payment_intent: payment })).data
  await pressBankButton(world, 'fail', refund?.id ?? '')
  const { subscription } = await createSubscriber(world)
  await renewInPortal(world, subscription, 'action')
  const watch = startDisputeWatch({
    client: world.client,
    stripe: world.stripe,
    now: world.clock.now,
    log: createRecordingLog(world.log),
    intervalMs: 60 * minute,
    businessEmail,
    disputesUrl: `${world.url}/sandbox/payments/bank`,
  })
  await watch.runOnce()
  await watch.stop()
}

/** Runs the jobs with which the server asks the provider, a day later, when one order is sold out. */
async function sweep(): Promise<void> {
  const { shopper, url } = await openPaymentSession(world)
  await payOnPage(url)
  await world.sql`update public.orders set sold_out_at = now() where user_id = ${shopper.id}`
  await openPaymentSession(world)
  world.clock.advance(25 * 60 * minute)
  const rounds = startOrdersSweep({
    client: world.client,
    stripe: world.stripe,
    now: world.clock.now,
    log: createRecordingLog(world.log),
    intervalMs: minute,
    businessEmail,
  })
  await rounds.runOnce()
  await rounds.stop()
  const balance = createBalanceReading(world)
  await balance.runOnce()
  await balance.stop()
}

/** Sets up the provider's account, and again after prices, rates and names have changed. */
async function setUpAccount(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sync-'))
  const site = new URL('https://shop.example')
  const url = `${site.origin}/functions/v1/stripe-webhook`
  await world.stripe.webhookEndpoints.create({ url, enabled_events: ['*'] })
  await syncAccount(owner('test'))
  await syncWebhook(owner('test'), site, folder)
  const [endpoint] = (await world.stripe.webhookEndpoints.list()).data
  await world.stripe.webhookEndpoints.update(endpoint?.id ?? '', { disabled: true })
  await world.sql`update public.prices set unit_amount = unit_amount + 50`
  await world.sql`update public.delivery_methods set price = price + 10`
  await world.sql`update public.products set name = name || ' 2'`
  await syncAccount(owner('test'))
  await syncWebhook(owner('test'), site, folder)
  await rm(folder, { recursive: true })
}

test('every request of the shop matches the types of the pinned Stripe version', async () => {
  await checkOutInEveryWay()
  await liveWithBoxes()
  await hearOfBanks()
  await sweep()
  await setUpAccount()
  expect(Stripe.API_VERSION).toBe(stripeVersion)
  expect(await typeCheckCalls(calls)).toBe('')
  const sources = ['supabase/functions', 'commands/owner', 'server']
  const sent = new Set(calls.map(({ method }) => method))
  expect((await findCalledMethods(sources)).filter((method) => !sent.has(method))).toEqual([])
}, 90_000)
