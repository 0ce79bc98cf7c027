import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConsultancyEnquiry, type EnquiryShop, startEnquiryShop } from '../support/enquiries.ts'

let shop: EnquiryShop
beforeAll(async () => {
  shop = await startEnquiryShop()
})
afterAll(() => shop.stop())

/** The backend, whose connections are all in use the first `times` times. */
async function whenBusy(times: number): Promise<{ status: number; calls: number }> {
  let calls = 0
  const busy = await startEnquiryShop({
    SUPABASE_SECRET_KEY: shop.keys.secret,
    fetch: (input, init) => {
      calls += 1
      if (calls > times) return shop.backend.fetch(input, init)
      const message = 'Timed out acquiring connection from connection pool.'
      return Promise.resolve(Response.json({ code: 'PGRST003', message }, { status: 504 }))
    },
  })
  const { status } = await busy.post('consultancy-inquiry', aConsultancyEnquiry())
  await busy.stop()
  return { status, calls }
}

test('an enquiry waits for a connection when all are in use for a while', async () => {
  expect((await whenBusy(2)).status).toBe(200)
})

test('an enquiry is refused when no connection comes free, rather than asked for without end', async () => {
  const { status, calls } = await whenBusy(Infinity)
  expect(status).toBe(503)
  expect(calls).toBeLessThanOrEqual(6)
})
