import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookkeepingRow, formatAccountsCsv } from '../../domain/accounts-csv.ts'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'
import { fuzzOptions } from '../../packages/embedded-supabase/tests/support/fuzz.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await startTestDatabase()
})
afterAll(() => db.stop())

const tee = 'got-got-need-tee'
const aLine = fc.record({
  slug: fc.constantFrom<string[]>(tee, 'nashville-chilli-crisp'),
  unit: fc.integer({ min: 1, max: 4000 }),
  quantity: fc.integer({ min: 1, max: 3 }),
})
const anOrder = fc.record({
  lines: fc.array(aLine, { minLength: 1, maxLength: 4 }),
  delivery: fc.constantFrom<number[]>(0, 329),
  off: fc.nat({ max: 99 }),
})
type Order = typeof anOrder extends fc.Arbitrary<infer T> ? T : never

/**
 * A refund or a dispute. `pieces` are refunded by the desk; `part` is the refunded percentage of the remaining amount.
 */
const aMove = fc.record({
  by: fc.constantFrom('desk', 'provider', 'bank', 'bank, and comes again'),
  line: fc.nat({ max: 3 }),
  pieces: fc.nat({ max: 2 }),
  part: fc.nat({ max: 60 }),
})
type Move = typeof aMove extends fc.Arbitrary<infer T> ? T : never

async function sell({ lines, delivery, off }: Order): Promise<{ id: string; total: number }> {
  const subtotal = lines.reduce((sum, { unit, quantity }) => sum + unit * quantity, 0)
  const discount = Math.floor((subtotal * off) / 100)
  const total = subtotal + delivery - discount
  const [order] = await db.sql<{ id: string }[]>`
    insert into public.orders (email, status, subtotal, delivery_price, discount, total, delivery_method_id, delivery_name, cart_hash, terms_version, paid_at)
    values ('sam@example.com', 'paid', ${subtotal}, ${delivery}, ${discount}, ${total}, 'standard', 'Standard', 'hash', '1', '2026-01-01')
    returning id`
  const id = order?.id ?? ''
  for (const [position, { slug, unit, quantity }] of lines.entries())
    await db.sql`
      insert into public.order_items (order_id, position, product_id, slug, name, unit_amount, quantity, stripe_price_id)
      select ${id}, ${position}, p.id, p.slug, p.name, ${unit}, ${quantity}, 'price_1' from public.products p where p.slug = ${slug}`
  return { id, total }
}

/**
 * Refunds a part of an order and returns the refunded amount in pence. `left` is the amount that is not refunded yet.
 */
async function giveBack(id: string, order: Order, left: number, move: Move, n: number) {
  const at = new Date(Date.UTC(2026, 1, 1, 0, n)).toISOString()
  const sum = Math.floor((left * move.part) / 100)
  if (move.by !== 'desk') {
    if (sum === 0) return 0
    const kind = move.by === 'provider' ? 'refund' : 'dispute'
    const again = move.by === 'bank, and comes again'
    for (const amount of again ? [-sum, sum] : [-sum])
      await db.sql`
        insert into public.balance_transactions (id, kind, amount, fee, net, currency, created_at, available_on, source_id, order_id)
        values (${`txn_${id}_${n}_${amount}`}, ${kind}, ${amount}, 0, ${amount}, 'gbp',
          ${at}::timestamptz + ${amount > 0 ? '1 second' : '0'}::interval, '2026-03-01', ${`src_${id}_${n}`}, ${id})`
    return again ? 0 : sum
  }
  const position = move.line % order.lines.length
  const [line] = await db.sql<{ paid: number; rest: number }[]>`
    select (l.paid * (l.refunded + ${move.pieces}::integer) / l.quantity - l.paid * l.refunded / l.quantity) as paid, l.quantity - l.refunded as rest
    from public.orders_line_payments(array[${id}]::uuid[]) l where l.position = ${position}`
  const hasPieces = move.pieces > 0 && (line?.rest ?? 0) >= move.pieces
  const amount = Math.min(left, (hasPieces ? (line?.paid ?? 0) : 0) + sum)
  if (amount === 0) return 0
  const lines = hasPieces ? [{ position, quantity: move.pieces }] : []
  await db.sql`
    insert into public.refunds (order_id, amount, lines, booked_at, request) values (${id}, ${amount}, ${db.sql.json(lines)}, ${at}, ${db.sql.json({ n })})`
  if (hasPieces)
    await db.sql`
      update public.order_items set refunded_quantity = refunded_quantity + ${move.pieces} where order_id = ${id} and position = ${position}`
  return amount
}

