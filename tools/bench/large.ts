import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Database } from '../../backend/database/connect.ts'
import { root } from '../../commands/run.ts'
import {
  cleanEnvironment,
  inFreshFolder,
  startShop,
  startYardstick,
  withServers,
} from './children.ts'
import { withDatabase, withSql } from './database.ts'
import type { Pace } from './duel.ts'
import { atMost, exactly, type Figure, median, percentile, remark, show } from './figure.ts'
import { createVisitor, type Visitor } from './visitor.ts'

const large = { products: 10_000, orders: 100_000, carts: 1_000_000 }

/** ms that one statement which fills it may take. */
const fillMs = 300_000

/** Each is rendered anew at every visit. */
const pages = [
  '/shop',
  '/shop?filter=spicy',
  '/shop?sort=price',
  '/search?q=nashville',
  '/search?q=sauce',
  '/search?q=crisp+shallots+please',
  '/shop/chilli-crisp/nashville-chilli-crisp',
  '/',
]

const sitemap = '/sitemap.xml'

const visitsInRound = 8

interface Answer {
  /** Of each visit, ms. */
  taken: number[]
  /** The last one. */
  body: string
}

type Answers = Record<string, Answer>

/** What the owner's command says, and its time with that of its start, ms. */
interface Orders {
  output: string
  ms: number
}

/**
 * A shop with a few products, and the same with as many products, orders and carts as a large one has: side by side, so
 * that what else the machine does falls on both.
 */
export async function measureLarge({ rounds }: Pace): Promise<Figure[]> {
  return withDatabase((few) =>
    withDatabase(async (many) => {
      await withSql(many, fill)
      const products = await withSql(many, countProducts)
      const [small = {}, big = {}] = await askBoth(few, many, rounds)
      return [
        ...[...pages, sitemap].map((path) => describePage(path, small, big)),
        ...describeTotals(big, products),
        describeOrders(await ordersOf(many, rounds)),
      ]
    }),
  )
}

/** What a small shop answers and what a large one does, by path. */
async function askBoth(few: string, many: string, rounds: number): Promise<Answers[]> {
  const open = (DATABASE_URL: string) => startYardstick('uncached', { DATABASE_URL })
  return withServers([open(few), open(many)], async (...servers) => {
    const visitors = servers.map(({ url }) => createVisitor(url, {}))
    // The first rounds find the servers' code cold.
    await visitAll(visitors, rounds)
    const answers = await visitAll(visitors, rounds)
    for (const visitor of visitors) visitor.leave()
    return answers
  })
}

/** Each path in turn, and each shop in turn with it. */
async function visitAll(visitors: Visitor[], rounds: number): Promise<Answers[]> {
  const shops = visitors.map((visitor) => ({ visitor, answers: {} as Answers }))
  for (const path of Array.from({ length: rounds }, () => [...pages, sitemap]).flat())
    for (const { visitor, answers } of shops) {
      const answer = (answers[path] ??= { taken: [], body: '' })
      for (let visit = 0; visit < visitsInRound; visit += 1) {
        const { status, body, ms } = await visitor.ask(path)
        if (status !== 200) throw new Error(`${path} answered ${status}`)
        answer.taken.push(ms)
        answer.body = body.toString()
      }
    }
  return shops.map(({ answers }) => answers)
}

async function ordersOf(DATABASE_URL: string, rounds: number): Promise<Orders> {
  return inFreshFolder((DATA_DIR) =>
    withServers([startShop({ DATABASE_URL, DATA_DIR })], (shop) =>
      listOrders({ DATABASE_URL, DATA_DIR, PORT: new URL(shop.url).port }, rounds),
    ),
  )
}

async function listOrders(environment: Record<string, string>, rounds: number): Promise<Orders> {
  const taken: number[] = []
  let output = ''
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(root, 'commands', 'orders.ts'), 'list'],
      { cwd: root, env: { ...cleanEnvironment(), ...environment } },
    )
    taken.push(performance.now() - began)
    output = stdout
  }
  return { output, ms: median(taken) }
}

