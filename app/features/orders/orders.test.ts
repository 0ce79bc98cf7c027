import { expect, test } from 'vitest'
import { isBought, isSettled, orderStates, toOrder, type OrderRow } from './orders.ts'

const aLine = { size: null, quantity: 1, refunded_quantity: 0 }

function makeRow(changes: Partial<OrderRow> = {}): OrderRow {
  return {
    id: 'o',
    number: 1001,
    status: 'paid',
    created_at: '2026-11-20T23:30:00Z',
    fulfilled_at: null,
    is_subscription: false,
    delivery_name: 'Standard',
    delivery_price: 329,
    discount: 0,
    total: 1879,
    refunded: 0,
    stripe_session_id: 'cs_1',
    stripe_session_url: null,
    sold_out_at: null,
    order_items: [
      { ...aLine, position: 1, name: 'Apple Terror Sauce', unit_amount: 700 },
      { ...aLine, position: 0, name: 'Nashville Chilli Crisp', unit_amount: 850 },
    ],
    ...changes,
  }
}

test('a row becomes an order with its lines in their order', () => {
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

test('an order is settled once it was paid, whatever came after', () => {
  expect(orderStates.filter(isSettled)).toEqual([
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
])('what a %s order with the session %s holds is bought: %s', (status, url, bought) => {
  expect(isBought(toOrder(makeRow({ status, stripe_session_url: url })))).toBe(bought)
})

test('what was sold out is bought by nobody, whatever was paid: its goods stay in the cart', () => {
  const order = toOrder(makeRow({ status: 'refunded', sold_out_at: '2026-11-20T23:31:00Z' }))
  expect([order.isSoldOut, isBought(order)]).toEqual([true, false])
})

test('a line knows how many of its pieces were paid back', () => {
  const item = { ...aLine, position: 0, name: 'Proud Tote', quantity: 3, unit_amount: 1400 }
  const { lines } = toOrder(makeRow({ order_items: [{ ...item, refunded_quantity: 2 }] }))
  expect(lines.map((line) => [line.quantity, line.refundedQuantity])).toEqual([[3, 2]])
})
