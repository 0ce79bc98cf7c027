import { expect, test } from 'vitest'
import { getErasureBlockers } from './erasure-blockers.ts'

const noor = {
  email: 'noor+tacos@example.com',
  isStaff: true,
  hindrances: ['order_open', 'payment_open', 'box_open'] as const,
}

test('each reason why a person cannot be erased yet links to the screen that resolves it', () => {
  const person = {
    ...noor,
    hindrances: [...noor.hindrances],
    orders: [
      { number: 1051, state: 'not-paid' as const },
      { number: 1050, state: 'packed' as const },
      { number: 1042, state: 'to-pack' as const },
      { number: 1007, state: 'sent' as const },
    ],
    boxes: [
      { began: 1007, status: 'active' as const, endsAt: null },
      { began: 1006, status: 'active' as const, endsAt: '2026-12-20' },
      { began: 1005, status: 'cancelled' as const, endsAt: null },
    ],
  }
  expect(getErasureBlockers(person).map(({ title, to }) => `${title}: ${to}`)).toEqual([
    'An order to send · 1050: /orders/1050',
    'An order to send · 1042: /orders/1042',
    'A payment that is open: /orders?q=noor%2Btacos%40example.com',
    'A box that still comes · 1007: /orders/1007',
    'Their place at the desk: /team',
  ])
})

test('an open order that is not among a person’s shown orders links to the search for all of theirs', () => {
  const person = {
    ...noor,
    isStaff: false,
    hindrances: ['order_open' as const],
    orders: [],
    boxes: [],
  }
  expect(getErasureBlockers(person)).toEqual([
    {
      title: 'An order to send',
      text: 'Send it, or cancel it.',
      to: '/orders?q=noor%2Btacos%40example.com',
    },
  ])
})
