import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OrderReceipt } from './order-receipt.tsx'
import { toOrder } from './orders.ts'
import type { PlacedOrderLine } from './orders.ts'

/** Renders an order of three totes and a tee with this many refunded pieces of each. */
function render(
  totes: number,
  tees: number,
  gift: object = {},
  packed: PlacedOrderLine['packed'] = [],
  onHold: object = {},
): string {
  const line = { size: null, productId: null, unitAmount: 1400 }
  const order = toOrder({
    id: 'o',
    number: 1001,
    state: 'partially_refunded',
    placedAt: '2026-11-20T23:30:00Z',
    sentAt: null,
    address: null,
    carrier: null,
    tracking: null,
    giftTo: null,
    giftFrom: null,
    giftNote: null,
    ...gift,
    isSubscription: false,
    deliveryName: 'Standard',
    deliveryPrice: 329,
    discount: 0,
    total: 5929,
    refunded: 1400,
    sessionId: 'cs_1',
    sessionUrl: null,
    soldOutAt: null,
    onHoldSince: null,
    dispute: null,
    ...onHold,
    lines: [
      { ...line, position: 0, name: 'Proud Tote', quantity: 3, refundedQuantity: totes },
      { ...line, position: 1, name: 'Tee', size: 'M', quantity: 1, refundedQuantity: tees },
    ],
  })
  const lines = order.lines.map((one) => (one.position === 0 ? { ...one, packed } : one))
  return renderToStaticMarkup(<OrderReceipt order={{ ...order, lines }} level={2} />)
}

test('a receipt shows which of its pieces were refunded', () => {
  expect(render(0, 0)).not.toMatch(/, (\d+ )?paid back/)
  expect(render(1, 0)).toContain('3 Proud Tote, 1 paid back')
  expect(render(3, 1)).toContain('3 Proud Tote, paid back')
  expect(render(3, 1)).toContain('1 Tee, M, paid back')
})

test('a receipt shows that an order on hold is not being packed, and why', () => {
  expect(render(0, 0)).toContain('We’re packing it')
  const onHoldSince = '2026-11-21T10:00:00Z'
  const held = render(0, 0, { address: { postcode: 'GY1 1AA' } }, [], { onHoldSince })
  expect(held).toContain('We’re checking your address before we pack it')
  const disputed = render(0, 0, {}, [], { onHoldSince, dispute: 'open' })
  expect(disputed).toContain('On hold while your bank looks at the payment')
  expect(held + disputed).not.toContain('We’re packing it')
})

test('a receipt shows the texts on the badge of a gift', () => {
  expect(render(0, 0)).not.toContain('present')
  const gift = { giftTo: 'Nan', giftFrom: 'Bee', giftNote: 'Not for tea' }
  expect(render(0, 0, gift)).toContain(
    'A present to <b>Nan</b> from <b>Bee</b>: <q>Not for tea</q>',
  )
  expect(render(0, 0, { giftNote: 'Ta' })).toContain('A present: <q>Ta</q>')
})

test('a receipt links to the tracking page of its parcel, also by the tracking number', () => {
  const sent = { state: 'fulfilled', sentAt: '2026-11-21T10:00:00Z' }
  const numbered = render(0, 0, { ...sent, carrier: 'Evri', tracking: 'H00A1B0012345678' })
  expect(numbered).toContain('Evri H00A1B0012345678')
  expect(numbered).toContain('href="https://www.evri.com/track/parcel/H00A1B0012345678"')
  const linked = render(0, 0, { ...sent, tracking: 'https://carrier.example/x' })
  expect(linked).toContain('<a href="https://carrier.example/x">Follow your parcel</a>')
  expect(render(0, 0, { ...sent, carrier: 'By hand' })).not.toContain('Follow')
})

test('a receipt names the packed recipe if it differs from the ordered one, or the right label', () => {
  const sent = { state: 'fulfilled', sentAt: '2026-11-21T10:00:00Z' }
  const fresh = {
    since: '2026-11-20T10:00:00Z',
    isLatest: true,
    isCorrected: false,
    isMixed: false,
    isSent: true,
    allergens: 'Contains: peanuts.',
  }
  expect(render(0, 0, sent, [fresh])).toContain(
    'Proud Tote: packed with its new recipe.</b> Contains: peanuts.',
  )
  expect(render(0, 0, sent, [{ ...fresh, isLatest: false }])).toContain(
    'Proud Tote: packed with its recipe of 20 November 2026.</b> Contains: peanuts.',
  )
  expect(render(0, 0, {}, [{ ...fresh, isSent: false, isMixed: true }])).toContain(
    'Proud Tote: some pieces to be packed with its new recipe.</b>',
  )
  expect(render(0, 0, sent, [{ ...fresh, isCorrected: true }])).toContain(
    'Proud Tote: the label that you read was wrong. This is the right one.</b> Contains: peanuts.',
  )
})
