import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseOrderFilter } from '../../commands/owner/list-command.ts'
import { createPaidOrder, type PaidOrder, runOrdersCommand } from './owner.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
let tee: PaidOrder
beforeAll(async () => {
  world = await openPaymentWorld()
  tee = await createPaidOrder(world, ['got-got-need-tee', 'nashville-chilli-crisp'])
  await world.sql`
    update public.orders set delivery_address = delivery_address || '{"name": "Marsha P. Bell"}', email = 'marsha_100%@example.com'
    where id = ${tee.orderId}`
})
afterAll(() => world.stop())

const run = (...args: string[]) => runOrdersCommand(world, ...args)

/** Inserts `count` orders that were placed at the time `placed`. */
async function writeOrders(count: number, placed: string): Promise<void> {
  await world.sql`
    with placed as (
      insert into public.orders (
        email, status, subtotal, delivery_price, total, delivery_method_id, delivery_name, delivery_address, cart_hash, terms_version, created_at, fulfilled_at
      )
      select 'shopper' || n || '@example.org', 'fulfilled', 850, 329, 1179, 'standard', 'Standard',
        jsonb_build_object('name', 'Shopper ' || n), 'x', 'v', ${placed}, ${placed}
      from generate_series(1, ${count}) as n returning id
    )
    insert into public.order_items (order_id, position, slug, name, unit_amount, quantity, stripe_price_id)
    select id, 0, 'old-sauce', 'Old Sauce', 850, 1, 'price_1' from placed`
}

describe('npm run orders -- list', () => {
  test('the order list shows the items and the recipient of each order', async () => {
    expect(await run('list')).toContain(
      'Marsha P. Bell: 1 × Got. Got. Need. Tee (size M), 1 × Nashville Chilli Crisp',
    )
  })

  test.each([
    ['a name', 'marsha p'],
    ['a part of an email address', 'MARSHA_100%@'],
    ['a product', 'need. tee'],
    ['several arguments', 'got. got.'],
    ['a status', 'paid'],
    ['today', 'today'],
  ])('the order list finds an order by %s', async (_what, words) => {
    expect(await run('list', ...words.split(' '))).toMatch(new RegExp(`^${tee.number} `, 'm'))
  })

  test('the order list finds an order by its number, with or without a #', async () => {
    for (const words of [String(tee.number), `#${tee.number}`])
      expect(await run('list', words)).toMatch(new RegExp(`^${tee.number} [^]*\n1 order\\.$`, 'm'))
  })

  test.each(['zoe', '%%%', '___', 'marsha\\', "'; drop table public.orders; --"])(
    'the order list finds nothing by %s and explains the search terms',
    { tags: ['abuse-24'] },
    async (words) => {
      expect(await run('list', words)).toBe(
        `There are no orders with "${words}" in a name, an e-mail address, their number or a product. A status is one of: pending, paid, fulfilled, payment-failed, expired, partially-refunded, refunded`,
      )
    },
  )

  test('the order list uses London days', async () => {
    await writeOrders(1, '2026-06-30T23:30:00Z')
    await writeOrders(1, '2026-07-01T22:59:59Z')
    await writeOrders(1, '2026-07-01T23:00:00Z')
    for (const day of ['2026-07-01', '01/07/2026', '1/7/2026'])
      expect(await run('list', day)).toMatch(/\n2 orders\.$/)
    expect(await run('list', '2026-06-30')).toBe('There are no such orders.')
  })

  test('the order list shows the total and pages through the others', async () => {
    await writeOrders(120, '2025-03-04T12:00:00Z')
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((page) => run('list', '2025-03-04', '--page', page)),
    )
    const rows = pages.map((page) => [...page.matchAll(/^(\d+) /gm)].map(([, number]) => number))
    // Order numbers are above 1000. The smaller numbers are from the last lines of the pages, which begin with a
    // number, too.
    expect(pages[0]).toMatch(/\n1 to 50 of 120 orders, the newest first\.\nThe next: add --page 2$/)
    expect(pages[2]).toMatch(/\n101 to 120 of 120 orders, the newest first\.$/)
    expect(pages[3]).toBe('There are no more of these 120 orders.')
    expect(new Set(rows.flat().filter((number) => Number(number) > 1000)).size).toBe(120)
  })

  test('every order search uses an index', async () => {
    await writeOrders(20_000, '2024-03-04T12:00:00Z')
    await world.sql.unsafe('vacuum analyze public.orders, public.order_items')
    const session = await world.sql.reserve()
    const readThrough = async (): Promise<number> => {
      await session`select pg_stat_force_next_flush()`
      const [row] = await session<{ rows: string }[]>`
        select sum(seq_tup_read) as rows from pg_stat_user_tables where relname in ('orders', 'order_items')`
      return Number(row?.rows)
    }
    try {
      for (const [status, day, search] of [
        [null, null, 'marsha'],
        [null, null, 'need. tee'],
        [null, null, '20000'],
        [null, null, '7'],
        [null, '2026-07-01', null],
        ['paid', null, null],
        ['refunded', null, null],
      ] as const) {
        const before = await readThrough()
        await session`select public.list_orders(${status}, ${day}::date, ${search})`
        expect([status, day, search, (await readThrough()) - before]).toEqual([
          status,
          day,
          search,
          0,
        ])
      }
    } finally {
      session.release()
    }
    expect(await run('list')).toMatch(/\n1 to 50 of 20,\d{3} orders, the newest first\.\n/)
  })
})

test.each([
  ['', {}],
  ['today', { day: '2026-06-21' }],
  ['Today', { day: '2026-06-21' }],
  ['2026-11-20', { day: '2026-11-20' }],
  ['20/11/2026', { day: '2026-11-20' }],
  ['31/02/2026', { search: '31/02/2026' }],
  ['payment failed', { status: 'payment_failed' }],
  ['Partially-Refunded', { status: 'partially_refunded' }],
  ['7', { search: '7' }],
  ['Sam Ple', { search: 'Sam Ple' }],
])('the search "%s" is parsed as %j', (typed, filter) => {
  // 00:30 on the next day in London, in summer time.
  expect(parseOrderFilter(typed, Date.parse('2026-06-20T23:30:00Z'))).toEqual(filter)
})

test('a search of two letters is refused', () => {
  expect(() => parseOrderFilter('bo', 0)).toThrow('Three letters at least')
})
