import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createCheckoutLine,
  checkOut,
  createCheckoutBody,
  getOrders,
  postCheckout,
} from './checkouts.ts'
import { openPaymentWorld, type Shopper, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

/** Expects that `work` creates no order, sends no email and does not call the payment provider. */
async function expectNothing(shopper: Shopper, work: () => Promise<void>): Promise<void> {
  const calls = world.provider.requests.length
  await work()
  expect(await getOrders(world, shopper)).toEqual([])
  expect(
    await world.sql`select from public.outbox where recipient = ${shopper.email}`,
  ).toHaveLength(0)
  expect(world.provider.requests.length).toBe(calls)
}

describe('invalid prices and carts', () => {
  test(
    'the charged amount comes from the database, whatever the request contains',
    { tags: ['abuse-1'] },
    async () => {
      const shopper = await world.shopper()
      const line = await createCheckoutLine(world, 'nashville-chilli-crisp', 2)
      const sent = {
        user_id: shopper.id,
        cart_items: [line],
        delivery_method: { id: 'standard', price: 0, stripe_id: 'shr_sandbox_free' },
        total: 1,
        currency: 'xxx',
        status: 'paid',
        paid_at: '2020-01-01',
      }
      expect((await postCheckout(world, sent, shopper.token)).status).toBe(200)
      const [order] =
        await world.sql`select total, currency, status, paid_at from public.orders where user_id = ${shopper.id}`
      expect({ ...order }).toEqual({
        total: 2029,
        currency: 'gbp',
        status: 'pending',
        paid_at: null,
      })
    },
  )

  test(
    'a cart with an outdated price is refused with the product and its current price',
    { tags: ['abuse-1'] },
    async () => {
      const shopper = await world.shopper()
      const line = await createCheckoutLine(world, 'nashville-chilli-crisp')
      await expectNothing(shopper, async () => {
        for (const price of [1, 849, 851, null]) {
          const { status, body } = await checkOut(world, shopper, [{ ...line, price }])
          expect([status, body.error?.code]).toEqual([409, 'price_changed'])
          expect(body.error?.products).toEqual([
            {
              id: line.product_id,
              name: 'Nashville Chilli Crisp',
              unitAmount: 850,
              stripePriceId: line.stripe_price_id,
            },
          ])
          expect(body.error?.message).toContain('£8.50')
        }
      })
    },
  )

  test('a checkout without a valid item is refused with the specified message', async () => {
    const shopper = await world.shopper()
    await expectNothing(shopper, async () => {
      for (const cart_items of [[], undefined, null, [{}], 'a cart']) {
        const sent = {
          cart_items,
          delivery_method: { id: 'standard', stripe_id: 'shr_sandbox_standard' },
        }
        const { status, body } = await postCheckout(world, sent, shopper.token)
        expect([status, body.error?.message]).toEqual([400, 'No valid items in cart'])
      }
    })
  })

  test(
    'an invalid item beside a valid one is named with its fault',
    { tags: ['abuse-2'] },
    async () => {
      const shopper = await world.shopper()
      const good = await createCheckoutLine(world, 'nashville-chilli-crisp')
      const other = await createCheckoutLine(world, 'apple-terror-sauce')
      await expectNothing(shopper, async () => {
        for (const [bad, fault] of [
          [{}, 'Invalid product data'],
          [{ ...other, product_id: 'x' }, 'Invalid product data'],
          [{ ...other, stripe_price_id: null }, 'Apple Terror Sauce - missing price information'],
          [{ ...other, stripe_price_id: 'sku_1' }, 'Apple Terror Sauce - invalid price format'],
        ] as const) {
          const named = { ...bad, product_name: 'Apple Terror Sauce' }
          const body = { ...createCheckoutBody(shopper, [good]), cart_items: [good, named] }
          const answer = await postCheckout(world, body, shopper.token)
          const message = `Invalid items in cart: ${fault}`
          expect([answer.status, answer.body.error?.message]).toEqual([400, message])
        }
      })
    },
  )

  test(
    'a delivery method without a Stripe id is refused with the specified message',
    { tags: ['abuse-5'] },
    async () => {
      const shopper = await world.shopper()
      const line = await createCheckoutLine(world, 'nashville-chilli-crisp')
      await expectNothing(shopper, async () => {
        for (const stripe_id of [undefined, null, '', 7]) {
          const delivery = { id: 'standard', stripe_id }
          const { status, body } = await checkOut(world, shopper, [line], delivery)
          expect([status, body.error?.code, body.error?.message]).toEqual([
            400,
            'delivery_not_configured',
            'Selected delivery method is missing Stripe configuration',
          ])
        }
      })
    },
  )

  test.each([0, -1, 1.5, '2', null, [], {}, 100, 1e9, 2 ** 53, true])(
    'a quantity of %j is refused',
    { tags: ['abuse-2'] },
    async (quantity) => {
      const shopper = await world.shopper()
      await expectNothing(shopper, async () => {
        const { status } = await checkOut(world, shopper, [
          await createCheckoutLine(world, 'nashville-chilli-crisp', quantity),
        ])
        expect(status).toBe(400)
      })
    },
  )

  test('a quantity of NaN in JSON is refused', { tags: ['abuse-2'] }, async () => {
    const shopper = await world.shopper()
    const line = await createCheckoutLine(world, 'nashville-chilli-crisp', 7)
    const body = JSON.stringify({
      cart_items: [line],
      delivery_method: { id: 'standard', stripe_id: 'shr_sandbox_standard' },
    })
    expect(
      (await postCheckout(world, body.replace('"quantity":7', '"quantity":NaN'), shopper.token))
        .status,
    ).toBe(400)
  })

  test(
    'the database itself refuses a quantity outside 1 to 99',
    { tags: ['abuse-2'] },
    async () => {
      const shopper = await world.shopper()
      const line = await createCheckoutLine(world, 'nashville-chilli-crisp')
      const lines = (quantity: number) =>
        world.sql.json([
          { product_id: line.product_id, quantity, unit_amount: 850, stripe_price_id: 'price_x' },
        ])
      for (const quantity of [0, 100, 1.5]) {
        const [row] =
          await world.sql`select public.begin_checkout(${shopper.id}, ${lines(quantity)}, 'standard', 'v') as answer`
        expect(row?.answer.error.code).toBe('invalid_request')
      }
      const insert = (quantity: number) => world.sql`
      insert into public.order_items (order_id, position, slug, name, unit_amount, quantity, stripe_price_id)
      values (gen_random_uuid(), 0, 's', 'n', 1, ${quantity}, 'price_x')`
      for (const quantity of [0, 100])
        await expect(insert(quantity)).rejects.toThrow(/check constraint/)
    },
  )

  test.each([
    ['inactive', 'update public.products set active = false where id = $1', 'is no longer sold'],
    [
      'coming soon',
      'update public.products set "isComingSoon" = true where id = $1',
      'isn’t out yet',
    ],
    ['sold out', 'update public.products set "isSoldOut" = true where id = $1', 'has sold out'],
    ['out of stock', 'update public.products set stock = 0 where id = $1', 'has sold out'],
    [
      'without a price',
      'delete from public.prices where product_id = $1',
      '- missing price information',
    ],
    [
      'without a price id',
      'update public.prices set stripe_price_id = null where product_id = $1',
      '- missing price information',
    ],
  ])(
    'a product that is %s by the time of the checkout is named and not sold',
    { tags: ['abuse-3'] },
    async (_state, change, words) => {
      const other = await openPaymentWorld()
      try {
        const shopper = await other.shopper()
        const line = await createCheckoutLine(other, 'apple-terror-sauce')
        await other.sql.unsafe(change, [line.product_id])
        const { status, body } = await checkOut(other, shopper, [line])
        expect(status).toBe(409)
        expect(body.error?.message).toContain(`Apple Terror Sauce ${words}`)
        expect(body.error?.products[0]).toMatchObject({ id: line.product_id })
        expect(await getOrders(other, shopper)).toEqual([])
        expect(other.provider.requests).toEqual([])
      } finally {
        await other.stop()
      }
    },
  )

  test('an unknown product is refused', { tags: ['abuse-3'] }, async () => {
    const shopper = await world.shopper()
    const line = {
      ...(await createCheckoutLine(world, 'nashville-chilli-crisp')),
      product_id: '00000000-0000-4000-8000-00000000dead',
    }
    await expectNothing(shopper, async () => {
      const { status, body } = await checkOut(world, shopper, [line])
      expect([status, body.error?.message]).toEqual([
        409,
        'Invalid items in cart: Invalid product data',
      ])
    })
  })

  test(
    'a foreign, archived or other product’s price id is refused and never sent to the provider',
    { tags: ['abuse-4'] },
    async () => {
      const shopper = await world.shopper()
      const line = await createCheckoutLine(world, 'nashville-chilli-crisp')
      const [archived] = await world.sql<{ stripe_price_id: string }[]>`
      insert into public.prices (product_id, position, stripe_price_id, unit_amount)
      values (${line.product_id}, 1, 'price_of_last_year', 850) returning stripe_price_id`
      await expectNothing(shopper, async () => {
        for (const id of [
          'price_of_somebody_else',
          archived?.stripe_price_id,
          'price_sandbox_apple_terror_sauce',
        ]) {
          const { status, body } = await checkOut(world, shopper, [
            { ...line, stripe_price_id: id },
          ])
          expect([status, body.error?.code]).toEqual([409, 'price_changed'])
        }
      })
    },
  )

  test('a cart with the same product twice is refused', async () => {
    const shopper = await world.shopper()
    const line = await createCheckoutLine(world, 'nashville-chilli-crisp', 60)
    await expectNothing(shopper, async () => {
      expect((await checkOut(world, shopper, [line, line])).status).toBe(400)
    })
  })
})

describe('delivery methods', () => {
  test.each([
    [5, 'standard', 'standard', 329],
    [5, 'priority', 'priority', 394],
    [6, 'standard', 'xl', 649],
    [6, 'priority', 'xl', 649],
    [6, 'xl', 'xl', 649],
  ])(
    '%i pieces sent with the method %s are delivered by %s',
    { tags: ['abuse-5'] },
    async (quantity, sent, picked, price) => {
      const shopper = await world.shopper()
      const { status, body } = await checkOut(
        world,
        shopper,
        [await createCheckoutLine(world, 'spice-bag-mix', quantity)],
        { id: sent, price: 0.01, stripe_id: 'shr_sandbox_standard' },
      )
      expect(status).toBe(200)
      const [order] = await getOrders(world, shopper)
      expect(order).toMatchObject({ delivery_method_id: picked, delivery_price: price })
      const session = await world.stripe.checkout.sessions.retrieve(body.session_id ?? '')
      expect(session.shipping_options).toEqual([
        { shipping_amount: price, shipping_rate: `shr_sandbox_${picked}` },
      ])
    },
  )

  test.each([{ id: 'xl' }, { id: 'courier' }, { id: "standard' or 'a'='a" }, { id: 7 }, null, {}])(
    'the delivery method %j for one piece is refused',
    { tags: ['abuse-5'] },
    async (delivery) => {
      const shopper = await world.shopper()
      await expectNothing(shopper, async () => {
        const { status, body } = await checkOut(
          world,
          shopper,
          [await createCheckoutLine(world, 'spice-bag-mix')],
          delivery,
        )
        expect([status, body.error?.code]).toEqual([400, 'unknown_delivery'])
      })
    },
  )

  test('an unknown delivery method for many pieces is refused', { tags: ['abuse-5'] }, async () => {
    const shopper = await world.shopper()
    const { status } = await checkOut(
      world,
      shopper,
      [await createCheckoutLine(world, 'spice-bag-mix', 9)],
      {
        id: 'teleport',
      },
    )
    expect(status).toBe(400)
  })
})
