import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OrdersSweep, startOrdersSweep } from '../../server/orders-sweep.ts'
import {
  aLine,
  type Answer,
  checkOut,
  lettersOf,
  type OrderRow,
  ordersOf,
  payOnPage,
  stockOf,
} from './checkouts.ts'
import { anEvent, deliver } from './events.ts'
import { businessEmail } from './small-shop.ts'
import { logInto, openWorld, type Shopper, type World } from './world.ts'

const minute = 60_000
const slug = 'apple-terror-sauce'
const box = 'twink-box-monthly-subscription'

let world: World
let sweep: OrdersSweep
beforeAll(async () => {
  world = await openWorld()
  sweep = startOrdersSweep({
    client: world.client,
    stripe: world.stripe,
    clock: world.clock.now,
    log: logInto(world.log),
    intervalMs: minute,
    businessEmail,
  })
})
beforeEach(async () => {
  await world.sql`update public.orders set status = 'expired', stock_held = false where status = 'pending'`
  await world.sql`update public.products set stock = 10 where slug = ${slug}`
  await world.sql`update public.products set stock = null where slug = ${box}`
  world.webhook.down = false
  world.provider.fault = { kind: 'none' }
})
afterAll(async () => {
  await sweep.stop()
  await world.stop()
})

async function sweepAfter(ms: number): Promise<void> {
  world.clock.advance(ms)
  await sweep.runOnce()
}

async function attempt(shopper: Shopper, quantity = 10): Promise<Answer> {
  return checkOut(world, shopper, [await aLine(world, slug, quantity)])
}

/** A shopper who has let an hour's and a quarter of an hour's reservation run out. */
async function aWaster(quantity = 10): Promise<Shopper> {
  const shopper = await world.shopper()
  await attempt(shopper, quantity)
  await sweepAfter(61 * minute)
  await attempt(shopper, quantity)
  await sweepAfter(16 * minute)
  return shopper
}

async function statusesOf(shopper: Shopper): Promise<string[]> {
  return (await ordersOf(world, shopper)).map(({ status }) => status)
}

async function refundsOf(order?: OrderRow): Promise<number[]> {
  const { data } = await world.stripe.refunds.list({ limit: 100 })
  return data
    .filter((one) => one.payment_intent === order?.stripe_payment_intent_id)
    .map(({ amount }) => amount)
}

const stockLeft = () => stockOf(world, slug)
const pageOf = async ({ body }: Answer) => (await fetch(body.url ?? '')).text()

describe('stock that is not paid for', () => {
  test('is held for an hour first, then for a quarter of an hour, then not', async () => {
    const shopper = await world.shopper()
    expect(await pageOf(await attempt(shopper))).not.toContain('hold')
    await sweepAfter(59 * minute)
    expect(await stockLeft()).toBe(0)
    await sweepAfter(2 * minute)
    expect(await stockLeft()).toBe(10)

    const second = await attempt(shopper)
    expect(await pageOf(second)).toContain('We hold these for you for 1')
    await sweepAfter(12 * minute)
    expect(await stockLeft()).toBe(0)
    await sweepAfter(4 * minute)
    expect(await stockLeft()).toBe(10)
    const ended = await world.stripe.checkout.sessions.retrieve(second.body.session_id ?? '')
    expect(ended.status).toBe('expired')

    const third = await attempt(shopper)
    expect(third.status).toBe(200)
    expect(await pageOf(third)).toContain('We cannot hold these for you this time')
    expect(await stockLeft()).toBe(10)
    expect(await statusesOf(shopper)).toEqual(['expired', 'expired', 'pending'])
  })

  test('is not held longer by changing the cart again and again', async () => {
    const shopper = await world.shopper()
    let heldMinutes = 0
    for (let time = 0; time < 12; time += 1) {
      await attempt(shopper, 9 + (time % 2))
      for (let part = 0; part < 10; part += 1) {
        if ((await stockLeft()) !== 10) heldMinutes += 2
        await sweepAfter(2 * minute)
      }
    }
    expect(heldMinutes).toBeGreaterThan(60)
    expect(heldMinutes).toBeLessThan(85)
  })

  test('is held again the next day, and as soon as something has been paid for', async () => {
    const [later, payer] = [await aWaster(), await aWaster()]
    await world.sql`
      update public.orders set created_at = created_at - interval '1 day', reserved_until = reserved_until - interval '1 day',
        released_at = released_at - interval '1 day'
      where user_id = ${later.id}`
    await attempt(later, 4)
    expect(await stockLeft()).toBe(6)
    const other = await checkOut(world, payer, [await aLine(world, 'spice-bag-mix')])
    await payOnPage(other.body.url ?? '')
    await attempt(payer, 6)
    expect(await stockLeft()).toBe(0)
  })

  test('an honest second try is paid within its quarter of an hour', async () => {
    const shopper = await world.shopper()
    await attempt(shopper)
    await sweepAfter(61 * minute)
    const again = await attempt(shopper)
    await sweepAfter(10 * minute)
    await payOnPage(again.body.url ?? '')
    expect(await statusesOf(shopper)).toEqual(['expired', 'paid'])
    expect(await stockLeft()).toBe(0)
  })

  test('what is not counted is nobody’s to hold, and has its hour each time', async () => {
    const shopper = await aWaster()
    const { body } = await checkOut(world, shopper, [await aLine(world, 'spice-bag-mix')])
    expect(await (await fetch(body.url ?? '')).text()).not.toContain('hold')
    await sweepAfter(50 * minute)
    await payOnPage(body.url ?? '')
    expect((await statusesOf(shopper)).at(-1)).toBe('paid')
  })

  test('a payment that comes in while its time runs out keeps its stock', async () => {
    const shopper = await world.shopper()
    await attempt(shopper)
    await sweepAfter(61 * minute)
    const again = await attempt(shopper)
    world.webhook.down = true
    await payOnPage(again.body.url ?? '')
    await sweepAfter(20 * minute)
    expect((await statusesOf(shopper)).at(-1)).toBe('paid')
    expect(await stockLeft()).toBe(0)
  })

  test('a try that never got its session gives its stock back when its time is up', async () => {
    const shopper = await world.shopper()
    await attempt(shopper)
    await sweepAfter(61 * minute)
    world.provider.fault = { kind: 'failing' }
    expect((await attempt(shopper)).status).toBe(502)
    expect(await stockLeft()).toBe(0)
    await sweepAfter(16 * minute)
    expect(await stockLeft()).toBe(10)
  })
})

