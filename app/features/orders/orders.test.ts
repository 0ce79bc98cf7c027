import { expect, test } from 'vitest'
import { isPaidOrAuthorised, wasPaid, orderStates, toOrder, type OrderRow } from './orders.ts'

const aLine = { size: null, productId: null, quantity: 1, refundedQuantity: 0 }

function makeRow(changes: Partial<OrderRow> = {}): OrderRow {
  return {
    id: 'o',
    number: 1001,
    state: 'paid',
    placedAt: '2026-11-20T23:30:00Z',
    sentAt: null,
    address: null,
    carrier: null,
    tracking: null,
    giftTo: null,
    giftFrom: null,
    giftNote: null,
    isSubscription: false,
    deliveryName: 'Standard',
    deliveryPrice: 329,
    discount: 0,
    total: 1879,
    refunded: 0,
    sessionId: 'cs_1',
    sessionUrl: null,
    soldOutAt: null,
    onHoldSince: null,
    dispute: null,
    lines: [
      { ...aLine, position: 1, name: 'Apple Terror Sauce', unitAmount: 700 },
      { ...aLine, position: 0, name: 'Nashville Chilli Crisp', unitAmount: 850 },
    ],
    ...changes,
  }
}

test('converts a row to an order with sorted lines', () => {
  const order = toOrder(makeRow())
  expect(order).toMatchObject({
    number: 1001,
    state: 'paid',
    total: 1879,
    deliveryName: 'Standard',
  })
  expect(order.lines.map((line) => [line.name, line.unitAmount])).toEqual([
    ['Nashville Chilli Crisp', 850],
    ['Apple Terror Sauce', 700],
  ])
})

test.each([
  ['nothing blocks it', { onHoldSince: null, dispute: 'won' }, null],
  ['a bank questions it', { dispute: 'open' }, { why: 'bank' }],
  ['a bank has taken it back', { dispute: 'lost' }, { why: 'lost' }],
  ['its refund failed', {}, { why: 'other' }],
  [
    'its address is in Jersey',
    { address: { postcode: 'je2 4ue' } },
    { why: 'area', area: 'Jersey' },
  ],
  ['it was sent anyway', { dispute: 'open', sentAt: '2026-11-22T10:00:00Z' }, null],
] as const)('an order on hold has the reason when %s', (_, changes, hold) => {
  const row = makeRow({ onHoldSince: '2026-11-21T10:00:00Z', ...changes })
  expect(toOrder(row).hold).toEqual(hold)
})

test('an order’s address has a line for each filled field', () => {
  const address = {
    name: 'Marsha',
    line1: '12 Rye Lane',
    line2: null,
    city: 'London',
    county: null,
  }
  expect(toOrder(makeRow({ address: { ...address, postcode: 'SE15 4QL' } })).address).toEqual([
    'Marsha',
    '12 Rye Lane',
    'London',
    'SE15 4QL',
  ])
  expect(toOrder(makeRow()).address).toEqual([])
})

test('an order is settled once it was paid, even if it was refunded later', () => {
  expect(orderStates.filter(wasPaid)).toEqual([
    'paid',
    'partially_refunded',
    'refunded',
    'fulfilled',
  ])
})

test.each([
  ['pending', 'https://pay.example/1', false],
  ['pending', null, true],
  ['paid', null, true],
  ['payment_failed', null, false],
  ['expired', null, false],
])('the goods of a %s order with the session %s count as bought: %s', (state, url, bought) => {
  expect(isPaidOrAuthorised(toOrder(makeRow({ state, sessionUrl: url })))).toBe(bought)
})

test('the goods of a sold-out order do not count as bought even if it was paid', () => {
  const order = toOrder(makeRow({ state: 'refunded', soldOutAt: '2026-11-20T23:31:00Z' }))
  expect([order.isSoldOut, isPaidOrAuthorised(order)]).toEqual([true, false])
})

test('an order line has the number of its refunded pieces', () => {
  const item = { ...aLine, position: 0, name: 'Proud Tote', quantity: 3, unitAmount: 1400 }
  const { lines } = toOrder(makeRow({ lines: [{ ...item, refundedQuantity: 2 }] }))
  expect(lines.map((line) => [line.quantity, line.refundedQuantity])).toEqual([[3, 2]])
})