/** Returns the amount that VAT applies to, and the VAT, in pence, for each row of the accountant's CSV. */
const taxIn = (rows: BookkeepingRow[]) =>
  formatAccountsCsv(
    rows.map((row) => ({ ...row, what: null })),
    true,
  )
    .split('\r\n')
    .slice(0, -1)
    .map((line) => {
      const cells = line.split(',')
      return {
        bears: Math.round(Number(cells[10]) * 100),
        vat: Math.round(Number(cells[11]) * 100),
      }
    })
const sums = (rows: ReturnType<typeof taxIn>) =>
  rows.reduce((all, row) => ({ bears: all.bears + row.bears, vat: all.vat + row.vat }), {
    bears: 0,
    vat: 0,
  })

async function rowsOf(id: string): Promise<{ sold: BookkeepingRow[]; back: BookkeepingRow[] }> {
  const sold = await db.sql<{ row: BookkeepingRow }[]>`
    select row_data as row from public.order_account_rows(array[${id}]::uuid[]) order by place`
  const back = await db.sql<{ row: BookkeepingRow }[]>`
    select row_data as row from public.refund_account_rows(array(select r.id from public.refunds r where r.order_id = ${id}))
    union all
    select row_data as row from public.transaction_account_rows(array(select b.id from public.balance_transactions b where b.order_id = ${id}))`
  const getRows = (rows: readonly { row: BookkeepingRow }[]) => rows.map(({ row }) => row)
  return { sold: getRows(sold), back: getRows(back).toSorted((a, b) => (a.at < b.at ? -1 : 1)) }
}

test('refunds by any party reverse VAT in proportion, never more than was charged and all of it with the whole amount', async () => {
  await fc.assert(
    fc.asyncProperty(anOrder, fc.array(aMove, { maxLength: 4 }), async (order, moves) => {
      const { id, total } = await sell(order)
      let left = total
      for (const [n, move] of moves.entries()) left -= await giveBack(id, order, left, move, n)
      const before = await rowsOf(id)
      const bore = sums(taxIn(before.sold))
      const gone = { bears: 0, vat: 0 }
      for (const row of taxIn(before.back)) {
        gone.bears -= row.bears
        gone.vat -= row.vat
        expect(gone.bears).toBeGreaterThanOrEqual(0)
        expect(gone.vat).toBeGreaterThanOrEqual(0)
        expect(gone.bears).toBeLessThanOrEqual(bore.bears)
        expect(gone.vat).toBeLessThanOrEqual(bore.vat)
      }
      const rest: Move = { by: 'desk', line: 0, pieces: 0, part: 100 }
      await giveBack(id, order, left, rest, moves.length)
      const { back } = await rowsOf(id)
      expect(sums(taxIn([...before.sold, ...back]))).toEqual({ bears: 0, vat: 0 })
      expect(sums(taxIn(before.back))).toEqual(sums(taxIn(back.slice(0, before.back.length))))
    }),
    { ...fuzzOptions, numRuns: Math.ceil(fuzzOptions.numRuns / 25) },
  )
})

test('a refund by amount after the only VAT-rated line was refunded carries no VAT', async () => {
  const line = { unit: 2400, quantity: 1 }
  const order = {
    lines: [
      { ...line, slug: tee },
      { ...line, slug: 'nashville-chilli-crisp' },
    ],
    delivery: 0,
    off: 0,
  }
  const { id } = await sell(order)
  await giveBack(id, order, 4800, { by: 'desk', line: 0, pieces: 1, part: 0 }, 0)
  await giveBack(id, order, 2400, { by: 'provider', line: 0, pieces: 0, part: 50 }, 1)
  const { back } = await rowsOf(id)
  expect(taxIn(back)).toEqual([
    { bears: -2400, vat: -400 },
    { bears: 0, vat: 0 },
  ])
})
