import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type FaultyProxy,
  openFaultyProxy,
} from '../../packages/embedded-supabase/tests/support/faulty-proxy.ts'
import { sendRawRequest } from '../support/raw-http.ts'
import { openPreparedShop, openShop, type RunningShop } from '../support/running-shop.ts'

const slug = 'apple-terror-sauce'
const places = ['/', '/shop', `/shop/hot-sauce/${slug}`]

/** A shop whose backend is used by the others in place of hosted Supabase. */
let platform: RunningShop
let proxy: FaultyProxy
/** Two shop processes with the address and keys of `platform`, but without a connection to its database. */
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

/** Returns how many of the pages, counted over all processes, contain the words. */
async function pagesThatSay(words: string): Promise<number> {
  const urls = shops.flatMap(({ url }) => places.map((place) => url + place))
  const pages = await Promise.all(urls.map((url) => sendRawRequest(url)))
  return pages.filter(({ body }) => body.includes(words)).length
}

// The timeout is far below five minutes, after which a page would be rendered again even without a notification.
const soon = { timeout: 20_000, interval: 100 }

test('a changed product appears on all pages of all processes on hosted Supabase', async () => {
  expect(await pagesThatSay('Apple Terror')).toBe(6)
  await rename('Quince Fright')
  await vi.waitFor(async () => expect(await pagesThatSay('Quince Fright')).toBe(6), soon)
})

test('a change made while hosted Supabase was unreachable appears once it is back', async () => {
  await proxy.cut()
  await rename('Medlar Dread')
  await vi.waitFor(() => {
    for (const shop of shops) expect(shop.output()).toContain('announcements: cannot be asked for')
  }, soon)
  expect(await pagesThatSay('Quince Fright')).toBe(6)
  await proxy.mend()
  await vi.waitFor(async () => expect(await pagesThatSay('Medlar Dread')).toBe(6), soon)
})
