import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createStripe } from '../../supabase/functions/_shared/stripe.ts'
import { createShopper } from '../account/shoppers.ts'
import { labelColumns } from '../support/product.ts'
import { sendRawRequest } from '../support/raw-http.ts'
import { openPreparedShop, openShop, type RunningShop } from '../support/running-shop.ts'

const root = join(import.meta.dirname, '..', '..')
const soon = { timeout: 10_000, interval: 50 }
const run = promisify(execFile)

let sandboxed: RunningShop
/**
 * A shop with a payment account of its own, instead of the built-in sandbox. The account is at the sandbox of the other
 * shop, `sandboxed`.
 */
let banked: RunningShop
let settings: Record<string, string>

beforeAll(async () => {
  sandboxed = await openPreparedShop()
  const { stripe } = await sandboxed.keys()
  settings = {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: `${sandboxed.url}/sandbox/payments`,
  }
  banked = await openShop(settings)
})
afterAll(async () => {
  await banked.remove()
  await sandboxed.remove()
})

async function withSecret(shop: RunningShop): Promise<SupabaseClient> {
  const { secret } = await shop.keys()
  return createClient(shop.url, secret, { auth: { persistSession: false } })
}

/** Runs `npm run stripe:sync` while the shop is running. Returns its output. */
async function sync(shop: RunningShop, more: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run(process.execPath, [join(root, 'commands', 'stripe-sync.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: new URL(shop.url).port,
      DATA_DIR: shop.dataDir,
      ...settings,
      ...more,
    },
  })
  return stdout
}

async function addProduct(shop: RunningShop): Promise<{ id: string; slug: string }> {
  const secret = await withSecret(shop)
  const product = { id: randomUUID(), slug: `sauce-${randomUUID().slice(0, 8)}` }
  const words = { name: 'New Sauce', category: 'hot-sauce' }
  const { error } = await secret.from('products').insert({ ...product, ...words, ...labelColumns })
  expect(error).toBeNull()
  const price = { product_id: product.id, unit_amount: 777 }
  expect((await secret.from('prices').insert(price)).error).toBeNull()
  return product
}

async function shows(shop: RunningShop, slug: string, words: string): Promise<void> {
  await vi.waitFor(async () => {
    const { body } = await sendRawRequest(`${shop.url}/shop/hot-sauce/${slug}`)
    expect(body).toContain(words)
  }, soon)
}

/** Signs up a shopper and checks out one piece as the cart page does. Returns the amount to pay in pence. */
async function checkOut(shop: RunningShop, id: string): Promise<number> {
  const secret = await withSecret(shop)
  const shopper = await createShopper(shop)
  const { publishable } = await shop.keys()
  const own = createClient(shop.url, publishable, { auth: { persistSession: false } })
  await own.auth.signInWithPassword(shopper)
  const { data } = await secret.from('prices').select().eq('product_id', id).single()
  const { data: answer, error } = await own.functions.invoke('create-checkout', {
    body: {
      cart_items: [
        {
          product_id: id,
          quantity: 1,
          price: data.unit_amount,
          stripe_price_id: data.stripe_price_id,
        },
      ],
      delivery_method: { id: 'standard', stripe_id: 'shr_sandbox_standard' },
    },
  })
  expect(error).toBeNull()
  const stripe = createStripe(settings.STRIPE_SECRET_KEY ?? '', settings.STRIPE_API_URL ?? '')
  const session = await stripe.checkout.sessions.retrieve(answer.session_id)
  return session.amount_total ?? 0
}

async function expectChangesToHold(shop: RunningShop): Promise<void> {
  const { id, slug } = await addProduct(shop)
  await shows(shop, slug, '£7.77')
  expect(await checkOut(shop, id)).toBe(777 + 329)
  const secret = await withSecret(shop)
  await secret.from('prices').update({ unit_amount: 888 }).eq('product_id', id)
  await shows(shop, slug, '£8.88')
  expect(await checkOut(shop, id)).toBe(888 + 329)
}

test('a new product in the sandbox is soon shown and can be paid for, and so is its next price', async () => {
  await expectChangesToHold(sandboxed)
})

test('a payment account makes the start ask for stripe:sync, after which changes are synchronised by themselves', async () => {
  expect(banked.output()).toContain('npm run stripe:sync has never run with the test account')
  await shows(banked, 'nashville-chilli-crisp', 'TBA')
  expect(await sync(banked)).toMatch(/^\d+ made\.$/m)
  await shows(banked, 'nashville-chilli-crisp', '£8.50')
  await expectChangesToHold(banked)
  expect(await sync(banked)).toMatch(/^Everything was there already\.$/m)
  await banked.kill()
  await banked.reopen()
  const opened = banked.output().split('is open.').at(-1)
  expect(opened).not.toContain('stripe:sync')
})

test('a new product can soon be paid for on hosted Supabase without a notification to the worker', async () => {
  const keys = await sandboxed.keys()
  const supabase = {
    SUPABASE_URL: sandboxed.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SUPABASE_SECRET_KEY: keys.secret,
  }
  // From now on the database of the first shop is used with the other payment account, so the worker of the first shop
  // must not process its products any more.
  const hosted = await openShop({ ...settings, ...supabase })
  try {
    expect(await sync(hosted, supabase)).toMatch(/^\d+ made\.$/m)
    const { id } = await addProduct(sandboxed)
    const secret = await withSecret(sandboxed)
    await vi.waitFor(async () => {
      const { data } = await secret.from('prices').select().eq('product_id', id).single()
      expect(data.stripe_price_id).toMatch(/^price_/)
    }, soon)
    expect(await checkOut(sandboxed, id)).toBe(777 + 329)
  } finally {
    await hosted.remove()
  }
})
