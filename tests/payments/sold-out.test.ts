import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getPaymentIntentId, pressBankButton } from './bank.ts'
import {
  createCheckoutLine,
  createCheckoutBody,
  getOrderEmailTemplates,
  type OrderRow,
  getOrders,
  payOnPage,
  postCheckout,
  getStock,
} from './checkouts.ts'
import { createSessionEvent, postWebhook } from './events.ts'
import {
  boxSlug,
  minuteMs,
  startReservationShop,
  type ReservationShop,
  stockedProductSlug,
} from './reservation-shop.ts'
import type { ProviderFault } from './small-shop.ts'
import type { Shopper } from './world.ts'

let shop: ReservationShop
beforeAll(async () => {
  shop = await startReservationShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.stop())

/** Opens a payment session for ten jars, and for another product if given, without a reservation of the stock. */
async function checkOutLate(
  shopper: Shopper,
  { also, code }: { also?: string; code?: string } = {},
) {
  const { world } = shop
  const lines = [await createCheckoutLine(world, stockedProductSlug, 10)]
  if (also !== undefined) lines.push(await createCheckoutLine(world, also))
  const cart = { ...createCheckoutBody(shopper, lines), discount_code: code ?? null }
  const { body } = await postCheckout(world, cart, shopper.token)
  return { url: body.url ?? '', sessionId: body.session_id ?? '' }
}

/**
 * Creates a shopper who pays for jars without a reservation, after they have sold out. `fault` is the provider's
 * reaction to the shop's refund.
 */
async function aLatePayer(
  options: { also?: string } = {},
  fault: ProviderFault = { kind: 'none' },
): Promise<Shopper> {
  const shopper = await shop.aShopperWithExpiredReservations()
  const { url } = await checkOutLate(shopper, options)
  await emptyShelf()
  shop.world.provider.fault = fault
  await payOnPage(url)
  // The page after the payment waits for the webhook for at most three seconds.
  await shop.world.sandbox.runDue()
  return shopper
}

async function emptyShelf(): Promise<void> {
  await shop.world.sql`update public.products set stock = 0 where slug = ${stockedProductSlug}`
}

async function lastOrder(shopper: Shopper): Promise<OrderRow> {
  const order = (await getOrders(shop.world, shopper)).at(-1)
  if (order === undefined) throw new Error('There is no order')
  return order
}

async function boxOf(shopper: Shopper): Promise<string | undefined> {
  const [kept] = await shop.world
    .sql`select status from public.subscriptions where user_id = ${shopper.id}`
  return kept?.status
}

async function refundsOf(order: OrderRow): Promise<number[]> {
  const { data } = await shop.world.stripe.refunds.list({ limit: 100 })
  return data
    .filter((one) => one.payment_intent === order.stripe_payment_intent_id)
    .map(({ amount }) => amount)
}

function faults(): unknown[] {
  return shop.world.log.filter(({ level }) => level === 'error')
}

describe('a sold out order', () => {
  test(
    'an order whose last piece was sold before its payment is refunded in full at once',
    { tags: ['abuse-7'] },
    async () => {
      const shopper = await shop.aShopperWithExpiredReservations()
      const { body } = await shop.attempt(shopper)
      const faster = await shop.world.shopper()
      const won = await shop.attempt(faster)
      await payOnPage(won.body.url ?? '')
      await payOnPage(body.url ?? '')
      const order = await lastOrder(shopper)
      expect(order).toMatchObject({ status: 'refunded', stock_held: false })
      expect(order.refunded).toBe(order.total)
      expect(await shop.statusesOf(faster)).toEqual(['paid'])
      expect(await getStock(shop.world, stockedProductSlug)).toBe(0)
      expect(await refundsOf(order)).toEqual([order.total])
      expect(await getOrderEmailTemplates(shop.world, order.id)).toEqual([])
      const emails = await shop.world.sql`
      select template, data -> 'isSoldOut' as why from public.outbox where recipient = ${shopper.email}`
      expect(emails.map((email) => ({ ...email }))).toEqual([{ template: 'refund', why: true }])
    },
  )

  test('a refund that failed at first is made by the sweep once', async () => {
    const shopper = await shop.aShopperWithExpiredReservations()
    const { body } = await shop.attempt(shopper)
    shop.world.webhook.down = true
    await payOnPage(body.url ?? '')
    shop.world.webhook.down = false
    await shop.world.sql`update public.products set stock = 0 where slug = ${stockedProductSlug}`
    shop.world.provider.fault = { kind: 'failing' }
    await postWebhook(
      shop.world,
      await createSessionEvent(shop.world, 'checkout.session.completed', body.session_id ?? ''),
    )
    expect((await shop.statusesOf(shopper)).at(-1)).toBe('paid')
    shop.world.provider.fault = { kind: 'none' }
    await shop.sweepAfter(minuteMs)
    await shop.sweepAfter(minuteMs)
    const order = await lastOrder(shopper)
    expect(order.status).toBe('refunded')
    expect(await refundsOf(order)).toEqual([order.total])
  })

  test('a refund that the bank sends back is left to the owner, and the sweep asks for none', async () => {
    const shopper = await aLatePayer()
    const order = await lastOrder(shopper)
    const { sql, stripe, provider } = shop.world
    const payment_intent = await getPaymentIntentId(shop.world, order.id)
    const { data } = await stripe.refunds.list({ payment_intent })
    await pressBankButton(shop.world, 'fail', data[0]?.id ?? '')
    const requests = provider.requests.length
    await shop.sweepAfter(minuteMs)
    await shop.sweepAfter(minuteMs)
    expect(provider.requests.slice(requests).filter((one) => /POST .*refunds/.test(one))).toEqual(
      [],
    )
    const [state] = await sql`
      select o.status, o.refunded, public.order_state(o, false) as state, public.unsettled_refunds() -> 'count' as owed
      from public.orders o where o.id = ${order.id}`
    expect(state).toEqual({ status: 'paid', refunded: 0, state: 'on-hold', owed: 1 })
  })

  test('a refunded sold out order with a subscription ends the subscription', async () => {
    const shopper = await aLatePayer({ also: boxSlug })
    expect([(await lastOrder(shopper)).status, await boxOf(shopper)]).toEqual([
      'refunded',
      'cancelled',
    ])
  })

  test('a sold out order is refunded only once its subscription could be ended', async () => {
    const shopper = await aLatePayer({ also: boxSlug }, { kind: 'failing', method: 'DELETE' })
    expect([(await lastOrder(shopper)).status, await boxOf(shopper)]).toEqual(['paid', 'active'])
    await shop.sweepAfter(minuteMs)
    expect([(await lastOrder(shopper)).status, await boxOf(shopper)]).toEqual(['paid', 'active'])
    shop.world.provider.fault = { kind: 'none' }
    await shop.sweepAfter(minuteMs)
    expect([(await lastOrder(shopper)).status, await boxOf(shopper)]).toEqual([
      'refunded',
      'cancelled',
    ])
  })

  test('a sold out order is refunded even when twenty older ones can never be', async () => {
    const { sql } = shop.world
    const stuck = await lastOrder(await aLatePayer({}, { kind: 'failing' }))
    await sql`
      insert into public.orders overriding system value
      select (jsonb_populate_record(o, jsonb_build_object(
        'id', gen_random_uuid(), 'number', 900000 + n, 'sold_out_at', o.sold_out_at - interval '1 day',
        'stripe_session_id', 'cs_gone_' || n, 'stripe_payment_intent_id', 'pi_gone_' || n
      ))).* from public.orders o, generate_series(1, 20) as n where o.id = ${stuck.id}`
    await sql`update public.orders set status = 'refunded' where id = ${stuck.id}`
    await shop.reset()
    const shopper = await aLatePayer({}, { kind: 'failing' })
    shop.world.provider.fault = { kind: 'none' }
    await shop.sweepAfter(minuteMs)
    await shop.sweepAfter(minuteMs)
    await sql`delete from public.orders where stripe_session_id like 'cs_gone_%'`
    expect((await lastOrder(shopper)).status).toBe('refunded')
  })

  test(
    'only one of several payments for the last piece is accepted, and the others are refunded',
    { tags: ['abuse-7'] },
    async () => {
      const wasters = []
      for (let index = 0; index < 4; index += 1)
        wasters.push(await shop.aShopperWithExpiredReservations())
      await shop.world.sql`update public.products set stock = 1 where slug = ${stockedProductSlug}`
      const answers = await Promise.all(wasters.map((shopper) => shop.attempt(shopper, 1)))
      await Promise.all(answers.map(({ body }) => payOnPage(body.url ?? '')))
      const ends = await Promise.all(
        wasters.map(async (one) => (await shop.statusesOf(one)).at(-1)),
      )
      expect(ends.sort()).toEqual(['paid', 'refunded', 'refunded', 'refunded'])
      expect(await getStock(shop.world, stockedProductSlug)).toBe(0)
    },
  )
})

describe('a refund of a sold out order by the owner', () => {
  /**
   * Creates a sold out order whose automatic refund has failed, because the provider was down, and which the owner
   * refunds before the orders sweep runs.
   */
  async function refundedByOwner(amount: number | null, options = {}): Promise<Shopper> {
    const shopper = await aLatePayer(options, { kind: 'failing' })
    shop.world.provider.fault = { kind: 'none' }
    const order = await lastOrder(shopper)
    const [intent] = (await shop.world.stripe.paymentIntents.list({ limit: 1 })).data
    await shop.world.stripe.refunds.create({
      payment_intent: order.stripe_payment_intent_id ?? intent?.id ?? '',
      ...(amount !== null && { amount }),
    })
    return shopper
  }

  test('a partial refund by the owner leaves the rest of a sold out order to be refunded', async () => {
    const shopper = await refundedByOwner(100)
    await expect.poll(async () => (await lastOrder(shopper)).status).toBe('partially_refunded')
    await shop.sweepAfter(minuteMs)
    const order = await lastOrder(shopper)
    expect([order.status, order.refunded]).toEqual(['refunded', order.total])
    expect((await refundsOf(order)).sort((a, b) => a - b)).toEqual([100, order.total - 100])
  })

  test('a full refund by the owner leaves the subscription of a sold out order to be ended', async () => {
    const shopper = await refundedByOwner(null, { also: boxSlug })
    await expect.poll(async () => (await lastOrder(shopper)).status).toBe('refunded')
    expect(await boxOf(shopper)).toBe('active')
    await shop.sweepAfter(minuteMs)
    expect(await boxOf(shopper)).toBe('cancelled')
  })

  test('a full refund with a lost event is no error for a sold out order', async () => {
    const shopper = await aLatePayer({}, { kind: 'failing' })
    shop.world.provider.fault = { kind: 'none' }
    const { stripe_payment_intent_id: payment } = await lastOrder(shopper)
    shop.world.webhook.down = true
    await shop.world.stripe.refunds.create({ payment_intent: payment ?? '' })
    shop.world.log.length = 0
    await shop.sweepAfter(minuteMs)
    const order = await lastOrder(shopper)
    expect([order.status, await refundsOf(order), faults()]).toEqual([
      'refunded',
      [order.total],
      [],
    ])
  })
})

describe('the discount code of a sold out order', () => {
  async function aWasterWithCode(): Promise<{ shopper: Shopper; code: string }> {
    const shopper = await shop.aShopperWithExpiredReservations()
    const [row] = await shop.world.sql`select public.issue_discount_code(${shopper.email}) as given`
    return { shopper, code: row?.given.code }
  }

  async function usedAt(code: string): Promise<unknown> {
    const [row] = await shop.world
      .sql`select used_at from public.discount_codes where code = ${code}`
    return row?.used_at
  }

  test('the discount code of a sold out order can be used again, even twice', async () => {
    const { shopper, code } = await aWasterWithCode()
    for (const time of [1, 2]) {
      await shop.reset()
      const { url } = await checkOutLate(shopper, { code })
      await emptyShelf()
      await payOnPage(url)
      const { status, discount } = await lastOrder(shopper)
      expect([time, status, discount > 0, await usedAt(code)]).toEqual([
        time,
        'refunded',
        true,
        null,
      ])
    }
    await shop.reset()
    const { url } = await checkOutLate(shopper, { code })
    await payOnPage(url)
    expect((await lastOrder(shopper)).status).toBe('paid')
    expect(await usedAt(code)).not.toBeNull()
  })

  test('a discount code from the payment page of a sold out order can be used again', async () => {
    const { shopper, code } = await aWasterWithCode()
    const { url } = await checkOutLate(shopper)
    await emptyShelf()
    await payOnPage(url, { do: 'code', code })
    await payOnPage(url)
    const { status, discount } = await lastOrder(shopper)
    expect([status, discount > 0, await usedAt(code)]).toEqual(['refunded', true, null])
  })

  test('a discount code used by another paid order stays used after a sold out order', async () => {
    const { shopper, code } = await aWasterWithCode()
    const late = await checkOutLate(shopper, { code })
    await shop.world.stripe.checkout.sessions.expire(late.sessionId)
    await expect.poll(async () => (await lastOrder(shopper)).status).toBe('expired')
    const real = await checkOutLate(shopper, { code, also: 'spice-bag-mix' })
    await payOnPage(real.url)
    const used = await usedAt(code)
    expect(used).not.toBeNull()
    await postWebhook(
      shop.world,
      await createSessionEvent(shop.world, 'checkout.session.completed', late.sessionId),
    )
    const orders = await shop.world.sql`
      select sold_out_at is not null as sold_out from public.orders where user_id = ${shopper.id} order by number`
    expect(orders.slice(-2).map((order) => order.sold_out)).toEqual([true, false])
    expect(await usedAt(code)).toEqual(used)
  })
})
