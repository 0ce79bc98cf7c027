import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPaymentSession, getOrderEmailTemplates, getOrders, getStock } from './checkouts.ts'
import { createSessionEvent, postWebhook, createEventBody, setProviderObject } from './events.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
  await world.sql`update public.products set stock = 1000 where slug = 'nashville-chilli-crisp'`
})
afterAll(() => world.stop())

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}

type Kind =
  | 'completed'
  | 'completed unpaid'
  | 'async succeeded'
  | 'async failed'
  | 'expired'
  | 'part refunded'
  | 'refunded'

async function bodyOf(kind: Kind, sessionId: string, orderId: string): Promise<string> {
  const charge = (amount: number): string => {
    const about = {
      id: `ch_${orderId}`,
      object: 'charge',
      currency: 'gbp',
      payment_intent: `pi_${orderId}`,
      metadata: { order_id: orderId },
      amount_refunded: amount,
    }
    return createEventBody('charge.refunded', setProviderObject(world, about))
  }
  const paid = { payment_intent: `pi_${orderId}` }
  switch (kind) {
    case 'completed':
      return createSessionEvent(world, 'checkout.session.completed', sessionId, paid)
    case 'completed unpaid':
      return createSessionEvent(world, 'checkout.session.completed', sessionId, {
        ...paid,
        payment_status: 'unpaid',
      })
    case 'async succeeded':
      return createSessionEvent(world, 'checkout.session.async_payment_succeeded', sessionId, paid)
    case 'async failed':
      return createSessionEvent(world, 'checkout.session.async_payment_failed', sessionId, {
        ...paid,
        payment_status: 'unpaid',
      })
    case 'expired':
      return createSessionEvent(world, 'checkout.session.expired', sessionId, {
        status: 'expired',
        payment_status: 'unpaid',
      })
    case 'part refunded':
      return charge(100)
    case 'refunded':
      return charge(1179)
  }
}

/**
 * Returns true when the first email must say that the payment is still pending: the session was completed unpaid before
 * the result of the payment arrived.
 */
function waitsForMoney(order: Kind[]): boolean {
  const [agreed, ended] = [
    order.indexOf('completed unpaid'),
    order.findIndex((kind) => kind.startsWith('async')),
  ]
  return agreed !== -1 && agreed < ended
}

describe('the order of events', () => {
  test.each<[Kind[], object, string[]]>([
    [
      ['completed', 'expired'],
      { status: 'paid', refunded: 0, stock_held: true },
      ['order_confirmation', 'order_notice'],
    ],
    [
      ['completed', 'expired', 'refunded'],
      { status: 'refunded', refunded: 1179, stock_held: true },
      ['order_confirmation', 'order_notice'],
    ],
    [
      ['completed', 'part refunded', 'refunded'],
      { status: 'refunded', refunded: 1179 },
      ['order_confirmation', 'order_notice'],
    ],
    [
      ['completed', 'part refunded', 'expired'],
      { status: 'partially_refunded', refunded: 100 },
      ['order_confirmation', 'order_notice'],
    ],
    [
      ['completed unpaid', 'async succeeded', 'expired'],
      { status: 'paid', stock_held: true },
      ['order_confirmation', 'order_notice'],
    ],
    [
      ['completed unpaid', 'async succeeded', 'part refunded'],
      { status: 'partially_refunded' },
      ['order_confirmation', 'order_notice'],
    ],
    [
      ['completed unpaid', 'async failed'],
      { status: 'payment_failed', stock_held: false },
      ['payment_failed'],
    ],
    [
      ['completed unpaid', 'async failed', 'expired'],
      { status: 'payment_failed', stock_held: false },
      ['payment_failed'],
    ],
  ])('the events %j leave the same order in every sequence', async (kinds, state, emails) => {
    for (const order of permutations(kinds)) {
      const stock = await getStock(world, 'nashville-chilli-crisp')
      const { sessionId, orderId, shopper } = await openPaymentSession(world)
      for (const kind of order)
        expect((await postWebhook(world, await bodyOf(kind, sessionId, orderId))).status).toBe(200)
      const [found] = await getOrders(world, shopper)
      const sequence = order.join(' → ')
      expect({ sequence, ...found }).toMatchObject({ sequence, ...state })
      const expected = waitsForMoney(order) ? [...emails, 'order_waiting'].toSorted() : emails
      expect([sequence, await getOrderEmailTemplates(world, orderId)]).toEqual([sequence, expected])
      const left = (stock ?? 0) - (found?.stock_held === true ? 1 : 0)
      expect([sequence, await getStock(world, 'nashville-chilli-crisp')]).toEqual([sequence, left])
    }
  })

  test('simultaneous events leave the same order', { tags: ['abuse-16'] }, async () => {
    const { sessionId, orderId, shopper } = await openPaymentSession(world)
    const kinds: Kind[] = ['expired', 'part refunded', 'async succeeded', 'completed']
    const bodies: string[] = []
    for (const kind of kinds) bodies.push(await bodyOf(kind, sessionId, orderId))
    await Promise.all([...bodies, ...bodies].map((body) => postWebhook(world, body)))
    expect((await getOrders(world, shopper))[0]).toMatchObject({
      status: 'partially_refunded',
      refunded: 100,
    })
    expect(await getOrderEmailTemplates(world, orderId)).toEqual([
      'order_confirmation',
      'order_notice',
    ])
  })

  test('an order paid after its last piece was sold is paid, and the owner is notified', async () => {
    await world.sql`update public.products set stock = 1 where slug = 'apple-terror-sauce'`
    const { sessionId, orderId, shopper } = await openPaymentSession(world, ['apple-terror-sauce'])
    await postWebhook(world, await bodyOf('expired', sessionId, orderId))
    expect(await getStock(world, 'apple-terror-sauce')).toBe(1)
    await openPaymentSession(world, ['apple-terror-sauce'])
    await postWebhook(world, await bodyOf('completed', sessionId, orderId).then((body) => body))
    expect((await getOrders(world, shopper))[0]).toMatchObject({
      status: 'paid',
      stock_held: false,
    })
    expect(await getStock(world, 'apple-terror-sauce')).toBe(0)
    const [notice] =
      await world.sql`select data ->> 'note' as note from public.outbox where dedupe_key = ${`order_notice:${orderId}`}`
    expect(notice?.note).toContain('not everything is in stock')
    const [confirmation] =
      await world.sql`select data from public.outbox where dedupe_key = ${`order_confirmation:${orderId}`}`
    expect(confirmation?.data).not.toHaveProperty('note')
  })
})

