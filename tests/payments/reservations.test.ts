import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createCheckoutLine,
  type CheckoutResponse,
  checkOut,
  getOrderEmailTemplates,
  getOrders,
  payOnPage,
  getStock,
} from './checkouts.ts'
import {
  minuteMs,
  startReservationShop,
  type ReservationShop,
  stockedProductSlug,
} from './reservation-shop.ts'

let shop: ReservationShop
beforeAll(async () => {
  shop = await startReservationShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.stop())

const stockLeft = () => getStock(shop.world, stockedProductSlug)
const pageOf = async ({ body }: CheckoutResponse) => (await fetch(body.url ?? '')).text()

describe('reservations', () => {
  test(
    'a shopper’s unpaid stock is reserved for an hour first, then for a quarter, then not at all',
    { tags: ['abuse-7'] },
    async () => {
      const shopper = await shop.world.shopper()
      expect(await pageOf(await shop.attempt(shopper))).not.toContain('hold')
      await shop.sweepAfter(59 * minuteMs)
      expect(await stockLeft()).toBe(0)
      await shop.sweepAfter(2 * minuteMs)
      expect(await stockLeft()).toBe(10)

      const second = await shop.attempt(shopper)
      expect(await pageOf(second)).toContain('We’re holding these for you for 1')
      await shop.sweepAfter(12 * minuteMs)
      expect(await stockLeft()).toBe(0)
      await shop.sweepAfter(4 * minuteMs)
      expect(await stockLeft()).toBe(10)
      const ended = await shop.world.stripe.checkout.sessions.retrieve(second.body.session_id ?? '')
      expect(ended.status).toBe('expired')

      const third = await shop.attempt(shopper)
      expect(third.status).toBe(200)
      expect(await pageOf(third)).toContain('We can’t hold these for you this time')
      expect(await stockLeft()).toBe(10)
      expect(await shop.statusesOf(shopper)).toEqual(['expired', 'expired', 'pending'])
    },
  )

  test('changing the cart does not extend a reservation', { tags: ['abuse-7'] }, async () => {
    const shopper = await shop.world.shopper()
    let heldMinutes = 0
    for (let time = 0; time < 12; time += 1) {
      await shop.attempt(shopper, 9 + (time % 2))
      for (let part = 0; part < 10; part += 1) {
        if ((await stockLeft()) !== 10) heldMinutes += 2
        await shop.sweepAfter(2 * minuteMs)
      }
    }
    expect(heldMinutes).toBeGreaterThan(60)
    expect(heldMinutes).toBeLessThan(85)
  })

  test('a shopper gets reservations again only after a payment', async () => {
    const [later, payer] = [
      await shop.aShopperWithExpiredReservations(),
      await shop.aShopperWithExpiredReservations(),
    ]
    await shop.world.sql`
      update public.orders set created_at = created_at - interval '60 days', reserved_until = reserved_until - interval '60 days',
        released_at = released_at - interval '60 days'
      where user_id = ${later.id}`
    await shop.attempt(later, 4)
    expect(await stockLeft()).toBe(10)
    const other = await checkOut(shop.world, payer, [
      await createCheckoutLine(shop.world, 'spice-bag-mix'),
    ])
    await payOnPage(other.body.url ?? '')
    await shop.attempt(payer, 6)
    expect(await stockLeft()).toBe(4)
  })

  test(
    'a second attempt is paid within its quarter of an hour',
    { tags: ['abuse-7'] },
    async () => {
      const shopper = await shop.world.shopper()
      await shop.attempt(shopper)
      await shop.sweepAfter(61 * minuteMs)
      const again = await shop.attempt(shopper)
      await shop.sweepAfter(10 * minuteMs)
      await payOnPage(again.body.url ?? '')
      expect(await shop.statusesOf(shopper)).toEqual(['expired', 'paid'])
      expect(await stockLeft()).toBe(0)
    },
  )

  test('products without counted stock are not reserved, and their order lasts an hour each time', async () => {
    const shopper = await shop.aShopperWithExpiredReservations()
    const { body } = await checkOut(shop.world, shopper, [
      await createCheckoutLine(shop.world, 'spice-bag-mix'),
    ])
    expect(await (await fetch(body.url ?? '')).text()).not.toContain('hold')
    await shop.sweepAfter(50 * minuteMs)
    await payOnPage(body.url ?? '')
    expect((await shop.statusesOf(shopper)).at(-1)).toBe('paid')
  })

  test('a payment at the end of a reservation keeps its stock', async () => {
    const shopper = await shop.world.shopper()
    await shop.attempt(shopper)
    await shop.sweepAfter(61 * minuteMs)
    const again = await shop.attempt(shopper)
    shop.world.webhook.down = true
    await payOnPage(again.body.url ?? '')
    await shop.sweepAfter(20 * minuteMs)
    expect((await shop.statusesOf(shopper)).at(-1)).toBe('paid')
    expect(await stockLeft()).toBe(0)
  })

  test('an attempt without a session releases its stock when its time is up', async () => {
    const shopper = await shop.world.shopper()
    await shop.attempt(shopper)
    await shop.sweepAfter(61 * minuteMs)
    shop.world.provider.fault = { kind: 'failing' }
    expect((await shop.attempt(shopper)).status).toBe(502)
    expect(await stockLeft()).toBe(0)
    await shop.sweepAfter(16 * minuteMs)
    expect(await stockLeft()).toBe(10)
  })
})

describe('an order without a reservation', () => {
  test('an order without a reservation takes its stock when it is paid', async () => {
    const shopper = await shop.aShopperWithExpiredReservations()
    const { body } = await shop.attempt(shopper, 4)
    await payOnPage(body.url ?? '')
    const [order] = (await getOrders(shop.world, shopper)).slice(-1)
    expect(order).toMatchObject({ status: 'paid', stock_held: true })
    expect(await stockLeft()).toBe(6)
    expect(await getOrderEmailTemplates(shop.world, order?.id ?? '')).toEqual([
      'order_confirmation',
      'order_notice',
    ])
  })

  test('an order without a reservation is refused when its product is out of stock', async () => {
    const shopper = await shop.aShopperWithExpiredReservations()
    await shop.attempt(await shop.world.shopper())
    expect((await shop.attempt(shopper)).body.error?.code).toBe('out_of_stock')
  })
})

test('an order of another payment account expires when its time is up', async () => {
  const shopper = await shop.world.shopper()
  await shop.attempt(shopper)
  await shop.world
    .sql`update public.orders set stripe_session_id = ${`cs_live_${shopper.id}`} where user_id = ${shopper.id}`
  await shop.sweepAfter(30 * minuteMs)
  expect(await shop.statusesOf(shopper)).toEqual(['pending'])
  await shop.sweepAfter(31 * minuteMs)
  expect(await shop.statusesOf(shopper)).toEqual(['expired'])
  expect(await stockLeft()).toBe(10)
})
