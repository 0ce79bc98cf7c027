import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPaymentSession, getOrderEmailTemplates, getOrders, payOnPage } from './checkouts.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

test('the payment page shows what a checkout of the shop asks for, and leads back to it', async () => {
  const { url } = await openPaymentSession(world, ['nashville-chilli-crisp', 'got-got-need-tee'])
  const page = await (await fetch(url)).text()
  for (const words of [
    'Nashville Chilli Crisp',
    '£8.50',
    'Standard delivery',
    '£3.29',
    'Pay £35.79',
    'Size: Got. Got. Need. Tee',
    '/checkout/cancelled',
    'Y’alright Kitchen LLP',
  ])
    expect(page).toContain(words)
})

test('the payment page says how often a box is paid', async () => {
  const { url } = await openPaymentSession(world, ['twink-box-quarterly-subscription'])
  expect(await (await fetch(url)).text()).toContain('every 3 months')
})

test('an order waits while cards are declined, and is paid by the one that is not', async () => {
  const { url, shopper } = await openPaymentSession(world)
  expect((await payOnPage(url, { card: '4000 0000 0000 0002' })).status).toBe(402)
  expect((await getOrders(world, shopper))[0]?.status).toBe('pending')
  expect((await payOnPage(url)).status).toBe(303)
  expect((await getOrders(world, shopper))[0]?.status).toBe('paid')
})

test('two clicks on Pay send one confirmation', async () => {
  const { url, orderId } = await openPaymentSession(world)
  await Promise.all([payOnPage(url), payOnPage(url), payOnPage(url)])
  expect(await getOrderEmailTemplates(world, orderId)).toEqual([
    'order_confirmation',
    'order_notice',
  ])
  const { data } = await world.stripe.paymentIntents.list({ limit: 100 })
  expect(data.filter((payment) => payment.metadata['order_id'] === orderId)).toHaveLength(1)
})

test('a promotion code that is typed on the payment page is taken off the order', async () => {
  const coupon = await world.stripe.coupons.create({ percent_off: 10, duration: 'once' })
  await world.stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    code: 'HELLO10',
  })
  const { url, shopper } = await openPaymentSession(world)
  await payOnPage(url, { do: 'code', code: 'HELLO10' })
  await payOnPage(url)
  expect((await getOrders(world, shopper))[0]).toMatchObject({
    status: 'paid',
    discount: 85,
    total: 1094,
  })
})

test('a payment of a shop that was down becomes known when it is up again', async () => {
  world.webhook.down = true
  const { url, shopper } = await openPaymentSession(world)
  await payOnPage(url)
  world.webhook.down = false
  world.clock.advance(3000)
  await world.sandbox.runDue()
  expect((await getOrders(world, shopper))[0]?.status).toBe('paid')
})
