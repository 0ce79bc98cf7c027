import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Session } from '@supabase/supabase-js'
import { root } from '../../commands/lib/run.ts'
import { connect } from '../../supabase/client.ts'
import { createStaffMember } from '../../tests/desk/staff.ts'
import { measureSlowdown, pagePaths } from './beside.ts'
import { readCounts, createAccounts, withBulkChanges, type Sql } from './database.ts'
import {
  atMost,
  exactly,
  type Figure,
  createFigure,
  median,
  type BenchSettings,
  format,
} from './figure.ts'
import { measureDeskUse } from './desk-use.ts'
import { RestartableShop } from './restartable-shop.ts'
import { fillShop, largeShopSize } from './large.ts'
import { runLoad, type LoadRequest } from './load.ts'
import { getCleanEnvironment } from './processes.ts'

/** The size for which limits are required: the number of people in a large shop, and of staff who work at the same time. */
const people = 20_000
const staff = 20
/** The data of an ordinary shop: orders of two weeks, and as many more products as the seed data has. */
const ordinary = { products: 24, orders: 4000, carts: 20 }

const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const aYear = { p_from: dayBefore(364), p_until: dayBefore(0) }

/** The database functions that the desk's screens call, with their arguments, for opening a screen and for searching in it. */
const calls: Record<string, object> = {
  desk_today: {},
  desk_parcels: { p_tab: 'to-pack' },
  desk_orders: { p_tab: 'all' },
  'desk_orders, a name': { p_search: 'shopper4217' },
  desk_products: {},
  'desk_products, a name': { p_search: 'nashville' },
  desk_find_people: { p_search: 'bench-1234' },
  desk_mails: { p_state: 'sent' },
  'desk_mails, an address': { p_search: 'shopper4217' },
  desk_what_happened: {},
  'desk_money, a year': aYear,
  'desk_money, a year by product': { ...aYear, p_by: 'product' },
  'desk_accounts_csv, a page': { ...aYear, p_limit: 200 },
  'desk_orders, a person': { p_search: 'Rosa 4217' },
  'desk_orders, a postcode': { p_search: 'E42 7AB' },
  'desk_orders, a product': { p_search: 'nashville' },
  desk_order: { p_number: 4217 },
  desk_person: { p_email: 'shopper4217@guest.example' },
  desk_product: { p_product: 'a1b00000-0000-4000-8000-000000000001' },
  desk_slips: { p_numbers: [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010] },
  desk_products_sold: {},
  desk_products_wanted: {},
  desk_stock: {},
  'desk_stock, a name': { p_search: 'nashville' },
  desk_money_day: { p_day: dayBefore(30), p_limit: 50 },
  desk_money_back: { ...aYear, p_limit: 50 },
  desk_codes: { p_limit: 50 },
  desk_dates: {},
  desk_coming_up: {},
  desk_health: {},
  desk_words: {},
}

/**
 * Measures how long the owner's phone waits in a shop of ordinary size, how long lists take in a large shop, and how much the work
 * of the whole staff slows down shoppers.
 */
export async function measureDesk(pace: BenchSettings): Promise<Figure[]> {
  const inUse = await RestartableShop.with({}, async (shop) =>
    measureDeskUse(shop, await fillFor(shop, ordinary, 8), pace),
  )
  return [...inUse, ...(await RestartableShop.with({}, (shop) => measureLists(shop, pace)))]
}

async function measureLists(shop: RestartableShop, pace: BenchSettings): Promise<Figure[]> {
  const before = await listOrders(shop)
  const owner = await fillFor(shop, { ...largeShopSize, carts: 1 }, 48)
  await shop.withSql((sql) => createAccounts(sql, people))
  const headers = { apikey: shop.keys.publishable, authorization: `Bearer ${owner.access_token}` }
  const asked: LoadRequest[] = []
  const times: Figure[] = []
  for (const [name, body] of Object.entries(calls)) {
    const request = { path: `/rest/v1/rpc/${name.split(',')[0]}`, headers, body }
    times.push(await timeOf(shop, pace, name, request))
    if (!name.includes(',')) asked.push(request)
  }
  const after = await listOrders(shop)
  const name = 'npm run orders -- list, to that of a new shop'
  const beside = `${format.ms(after.ms)}, of a shop without any ${format.ms(before.ms)}`
  return [
    ...times,
    createFigure(name, after.ms / before.ms, atMost(2, format.ratio), beside),
    createFigure('orders that it says there are', after.total, exactly(largeShopSize.orders)),
    await besideShoppers(shop, pace, asked),
  ]
}

