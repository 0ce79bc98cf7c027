import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type FaultyProxy,
  openFaultyProxy,
} from '../../packages/embedded-supabase/tests/support/faulty-proxy.ts'
import { ask } from '../support/raw-http.ts'
import { openPreparedShop, openShop, type RunningShop } from '../support/running-shop.ts'

const slug = 'apple-terror-sauce'
const places = ['/', '/shop', `/shop/hot-sauce/${slug}`]

/** The shop whose backend is used in place of hosted Supabase. */
let platform: RunningShop
let proxy: FaultyProxy
/** Two processes with the platform's address and keys, and without a connection to its database. */
let shops: RunningShop[] = []

beforeAll(async () => {
  platform = await openPreparedShop()
  proxy = await openFaultyProxy(Number(new URL(platform.url).port))
  const { publishable, secret } = await platform.keys()
  const environment = {
    SUPABASE_URL: `http://127.0.0.1:${proxy.port}`,
    SUPABASE_PUBLISHABLE_KEY: publishable,
    SUPABASE_SECRET_KEY: secret,
  }
  shops = await Promise.all([openShop(environment), openShop(environment)])
})
afterAll(async () => {
  for (const shop of shops) await shop.remove()
  await proxy.cut()
  await platform.remove()
})

async function rename(name: string): Promise<void> {
  const { secret } = await platform.keys()
  const client = createClient(platform.url, secret, { auth: { persistSession: false } })
  const { error } = await client.from('products').update({ name }).eq('slug', slug)
  expect(error).toBeNull()
}

/** Returns how many pages of all processes contain the words. */
async function pagesThatSay(words: string): Promise<number> {
  const urls = shops.flatMap(({ url }) => places.map((place) => url + place))
  const pages = await Promise.all(urls.map((url) => ask(url)))
  return pages.filter(({ body }) => body.includes(words)).length
}

// The timeout is well below the five minutes after which pages are rendered again without a notification.
const soon = { timeout: 20_000, interval: 100 }

test('on hosted Supabase, too, a changed product shows on all pages of all processes', async () => {
  expect(await pagesThatSay('Apple Terror')).toBe(6)
  await rename('Quince Fright')
  await vi.waitFor(async () => expect(await pagesThatSay('Quince Fright')).toBe(6), soon)
})

test('what changed while hosted Supabase could not be reached shows when it is back', async () => {
  await proxy.cut()
  await rename('Medlar Dread')
  await vi.waitFor(() => {
    for (const shop of shops) expect(shop.output()).toContain('announcements: cannot be asked for')
  }, soon)
  expect(await pagesThatSay('Quince Fright')).toBe(6)
  await proxy.mend()
  await vi.waitFor(async () => expect(await pagesThatSay('Medlar Dread')).toBe(6), soon)
})