describe('order statuses', () => {
  const statuses = [
    'pending',
    'paid',
    'payment_failed',
    'expired',
    'partially_refunded',
    'refunded',
    'fulfilled',
  ]
  const legal: Record<string, string[]> = {
    pending: ['paid', 'payment_failed', 'expired'],
    expired: ['paid', 'payment_failed'],
    payment_failed: ['paid'],
    paid: ['fulfilled', 'partially_refunded', 'refunded'],
    fulfilled: ['paid', 'partially_refunded', 'refunded'],
    partially_refunded: ['fulfilled', 'refunded'],
    refunded: [],
  }

  const pairs = statuses.flatMap((from) => statuses.map((to): [string, string] => [from, to]))
  const isLegal = ([from, to]: [string, string]): boolean => legal[from]?.includes(to) === true

  async function move(from: string, to: string): Promise<number> {
    const [row] = await world.sql`
      insert into public.orders (email, status, subtotal, delivery_price, total, delivery_method_id, delivery_name, cart_hash, terms_version)
      values ('a@example.com', ${from}, 1, 0, 1, 'standard', 'Standard', 'x', 'v') returning id`
    const moved =
      await world.sql`update public.orders set status = ${to} where id = ${row?.id} returning id`
    return moved.length
  }

  test.each(pairs.filter(isLegal))('an order can change from %s to %s', async (from, to) => {
    expect(await move(from, to)).toBe(1)
  })

  test.each(pairs.filter((pair) => pair[0] !== pair[1] && !isLegal(pair)))(
    'an order cannot change from %s to %s',
    { tags: ['abuse-16'] },
    async (from, to) => {
      await expect(move(from, to)).rejects.toThrow(`An order cannot go from ${from} to ${to}`)
    },
  )

  test('only a paid order can be fulfilled', async () => {
    const { sessionId, orderId, shopper } = await openPaymentSession(world)
    const [order] = await getOrders(world, shopper)
    const fulfil = async (): Promise<unknown> =>
      (await world.client.rpc('fulfil_order', { p_number: Number(order?.number) })).data
    expect(await fulfil()).toMatchObject({ error: { code: 'wrong_status' } })
    await postWebhook(world, await bodyOf('completed', sessionId, orderId))
    expect(await fulfil()).toEqual({ number: Number(order?.number), status: 'fulfilled' })
    expect((await world.client.rpc('fulfil_order', { p_number: 1 })).data).toMatchObject({
      error: { code: 'not_found' },
    })
  })

  test('shoppers can execute none of the order functions', { tags: ['abuse-14'] }, async () => {
    const names = await world.sql<{ name: string; open: boolean }[]>`
      select p.proname as name, bool_or(has_function_privilege(r.role, p.oid, 'execute')) as open
      from pg_proc p, (values ('anon'), ('authenticated')) as r (role)
      where p.pronamespace = 'public'::regnamespace and p.proname in
        ('begin_checkout', 'attach_session', 'release_order', 'settle_payment', 'claim_orders_to_poll', 'fulfil_order', 'use_payment_account',
         'store_payment_intent', 'place_order', 'reserve_stock', 'return_stock', 'mark_order_paid', 'order_email', 'queue_order_email', 'remove_ordered_lines')
      group by p.proname`
    expect(names).toHaveLength(15)
    expect(names.filter((row) => row.open)).toEqual([])
  })
})
