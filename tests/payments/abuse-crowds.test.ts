import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createCheckoutLine,
  checkOut,
  createCheckoutBody,
  getOpenSessionIds,
  getOrders,
  postCheckout,
  getStock,
} from './checkouts.ts'
import { openPaymentWorld, type Shopper, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

/** Returns the requests to the provider, after the first `calls` ones, that create or change something. */
function changesSince(calls: number): string[] {
  return world.provider.requests.slice(calls).filter((call) => !call.startsWith('GET'))
}

/** Returns the number of checkouts of a shopper that the rate limit has counted. */
async function attemptsOf({ id }: Shopper): Promise<number> {
  const [row] = await world.sql`
    select attempts from public.rate_limits where key = ${`create-checkout:user:${id}`}`
  return row?.attempts ?? 0
}

describe('simultaneous checkouts', () => {
  test(
    'only ten of a hundred simultaneous checkouts for the last ten pieces succeed',
    { tags: ['abuse-7'] },
    async () => {
      await world.sql`update public.products set stock = 10 where slug = 'yalright-mug'`
      await world.sql`delete from public.rate_limits`
      const line = await createCheckoutLine(world, 'yalright-mug')
      const shoppers = await Promise.all(Array.from({ length: 100 }, () => world.shopper()))
      const answers = await Promise.all(shoppers.map((shopper) => checkOut(world, shopper, [line])))
      const statuses = answers.map((answer) => answer.status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(10)
      expect(statuses.filter((status) => status === 409)).toHaveLength(90)
      expect(await getStock(world, 'yalright-mug')).toBe(0)
      const sessions =
        await world.sql`select from public.orders o join public.order_items i on i.order_id = o.id where i.slug = 'yalright-mug'`
      expect(sessions).toHaveLength(10)
    },
  )

  test(
    'a checkout sent twenty times creates one order and one session',
    { tags: ['abuse-8'] },
    async () => {
      const shopper = await world.shopper()
      const lines = [await createCheckoutLine(world, 'spice-bag-mix', 2)]
      const calls = world.provider.requests.length
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => checkOut(world, shopper, lines)),
      )
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
      expect(new Set(answers.map((answer) => answer.body.session_id)).size).toBe(1)
      expect(await getOrders(world, shopper)).toHaveLength(1)
      const sessions = await world.stripe.checkout.sessions.list({ limit: 100 })
      const [order] = await getOrders(world, shopper)
      expect(
        sessions.data.filter((session) => session.client_reference_id === order?.id),
      ).toHaveLength(1)
      expect(changesSince(calls)).toEqual(['POST /v1/checkout/sessions'])
    },
  )

  test(
    'a checkout sent twenty times to a slow provider makes one request and one session',
    { tags: ['abuse-8'] },
    async () => {
      const shopper = await world.shopper()
      const lines = [await createCheckoutLine(world, 'spice-bag-mix', 3)]
      let letGo = (): void => undefined
      const until = new Promise<void>((resolve) => {
        letGo = resolve
      })
      world.provider.fault = { kind: 'held', until }
      const calls = world.provider.requests.length
      const asked = Promise.all(Array.from({ length: 20 }, () => checkOut(world, shopper, lines)))
      await expect.poll(() => world.provider.requests.length).toBeGreaterThan(calls)
      // One IP address has at most four running calls; its other calls wait.
      await expect.poll(() => attemptsOf(shopper)).toBe(4)
      letGo()
      const answers = await asked
      world.provider.fault = { kind: 'none' }
      expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
      expect(new Set(answers.map((answer) => answer.body.session_id)).size).toBe(1)
      expect(changesSince(calls)).toEqual(['POST /v1/checkout/sessions'])
    },
  )

  test(
    'twelve simultaneous carts with one discount code leave only one that can be paid',
    { tags: ['abuse-6'] },
    async () => {
      const shopper = await world.shopper()
      const [given] = await world.sql`select public.issue_discount_code(${shopper.email}) as given`
      const code = given?.given.code
      const carts = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          createCheckoutLine(world, 'nashville-chilli-crisp', index + 1),
        ),
      )
      const send12 = () =>
        Promise.all(
          carts.map((line) =>
            postCheckout(
              world,
              { ...createCheckoutBody(shopper, [line]), discount_code: code },
              shopper.token,
            ),
          ),
        )
      const answers = await send12()
      const won = answers.filter((answer) => answer.status === 200)
      // Calls from one IP address run one after the other, and each may replace the session that an earlier call has
      // opened, so several of them may succeed.
      expect(won.length).toBeGreaterThan(0)
      expect(
        answers
          .filter(({ body }) => body.error?.code === 'cart_changed')
          .map(({ status }) => status),
      ).toEqual(Array(12 - won.length).fill(409))
      const open = await getOpenSessionIds(world, shopper)
      expect(open).toHaveLength(1)
      expect(won.map(({ body }) => body.session_id)).toContain(open[0])
      await world.stripe.checkout.sessions.expire(open[0] ?? '')
      await expect
        .poll(async () => (await getOrders(world, shopper)).at(-1)?.status)
        .toBe('expired')
      const again = await send12()
      expect(again.filter((answer) => answer.status === 200)).not.toHaveLength(0)
      expect(await getOpenSessionIds(world, shopper)).toHaveLength(1)
    },
  )

  test(
    'carts with the same products in opposite order do not deadlock',
    { tags: ['abuse-7'] },
    async () => {
      await world.sql`update public.products set stock = 500 where slug in ('got-got-need-tee', 'peach-please-hot-honey')`
      await world.sql`delete from public.rate_limits`
      const [a, b] = [
        await createCheckoutLine(world, 'got-got-need-tee'),
        await createCheckoutLine(world, 'peach-please-hot-honey'),
      ]
      const shoppers = await Promise.all(Array.from({ length: 20 }, () => world.shopper()))
      const answers = await Promise.all(
        shoppers.map((shopper, index) =>
          checkOut(world, shopper, index % 2 === 0 ? [a, b] : [b, a]),
        ),
      )
      expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
      expect([
        await getStock(world, 'got-got-need-tee'),
        await getStock(world, 'peach-please-hot-honey'),
      ]).toEqual([480, 480])
    },
  )
})
