import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aLine, checkOut, ordersOf, stockOf } from './checkouts.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.stop())

describe('many at once', () => {
  test('of a hundred checkouts for the last ten exactly ten succeed', async () => {
    await world.sql`update public.products set stock = 10 where slug = 'yalright-mug'`
    await world.sql`delete from public.rate_limits`
    const line = await aLine(world, 'yalright-mug')
    const shoppers = await Promise.all(Array.from({ length: 100 }, () => world.shopper()))
    const answers = await Promise.all(shoppers.map((shopper) => checkOut(world, shopper, [line])))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 409)).toHaveLength(90)
    expect(await stockOf(world, 'yalright-mug')).toBe(0)
    const sessions =
      await world.sql`select from public.orders o join public.order_items i on i.order_id = o.id where i.slug = 'yalright-mug'`
    expect(sessions).toHaveLength(10)
  })

  test('the same checkout sent twenty times is one order and one session', async () => {
    const shopper = await world.shopper()
    const lines = [await aLine(world, 'spice-bag-mix', 2)]
    const calls = world.provider.requests.length
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => checkOut(world, shopper, lines)),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.session_id)).size).toBe(1)
    expect(await ordersOf(world, shopper)).toHaveLength(1)
    const sessions = await world.stripe.checkout.sessions.list({ limit: 100 })
    const [order] = await ordersOf(world, shopper)
    expect(
      sessions.data.filter((session) => session.client_reference_id === order?.id),
    ).toHaveLength(1)
    expect(world.provider.requests.slice(calls).some((call) => call.includes('expire'))).toBe(false)
  })

  test('carts of products in opposite order do not wait for each other for ever', async () => {
    await world.sql`update public.products set stock = 500 where slug in ('got-got-need-tee', 'peach-please-hot-honey')`
    await world.sql`delete from public.rate_limits`
    const [a, b] = [
      await aLine(world, 'got-got-need-tee'),
      await aLine(world, 'peach-please-hot-honey'),
    ]
    const shoppers = await Promise.all(Array.from({ length: 20 }, () => world.shopper()))
    const answers = await Promise.all(
      shoppers.map((shopper, index) => checkOut(world, shopper, index % 2 === 0 ? [a, b] : [b, a])),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect([
      await stockOf(world, 'got-got-need-tee'),
      await stockOf(world, 'peach-please-hot-honey'),
    ]).toEqual([480, 480])
  })
})
