import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OrderReceipt } from './order-receipt.tsx'
import { toOrder } from './orders.ts'

/** An order of three totes and a tee of which so many have been paid back. */
function render(totes: number, tees: number): string {
  const line = { size: null, unit_amount: 1400 }
  const order = toOrder({
    id: 'o',
    number: 1001,
    status: 'partially_refunded',
    created_at: '2026-11-20T23:30:00Z',
    fulfilled_at: null,
    is_subscription: false,
    delivery_name: 'Standard',
    delivery_price: 329,
    discount: 0,
    total: 5929,
    refunded: 1400,
    stripe_session_id: 'cs_1',
    stripe_session_url: null,
    sold_out_at: null,
    order_items: [
      { ...line, position: 0, name: 'Proud Tote', quantity: 3, refunded_quantity: totes },
      { ...line, position: 1, name: 'Tee', size: 'M', quantity: 1, refunded_quantity: tees },
    ],
  })
  return renderToStaticMarkup(<OrderReceipt order={order} level={2} />)
}

test('a receipt says which of its pieces were paid back', () => {
  expect(render(0, 0)).not.toContain('paid back')
  expect(render(1, 0)).toContain('3 Proud Tote, 1 paid back')
  expect(render(3, 1)).toContain('3 Proud Tote, paid back')
  expect(render(3, 1)).toContain('1 Tee, M, paid back')
})
