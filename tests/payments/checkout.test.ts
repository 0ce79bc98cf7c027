import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createCheckoutLine,
  openPaymentSession,
  checkOut,
  getOrderEmailTemplates,
  getOrders,
  payOnPage,
  getStock,
} from './checkouts.ts'
import { businessEmail } from './small-shop.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

describe('the checkout', () => {
  test.each(['S/M', 'SM', 'S M', '½', 'größer', '大'])(
    'the size %s is stored as chosen, even beside similar sizes',
    async (size) => {
      const slug = 'got-got-need-tee'
      const [{ sizes } = { sizes: [] }] = await world.sql<{ sizes: string[] }[]>`
        select sizes from public.products where slug = ${slug}`
      const odd = ['S/M', 'SM', 'S M', '½', 'größer', '大', '小']
      await world.sql`update public.products set sizes = ${odd} where slug = ${slug}`
      const { url, orderId } = await openPaymentSession(world, [slug])
      await world.sql`update public.products set sizes = ${sizes} where slug = ${slug}`
      await payOnPage(url, {}, size)
      const lines = await world.sql`select size from public.order_items where order_id = ${orderId}`
      expect(lines).toEqual([{ size }])
    },
  )

  test('a cart becomes a paid order with its address, size, two emails and an empty cart', async () => {
    const shopper = await world.shopper()
    const lines = [
      await createCheckoutLine(world, 'nashville-chilli-crisp', 2),
      await createCheckoutLine(world, 'got-got-need-tee'),
    ]
    await world.sql`insert into public.carts (user_id, items) values (${shopper.id}, ${world.sql.json(
      lines.map((line) => ({ product_id: line.product_id, quantity: Number(line.quantity) })),
    )})`
    const before = await getStock(world, 'got-got-need-tee')
    const { status, body } = await checkOut(world, shopper, lines)
    expect(status).toBe(200)
    expect(await getStock(world, 'got-got-need-tee')).toBe((before ?? 0) - 1)
    const paid = await payOnPage(body.url ?? '')
    expect(paid.headers.get('location')).toBe(
      `${world.url}/checkout/success?session_id=${body.session_id}`,
    )
    const [order] = await getOrders(world, shopper)
    expect(order).toMatchObject({
      status: 'paid',
      subtotal: 4100,
      delivery_price: 329,
      total: 4429,
      stock_held: true,
    })
    expect(order?.delivery_address).toEqual({
      name: 'Sam Ple',
      line1: '12 Rye Lane',
      line2: null,
      city: 'London',
      county: null,
      postcode: 'SE15 5BS',
      country: 'GB',
    })
    expect(order?.stripe_payment_intent_id).toMatch(/^pi_/)
    const items =
      await world.sql`select name, quantity, unit_amount, size from public.order_items where order_id = ${order?.id ?? ''} order by position`
    expect(items.map((item) => ({ ...item }))).toEqual([
      { name: 'Nashville Chilli Crisp', quantity: 2, unit_amount: 850, size: null },
      { name: 'Got. Got. Need. Tee', quantity: 1, unit_amount: 2400, size: 'M' },
    ])
    const emails =
      await world.sql`select template, recipient, data from public.outbox where dedupe_key like ${`%:${order?.id}`} order by template`
    expect(emails.map((email) => [email.template, email.recipient])).toEqual([
      ['order_confirmation', shopper.email],
      ['order_notice', businessEmail],
    ])
    expect(emails[0]?.data).toMatchObject({
      number: Number(order?.number),
      total: 4429,
      deliveryName: 'Standard',
      isSubscription: false,
    })
    const [cart] =
      await world.sql`select items, checked_out from public.carts where user_id = ${shopper.id}`
    expect({ ...cart }).toEqual({ items: [], checked_out: true })
  })

  test('an item added to the cart during the payment is still there afterwards', async () => {
    const { shopper, url } = await openPaymentSession(world)
    const [line, other] = [
      await createCheckoutLine(world, 'nashville-chilli-crisp'),
      await createCheckoutLine(world, 'apple-terror-sauce'),
    ]
    const items = [
      { product_id: line.product_id, quantity: 3 },
      { product_id: other.product_id, quantity: 1 },
    ]
    await world.sql`insert into public.carts (user_id, items) values (${shopper.id}, ${world.sql.json(items)})`
    await payOnPage(url)
    const [cart] =
      await world.sql`select items, checked_out from public.carts where user_id = ${shopper.id}`
    expect({ ...cart }).toEqual({
      items: [{ product_id: line.product_id, quantity: 2 }, items[1]],
      checked_out: false,
    })
  })

  test('a box is sold as a subscription with its delivery as a line of the first payment', async () => {
    const shopper = await world.shopper()
    const lines = [
      await createCheckoutLine(world, 'big-gay-bear-box-monthly-subscription'),
      await createCheckoutLine(world, 'spice-bag-mix', 2),
    ]
    const { body } = await checkOut(world, shopper, lines, { id: 'priority' })
    const session = await world.stripe.checkout.sessions.retrieve(body.session_id ?? '')
    expect(session).toMatchObject({
      mode: 'subscription',
      amount_total: 4500 + 900 + 394,
      shipping_options: [],
    })
    await payOnPage(body.url ?? '')
    const [order] = await getOrders(world, shopper)
    expect(order).toMatchObject({ status: 'paid', total: 5794, delivery_price: 394 })
    expect(order?.stripe_subscription_id).toMatch(/^sub_/)
  })

  test('monthly and quarterly boxes in one cart are refused', async () => {
    const shopper = await world.shopper()
    const lines = [
      await createCheckoutLine(world, 'twink-box-monthly-subscription'),
      await createCheckoutLine(world, 'big-gay-bear-box-quarterly-subscription'),
    ]
    const { status, body } = await checkOut(world, shopper, lines)
    expect([status, body.error?.code]).toEqual([409, 'mixed_boxes'])
    expect(body.error?.message).toContain('separately')
  })

  test('an unchanged cart reuses its session', async () => {
    const shopper = await world.shopper()
    const lines = [await createCheckoutLine(world, 'apple-terror-sauce')]
    const first = await checkOut(world, shopper, lines)
    const second = await checkOut(world, shopper, lines)
    expect(second.body).toEqual(first.body)
    expect(await getOrders(world, shopper)).toHaveLength(1)
  })

  test('a changed cart expires the older session and releases its stock', async () => {
    const shopper = await world.shopper()
    const before = (await getStock(world, 'peach-please-hot-honey')) ?? 0
    const first = await checkOut(world, shopper, [
      await createCheckoutLine(world, 'peach-please-hot-honey', 2),
    ])
    expect(await getStock(world, 'peach-please-hot-honey')).toBe(before - 2)
    const second = await checkOut(world, shopper, [
      await createCheckoutLine(world, 'peach-please-hot-honey', 3),
    ])
    expect(await getStock(world, 'peach-please-hot-honey')).toBe(before - 3)
    const older = await world.stripe.checkout.sessions.retrieve(first.body.session_id ?? '')
    expect(older.status).toBe('expired')
    expect(second.body.session_id).not.toBe(first.body.session_id)
    expect((await getOrders(world, shopper)).map((order) => order.status)).toEqual([
      'expired',
      'pending',
    ])
  })

  test('an older session that is being paid is settled', async () => {
    const shopper = await world.shopper()
    world.webhook.down = true
    const first = await checkOut(world, shopper, [await createCheckoutLine(world, 'spice-bag-mix')])
    await payOnPage(first.body.url ?? '')
    const second = await checkOut(world, shopper, [
      await createCheckoutLine(world, 'spice-bag-mix', 2),
    ])
    expect(second.status).toBe(200)
    world.webhook.down = false
    world.clock.advance(5000)
    await world.sandbox.runDue()
    expect((await getOrders(world, shopper)).map((order) => order.status)).toEqual([
      'paid',
      'pending',
    ])
  })

  test('a delayed payment leaves the order pending until it succeeds', async () => {
    const { shopper, url, sessionId, orderId } = await openPaymentSession(world)
    await payOnPage(url, { card: '4000 0000 0000 7726' })
    expect((await getOrders(world, shopper))[0]).toMatchObject({ status: 'pending' })
    const again = await checkOut(world, shopper, [
      await createCheckoutLine(world, 'nashville-chilli-crisp'),
    ])
    expect(again.body.error?.code).toBe('payment_processing')
    await world.stripe.checkout.sessions.retrieve(sessionId)
    world.clock.advance(21_000)
    await world.sandbox.runDue()
    expect((await getOrders(world, shopper))[0]).toMatchObject({ status: 'paid' })
    expect(await getOrderEmailTemplates(world, orderId)).toEqual([
      'order_confirmation',
      'order_notice',
      'order_waiting',
    ])
  })

  test('the items of a delayed payment leave the cart when the payment is agreed', async () => {
    const { shopper, url, orderId } = await openPaymentSession(world, ['nashville-chilli-crisp'])
    const { product_id } = await createCheckoutLine(world, 'nashville-chilli-crisp')
    const putInCart = (quantity: number) =>
      world.sql`
        insert into public.carts (user_id, items)
        values (${shopper.id}, ${world.sql.json([{ product_id, quantity }])})
        on conflict (user_id) do update set items = excluded.items, checked_out = false`
    const cart = () =>
      world.sql`select items, checked_out from public.carts where user_id = ${shopper.id}`
    await putInCart(1)
    await payOnPage(url, { card: '4000 0000 0000 7726' })
    expect(await cart()).toEqual([{ items: [], checked_out: true }])
    await putInCart(2)
    world.clock.advance(21_000)
    await world.sandbox.runDue()
    expect((await getOrders(world, shopper))[0]).toMatchObject({ status: 'paid' })
    expect(await cart()).toEqual([{ items: [{ product_id, quantity: 2 }], checked_out: false }])
    expect(await getOrderEmailTemplates(world, orderId)).toEqual([
      'order_confirmation',
      'order_notice',
      'order_waiting',
    ])
  })

  test('a delayed payment that fails releases the stock and is emailed to the shopper', async () => {
    const before = await getStock(world, 'miss-marmalade-chilli-jam')
    const { shopper, url, orderId } = await openPaymentSession(world, ['miss-marmalade-chilli-jam'])
    await payOnPage(url, { card: '4000 0000 0000 5126' })
    world.clock.advance(21_000)
    await world.sandbox.runDue()
    expect((await getOrders(world, shopper))[0]).toMatchObject({
      status: 'payment_failed',
      stock_held: false,
    })
    expect(await getStock(world, 'miss-marmalade-chilli-jam')).toBe(before)
    expect(await getOrderEmailTemplates(world, orderId)).toEqual([
      'order_waiting',
      'payment_failed',
    ])
  })

  test('an expired session releases its stock', async () => {
    const before = await getStock(world, 'miss-marmalade-chilli-jam')
    const { shopper } = await openPaymentSession(world, ['miss-marmalade-chilli-jam'])
    world.clock.advance(61 * 60_000)
    await world.sandbox.runDue()
    await world.sandbox.runDue()
    expect((await getOrders(world, shopper))[0]).toMatchObject({ status: 'expired' })
    expect(await getStock(world, 'miss-marmalade-chilli-jam')).toBe(before)
  })
})
