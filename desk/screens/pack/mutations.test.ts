import { afterAll, expect, test, vi } from 'vitest'

const answer = {
  sent: [1001],
  refused: [
    { number: 1002, message: 'Order 1002 is on hold: the bank has questioned its payment' },
  ],
}
vi.mock('../../data/client.ts', () => ({
  client: { rpc: () => answer },
  unwrapResponse: (asked: unknown) => asked,
}))

// Test files share loaded modules (`isolate: false` in vitest.config.ts). Resetting them makes the imports below use the mocked
// client of this file, and keeps the modules with that mock from the files that run after it.
vi.resetModules()
afterAll(() => void vi.resetModules())

const { readStoredDraft } = await import('../../data/drafts.ts')
const { getSentToast, sendParcels } = await import('./mutations.ts')
const { trackingDraft } = await import('./tracking-draft.ts')

test('a parcel that is refused after an offline wait keeps its carrier and tracking number, and the toast says so', async () => {
  const parcels = [
    { number: 1001, tracking: 'AB123456785GB', recipes: [] },
    { number: 1002, tracking: 'CD123456785GB', recipes: [] },
  ]
  const result = await sendParcels({ carrier: 'Royal Mail', parcels })
  expect(getSentToast(result)).toMatchObject({
    text: '1 order marked as sent. Order 1002 is on hold: the bank has questioned its payment. No email went. Kept for when you send it: Royal Mail CD123456785GB.',
    kind: 'fault',
  })
  expect(readStoredDraft('tracking', trackingDraft)).toMatchObject({
    numbers: { 1002: 'CD123456785GB' },
    refused: { 1002: 'Royal Mail' },
  })
  answer.sent = [1002]
  answer.refused = []
  await sendParcels({ carrier: 'Royal Mail', parcels: parcels.slice(1) })
  expect(readStoredDraft('tracking', trackingDraft)).toMatchObject({ numbers: {}, refused: {} })
})
