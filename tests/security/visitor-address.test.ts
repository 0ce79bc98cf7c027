import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database

test.each([
  [{ 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
  [{ 'x-forwarded-for': '6.6.6.6, 203.0.113.9', 'cf-connecting-ip': '203.0.113.9' }, '203.0.113.9'],
  [{ 'x-forwarded-for': '203.0.113.9, 198.51.100.1' }, '203.0.113.9'],
  [{}, null],
])('the headers %j give the visitor address %s', async (headers, address) => {
  const [row] = await sql.begin(async (tx) => {
    await tx`select set_config('request.headers', ${JSON.stringify(headers)}, true)`
    return tx`select public.visitor_address() as address`
  })
  expect(row?.address).toBe(address)
})

test('the visitor address is null outside a request', async () => {
  const [row] = await sql`select public.visitor_address() as address`
  expect(row?.address).toBeNull()
})

test(
  'an event is logged under the verified address, not one claimed in a header',
  { tags: ['abuse-30'] },
  async () => {
    const headers = { 'cf-connecting-ip': '6.6.6.6', 'x-forwarded-for': '6.6.6.6' }
    const fetch = shop.backend.fetchFor({ clientAddress: '203.0.113.9', headers })
    const lines = Array.from({ length: 51 }, () => ({ product_id: randomUUID(), quantity: 1 }))
    const answer = await fetch(`${shop.siteUrl.origin}/rest/v1/rpc/store_guest_cart`, {
      method: 'POST',
      headers: { apikey: shop.keys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({ p_cart_id: null, p_email: null, p_cart_data: lines }),
    })
    expect(answer.status).toBe(200)
    const notes = await sql`
    select details ->> 'address' = public.keyed_hash('203.0.113.9') as own from public.security_audit_log`
    expect(notes).toEqual([{ own: true }])
  },
)
