import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConsultancyEnquiry, type EnquiryShop, startEnquiryShop } from '../support/enquiries.ts'

let shop: EnquiryShop
beforeAll(async () => {
  shop = await startEnquiryShop()
})
afterAll(() => shop.stop())

test('a request that timed out waiting for a database connection is not retried', async () => {
  const calls: string[] = []
  const busy = await startEnquiryShop({
    SUPABASE_SECRET_KEY: shop.keys.secret,
    fetch: (input) => {
      calls.push(new URL(String(input)).pathname)
      const message = 'Timed out acquiring connection from connection pool.'
      return Promise.resolve(Response.json({ code: 'PGRST003', message }, { status: 504 }))
    },
  })
  const { status } = await busy.post('consultancy-inquiry', aConsultancyEnquiry())
  await busy.stop()
  expect(status).toBe(503)
  expect(calls).toEqual([...new Set(calls)])
})