describe('an order without a reservation', () => {
  test('takes its stock when it is paid', async () => {
    const shopper = await aWaster()
    const { body } = await attempt(shopper, 4)
    await payOnPage(body.url ?? '')
    const [order] = (await ordersOf(world, shopper)).slice(-1)
    expect(order).toMatchObject({ status: 'paid', stock_held: true })
    expect(await stockLeft()).toBe(6)
    expect(await lettersOf(world, order?.id ?? '')).toEqual(['order_confirmation', 'order_notice'])
  })

  test('that cannot be had when it begins is refused like any other', async () => {
    const shopper = await aWaster()
    await attempt(await world.shopper())
    expect((await attempt(shopper)).body.error?.code).toBe('out_of_stock')
  })

  test('is paid back at once and in whole when the last one has gone meanwhile', async () => {
    const shopper = await aWaster()
    const { body } = await attempt(shopper)
    const faster = await world.shopper()
    const won = await attempt(faster)
    await payOnPage(won.body.url ?? '')
    await payOnPage(body.url ?? '')
    const [order] = (await ordersOf(world, shopper)).slice(-1)
    expect(order).toMatchObject({ status: 'refunded', stock_held: false })
    expect(order?.refunded).toBe(order?.total)
    expect(await statusesOf(faster)).toEqual(['paid'])
    expect(await stockLeft()).toBe(0)
    expect(await refundsOf(order)).toEqual([order?.total])
    expect(await lettersOf(world, order?.id ?? '')).toEqual([])
    const letters = await world.sql`
      select template, data -> 'isSoldOut' as why from public.outbox where recipient = ${shopper.email}`
    expect(letters.map((letter) => ({ ...letter }))).toEqual([{ template: 'refund', why: true }])
  })

  test('is paid back by the sweep when the provider could not be asked then, and once', async () => {
    const shopper = await aWaster()
    const { body } = await attempt(shopper)
    world.webhook.down = true
    await payOnPage(body.url ?? '')
    world.webhook.down = false
    await world.sql`update public.products set stock = 0 where slug = ${slug}`
    world.provider.fault = { kind: 'failing' }
    await deliver(world, await anEvent(world, 'checkout.session.completed', body.session_id ?? ''))
    expect((await statusesOf(shopper)).at(-1)).toBe('paid')
    world.provider.fault = { kind: 'none' }
    await sweepAfter(minute)
    await sweepAfter(minute)
    const [order] = (await ordersOf(world, shopper)).slice(-1)
    expect(order?.status).toBe('refunded')
    expect(await refundsOf(order)).toEqual([order?.total])
  })

  test('with a box ends the box, too', async () => {
    const shopper = await aWaster()
    const lines = [await aLine(world, slug, 10), await aLine(world, box)]
    const { body } = await checkOut(world, shopper, lines)
    await world.sql`update public.products set stock = 0 where slug = ${slug}`
    await payOnPage(body.url ?? '')
    const [order] = (await ordersOf(world, shopper)).slice(-1)
    expect(order).toMatchObject({ status: 'refunded' })
    const [kept] =
      await world.sql`select status from public.subscriptions where user_id = ${shopper.id}`
    expect(kept?.status).toBe('cancelled')
  })

  test('of many at once for the last piece one is paid for, the others are paid back', async () => {
    const wasters = []
    for (let index = 0; index < 4; index += 1) wasters.push(await aWaster())
    await world.sql`update public.products set stock = 1 where slug = ${slug}`
    const answers = await Promise.all(wasters.map((shopper) => attempt(shopper, 1)))
    await Promise.all(answers.map(({ body }) => payOnPage(body.url ?? '')))
    const ends = await Promise.all(wasters.map(async (one) => (await statusesOf(one)).at(-1)))
    expect(ends.sort()).toEqual(['paid', 'refunded', 'refunded', 'refunded'])
    expect(await stockLeft()).toBe(0)
  })
})

test('an order of another payment account is given up when its time is over', async () => {
  const shopper = await world.shopper()
  await attempt(shopper)
  await world.sql`update public.orders set stripe_session_id = ${`cs_live_${shopper.id}`} where user_id = ${shopper.id}`
  await sweepAfter(30 * minute)
  expect(await statusesOf(shopper)).toEqual(['pending'])
  await sweepAfter(31 * minute)
  expect(await statusesOf(shopper)).toEqual(['expired'])
  expect(await stockLeft()).toBe(10)
})
