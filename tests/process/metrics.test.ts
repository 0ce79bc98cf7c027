import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNginxLikeProxy } from '../support/proxies.ts'
import { sendRawRequest } from '../support/raw-http.ts'
import { type RunningShop, openPreparedShop } from '../support/running-shop.ts'

const token = 'a-token-for-the-scraper'
let shop: RunningShop
beforeAll(async () => {
  shop = await openPreparedShop({ SITE_URL: 'https://shop.example', METRICS_TOKEN: token })
})
afterAll(() => shop.remove())

async function read(): Promise<string> {
  const { status, body } = await sendRawRequest(`${shop.url}/metrics`)
  expect(status).toBe(200)
  return body
}

/** Returns the value of a metric; 0 when the metric is missing. */
async function valueOf(name: string): Promise<number> {
  const line = (await read()).split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? 0)
}

test('a local request reads metrics in the Prometheus format without a token', async () => {
  const { headers, body } = await sendRawRequest(`${shop.url}/metrics`)
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const line = /^(# (HELP|TYPE) shop_\w+ .+|shop_\w+(\{(\w+="[^"]*",?)+\})? -?[\d.e+-]+)$/
  for (const one of body.trim().split('\n').filter(Boolean)) expect(one).toMatch(line)
})

test.each<Record<string, string>>([
  { 'x-forwarded-for': '203.0.113.9' },
  { host: 'shop.example' },
  { via: '1.1 proxy' },
  { authorization: 'Bearer another-token-altogether', via: '1.1 proxy' },
])('a request with %j is refused the metrics', { tags: ['abuse-figures'] }, async (headers) => {
  const { status, body } = await sendRawRequest(`${shop.url}/metrics`, { headers })
  expect(status).toBe(403)
  expect(body).not.toContain('shop_')
})

test(
  'a plain proxy is refused the metrics without the token and gets them with it',
  { tags: ['abuse-figures'] },
  async () => {
    const proxy = await startNginxLikeProxy(shop.url)
    expect((await sendRawRequest(`${proxy}/metrics`)).status).toBe(403)
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' }
    expect((await sendRawRequest(`${proxy}/metrics`, { headers })).body).toContain(
      'shop_database_up 1',
    )
  },
)

test('responses are counted by kind and status, and pages by source', async () => {
  const { publishable } = await shop.keys()
  const names = [
    'shop_answers_total{kind="page",status="200"}',
    'shop_answers_total{kind="page",status="404"}',
    'shop_answers_total{kind="rest",status="200"}',
    'shop_answers_total{kind="file",status="404"}',
    'shop_pages_total{source="rendered"}',
    'shop_pages_total{source="cache"}',
  ]
  // Both unknown paths are answered with the same Page Not Found, which is rendered only once.
  const before = await Promise.all(names.map(valueOf))
  for (const path of ['/faqs', '/faqs', '/no-such-page', '/assets/no-such-file.js'])
    await sendRawRequest(shop.url + path)
  await sendRawRequest(`${shop.url}/rest/v1/products?limit=1`, { headers: { apikey: publishable } })
  const after = await Promise.all(names.map(valueOf))
  expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([2, 1, 1, 1, 2, 2])
})

test(
  'metrics include database work, orders and emails, and no personal data',
  { tags: ['abuse-figures'] },
  async () => {
    const keys = await shop.keys()
    const server = createClient(shop.url, keys.secret, { auth: { persistSession: false } })
    const { error } = await server.from('orders').insert({
      email: 'marsha@example.co.uk',
      status: 'paid',
      subtotal: 850,
      delivery_price: 329,
      total: 1179,
      delivery_method_id: 'standard',
      delivery_name: 'Standard',
      cart_hash: 'x',
      terms_version: '1',
    })
    expect(error).toBeNull()
    expect(await valueOf('shop_orders{state="paid"}')).toBe(1)
    expect(await valueOf('shop_outbox{state="waiting"}')).toBe(0)
    expect(await valueOf('shop_database_up')).toBe(1)
    expect(await valueOf('shop_database_use_seconds_count')).toBeGreaterThan(0)
    expect(await valueOf('shop_disk_free_bytes')).toBeGreaterThan(0)
    expect(await read()).not.toMatch(/@|[0-9a-f]{8}-[0-9a-f]{4}/)
  },
)

test(
  'requests for many different paths create no further metrics',
  { tags: ['abuse-figures'] },
  async () => {
    const lines = async () => (await read()).split('\n').length
    await read()
    for (const path of ['/nowhere', '/rest/v1/nowhere', '/sandbox/nowhere'])
      await sendRawRequest(shop.url + path)
    const before = await lines()
    for (let index = 0; index < 30; index += 1)
      for (const path of [`/nowhere-${index}`, `/rest/v1/nowhere-${index}`, `/sandbox/no-${index}`])
        await sendRawRequest(shop.url + path)
    expect(await lines()).toBe(before)
  },
)