/** Fills a shop with data. Only the orders of the last `hours` are still to be packed. Returns an owner's session. */
function fillFor(
  shop: RestartableShop,
  size: typeof largeShopSize,
  hours: number,
): Promise<Session> {
  return shop.withSql(async (sql) => {
    await fillShop(sql, size)
    await sendAllButTheNewest(sql, hours)
    await sumTheDays(sql)
    return becomeOwner(shop, sql)
  })
}

/** Marks all paid orders older than `hours` as sent. About seventy orders a day are paid. */
function sendAllButTheNewest(sql: Sql, hours: number): Promise<void> {
  return withBulkChanges(sql, async (tx) => {
    await tx`
      update public.orders set status = 'fulfilled', fulfilled_at = paid_at + interval '1 day'
      where status in ('paid', 'fulfilled') and paid_at < now() - ${hours} * interval '1 hour'`
  })
}

/** Computes the daily sums of money for past days, sixty days per call, as the shop's scheduled job does. */
async function sumTheDays(sql: Sql): Promise<void> {
  let days: number
  do {
    ;({ days } = await readCounts(sql<{ days: number }[]>`select public.roll_up_money(60) as days`))
  } while (days > 0)
}

/** Creates an owner and returns their session, in which the second factor is confirmed. */
async function becomeOwner({ url, keys }: RestartableShop, sql: Sql): Promise<Session> {
  const { client } = await createStaffMember(
    {
      secret: connect(url, keys.secret),
      client: () => connect(url, keys.publishable),
      clock: { now: Date.now },
      database: { sql },
    },
    'owner',
  )
  const { data } = await client.auth.getSession()
  if (data.session === null) throw new Error('the owner is not signed in')
  return data.session
}

/**
 * Measures a request that is sent again and again, each time after the previous response. Sends it from many IP addresses, because
 * the shop queues many requests from one address (ADR 11), which is not measured here.
 */
async function timeOf(
  { url }: RestartableShop,
  { seconds }: BenchSettings,
  name: string,
  request: LoadRequest,
) {
  const { p50, p95 } = await runLoad({
    url,
    seconds,
    requests: [request],
    connections: 1,
    isCrowd: true,
  })
  return createFigure(`p95 of ${name}`, p95, atMost(300, format.ms), `p50 ${format.ms(p50)}`)
}

/** Measures the command `npm run orders -- list`: its duration in ms, and the number of orders in its output. */
async function listOrders({ url, dataDir }: Pick<RestartableShop, 'url' | 'dataDir'>) {
  const command = [join(root, 'commands', 'orders.ts'), 'list']
  const env = { ...getCleanEnvironment(), PORT: new URL(url).port, DATA_DIR: dataDir }
  const taken: number[] = []
  let said = ''
  for (let time = 0; time < 5; time++) {
    const began = performance.now()
    said = (await promisify(execFile)(process.execPath, command, { cwd: root, env })).stdout
    taken.push(performance.now() - began)
  }
  const total = / of ([\d,]+) orders/.exec(said)?.[1] ?? '0'
  return { ms: median(taken), total: Number(total.replaceAll(',', '')) }
}

/**
 * Measures how much pages are slowed down while the whole staff works at the desk. Each member of staff sends one request per
 * second.
 */
async function besideShoppers(shop: RestartableShop, pace: BenchSettings, requests: LoadRequest[]) {
  const job = { url: shop.url, visits: staff, isCrowd: true, isBeside: true }
  const ask = (requests: LoadRequest[]) => (seconds: number) =>
    runLoad({ ...job, seconds, requests })
  const name = `pages while ${staff} of the team work, to their usual p95`
  // Also sends requests while pages are measured without the staff, because sending takes processor time by itself.
  const usually = ask([{ path: '/healthz' }])
  const options = { paths: pagePaths, most: 1.2, usually }
  const { figure: found } = await measureSlowdown(name, shop, pace, ask(requests), options)
  return found
}