/** Copies of the seed's products, and orders and carts of them. */
async function fill(sql: Database['sql']): Promise<void> {
  const tx = await sql.reserve(fillMs)
  await tx`set statement_timeout = 0`
  // Neither mails nor announcements.
  await tx`set session_replication_role = replica`
  await tx`
      insert into public.products
        select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'slug', p.slug || '-' || n,
          'name', p.name || ' ' || n, 'Sort_order', 1000 + n))).*
        from generate_series(1, ${large.products}) as n
        join (select *, row_number() over (order by "Sort_order") - 1 as place, count(*) over () as all_of_them from public.products) as s
          on s.place = n % s.all_of_them
        join public.products p on p.id = s.id`
  await tx`
      insert into public.prices (product_id, unit_amount, currency, position, stripe_price_id)
        select id, price, 'gbp', 0, 'price_large_' || p.slug from public.products p
        where price is not null and not exists (select from public.prices r where r.product_id = p.id)`
  await tx`
      insert into public.orders (email, status, subtotal, delivery_price, total, delivery_method_id, delivery_name,
          cart_hash, terms_version, created_at, paid_at)
        select 'shopper' || n || '@guest.example', (array['paid', 'fulfilled', 'refunded', 'expired'])[1 + n % 4], 900, 0, 900,
          m.id, m.name, md5(n::text), '1', now() - n * interval '5 minutes', now() - n * interval '5 minutes'
        from generate_series(1, ${large.orders}) as n, (select id, name from public.delivery_methods limit 1) as m`
  await tx`
      insert into public.order_items (order_id, position, product_id, slug, name, unit_amount, quantity, stripe_price_id)
        select o.id, 0, p.id, p.slug, p.name, 900, 1, 'price_' || p.slug
        from public.orders o join public.products p on p."Sort_order" = 1000 + 1 + o.number % ${large.products}
        where not exists (select from public.order_items i where i.order_id = o.id)`
  await tx`
      insert into public.guest_carts (cart_data, updated_at)
        select '[]', now() - n * interval '1 second' from generate_series(1, ${large.carts}) as n`
  await tx`reset all`
  await tx`set statement_timeout = 0`
  await tx`vacuum analyze`
  tx.release()
}

async function countProducts(sql: Database['sql']): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from public.products where active`
  return row?.count ?? Number.NaN
}

/** A longer page takes longer by what it sends. */
function describePage(path: string, small: Answers, big: Answers): Figure {
  const before = summarise(small[path])
  const now = summarise(big[path])
  const longer = Math.max(1, now.bytes / before.bytes)
  const times = `${show.ratio(now.ms / before.ms)} the time for ${show.ratio(now.bytes / before.bytes)} the bytes`
  return atMost({
    name: `${path} of a large shop, to a small one and for as many bytes`,
    value: now.ms / before.ms / longer,
    limit: 2,
    show: show.ratio,
    beside: `${times}: ${describe(now)}; with the seed ${describe(before)}; rendered each time`,
  })
}

interface Summary {
  /** The middle one, ms. */
  ms: number
  /** 19 of 20 are not slower, ms. */
  p95: number
  bytes: number
}

function summarise({ taken, body }: Answer = { taken: [Number.NaN], body: '' }): Summary {
  const p95 = percentile(
    taken.toSorted((one, other) => one - other),
    0.95,
  )
  return { ms: median(taken), p95, bytes: Buffer.byteLength(body) }
}

function describe({ ms, p95, bytes }: Summary): string {
  return `${show.ms(ms)} (p95 ${show.ms(p95)}) and ${show.kB(bytes)}`
}

function describeTotals(big: Answers, products: number): Figure[] {
  const count = (name: string, value: number) =>
    exactly({ name, value, limit: products, show: show.plain })
  const shop = big['/shop']?.body.replaceAll('<!-- -->', '') ?? ''
  const said = /<b>([\d,]+)<\/b>[^<]*sticker/.exec(shop)
  const listed = big[sitemap]?.body.split('/shop/') ?? []
  return [
    count('products that /shop says there are', Number(said?.[1]?.replace(',', ''))),
    count('products in the sitemap', listed.length - 1),
  ]
}

function describeOrders({ output, ms }: Orders): Figure {
  return remark(
    'npm run orders -- list',
    show.seconds(ms),
    `with the start of the command; it says: ${output.trim().split('\n').at(-1)?.trim()}`,
  )
}
