import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  priorityDelivery,
  standardDelivery,
  xlDelivery,
} from '../../../domain/delivery.fixtures.ts'
import { getCartDeliveryMethod } from '../../../domain/delivery.ts'
import { DeliveryCards } from './delivery-cards.tsx'

const courier = { ...standardDelivery, id: 'courier', name: 'Courier', isDefault: false }
const methods = [standardDelivery, priorityDelivery, xlDelivery, courier]

function render(count: number, chosen: string | null): string {
  const cart = { items: [], count, subtotal: 0, deliveryMethodId: chosen }
  const { method, isForced } = getCartDeliveryMethod(methods, count, chosen)
  return renderToStaticMarkup(
    <DeliveryCards {...{ methods, method, isForced, cart }} missing={false} />,
  )
}

test('offers each delivery method that shoppers choose, and says when the automatic ones apply', () => {
  const html = render(5, 'courier')
  expect([...html.matchAll(/value="(\w+)"/g)].map(([, id]) => id)).toEqual([
    'standard',
    'priority',
    'courier',
  ])
  expect(html).toMatch(/checked=""[^>]*value="courier"|value="courier"[^>]*checked=""/)
  expect(html).toContain('More than 5 items go XL for £6.49, automatically.')
})

test('shows the delivery method that the number of pieces forces, and the choice that it replaced', () => {
  const html = render(6, 'courier')
  expect(html).toContain(
    '<b>Upgraded to XL.</b> Six items need the big box, so your Courier delivery',
  )
  expect(html).not.toContain('checked')
  expect(html).toContain('mascot-bear')
})
