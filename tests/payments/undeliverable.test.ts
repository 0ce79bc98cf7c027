import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveryAreaText } from '../../domain/delivery-area.ts'
import { createCheckoutLine, checkOut, getOrders, payOnPage } from './checkouts.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

async function paidTo(postcode: string) {
  const shopper = await world.shopper()
  const { body } = await checkOut(world, shopper, [
    await createCheckoutLine(world, 'nashville-chilli-crisp'),
  ])
  const page = await (await fetch(body.url ?? '')).text()
  const paid = await payOnPage(body.url ?? '', { postcode })
  expect(paid.status).toBeLessThan(400)
  const [order] = await getOrders(world, shopper)
  const [row] = await world.sql<{ isOnHold: boolean; note: string | null }[]>`
    select o.on_hold_since is not null as "isOnHold", n.data ->> 'note' as note
    from public.orders o join public.outbox n on n.dedupe_key = 'order_notice:' || o.id where o.id = ${order?.id ?? ''}`
  if (row === undefined) throw new Error('There is no notice')
  return { ...row, page, session: body.session_id ?? '' }
}

test('the payment page states the delivery area', async () => {
  const { page, session } = await paidTo('SE15 5BS')
  expect(page).toContain(deliveryAreaText)
  const { custom_text } = await world.stripe.checkout.sessions.retrieve(session)
  expect(custom_text.shipping_address?.message).toBe(deliveryAreaText)
})

test('an order to an address outside Great Britain is put on hold, and the owner is emailed', async () => {
  const held = await paidTo('je2 4wa')
  expect(held).toMatchObject({
    isOnHold: true,
    note: 'Its address is in Jersey, where we don’t deliver. Don’t pack it before you’ve looked: at the desk, let it go or refund it.',
  })
  expect(await paidTo('SE15 5BS')).toMatchObject({ isOnHold: false, note: null })
})
