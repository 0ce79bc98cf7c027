import type { Database } from '../../backend/database/connect.ts'
import { createStripe } from '../../supabase/functions/_shared/stripe.ts'
import type { ShopKeys } from './children.ts'
import type { CrowdOutcome } from './crowd.ts'
import { embeddedUrl, withSql } from './database.ts'
import { exactly, type Figure, remark, show } from './figure.ts'
import type { KeptShop } from './kept-shop.ts'
import { countUnpaid, findLosses, settle } from './ledger.ts'
import { describeCounts, describeFailures } from './notes.ts'
import type { MailServer } from './mail-server.ts'

/** What all kills together left behind. */
export interface KillReport {
  /** How often of each kind, as "process under load". */
  kills: Record<string, number>
  /** ms since 1970; of the shop under load. */
  killedAt: number[]
  failedStarts: string[]
  /** Starts that ended because their database was killed under them. */
  brokenStarts: number
  deaths: number
  /** Of first starts that were killed. */
  orphans: string[]
  leftovers: string[]
}

/** An acceptance is noted within this time, ms, unless a kill comes first; or the database has been gone so long. */
const noteMs = 1000
const goneMs = 5000

interface Aftermath {
  shop: KeptShop
  dataDir: string
  keys: ShopKeys
  outcome: CrowdOutcome
  report: KillReport
  mailServer: MailServer
}

/** Everything that was acknowledged, asked of the database, the payment sandbox and the mail server. */
export async function checkAfterKills(aftermath: Aftermath): Promise<Figure[]> {
  const { shop, dataDir, outcome } = aftermath
  const checked = await withSql(await embeddedUrl(shop.pid, dataDir), async (sql) => {
    await settle(sql, outcome.ledger)
    return [
      ...(await describeLedger(sql, outcome)),
      ...(await describePayments(sql, aftermath)),
      ...(await describeMails(sql, aftermath)),
    ]
  })
  return [...checked, ...(await describeLastStart(shop))]
}

async function describeLedger(
  sql: Database['sql'],
  { ledger, seen }: CrowdOutcome,
): Promise<Figure[]> {
  const losses = await findLosses(sql, ledger)
  const kept = {
    carts: Object.keys(ledger.guestCarts).length + Object.keys(ledger.carts).length,
    enquiries: ledger.enquiries.length,
    'sign-ups': ledger.signUps.length,
    orders: ledger.sessions.length,
    payments: ledger.paid.length,
  }
  return [
    ...(['carts', 'enquiries', 'sign-ups', 'orders', 'payments'] as const).map((kind) =>
      none(`acknowledged ${kind} lost`, losses[kind], `of ${kept[kind]}`),
    ),
    remark(
      'answers meanwhile',
      show.plain(seen.answers),
      `faults and no answers, asked again: ${describeFailures(seen.failures)}`,
    ),
  ]
}

async function describePayments(
  sql: Database['sql'],
  { shop, keys }: Aftermath,
): Promise<Figure[]> {
  const { checkout } = createStripe(keys.stripe.secretKey, `${shop.url}/sandbox/payments`)
  const paid: { id: string; order: string | null }[] = []
  for await (const session of checkout.sessions.list({ limit: 100 }))
    if (session.payment_status === 'paid')
      paid.push({ id: session.id, order: session.client_reference_id })
  const [row] = await sql<{ orders: number; letters: number }[]>`
    select (select count(*) from public.orders where status = 'paid')::int as orders,
      (select count(*) from public.outbox where template = 'order_confirmation')::int as letters`
  const unpaid = await countUnpaid(
    sql,
    paid.map(({ id }) => id),
  )
  const twice = paid.length - new Set(paid.map(({ order }) => order)).size
  const orders = row?.orders ?? Number.NaN
  const beside = `${paid.length} paid sessions, ${orders} paid orders, ${row?.letters} confirmations`
  return [
    none('paid sessions that are not one order', unpaid + twice, beside),
    none(
      'orders paid without a session, or confirmed twice or never',
      off(orders, paid, row),
      beside,
    ),
  ]
}

function off(orders: number, paid: object[], row: { letters: number } | undefined): number {
  return Math.abs(orders - paid.length) + Math.abs(orders - (row?.letters ?? Number.NaN))
}

async function describeMails(
  sql: Database['sql'],
  { mailServer, report }: Aftermath,
): Promise<Figure[]> {
  const letters = await sql<{ id: string; template: string; sent: boolean }[]>`
    select id, template, sent_at is not null as sent from public.outbox`
  const lost = letters.filter(({ id }) => !mailServer.arrived.has(id))
  const twice = [...mailServer.arrived.values()].filter((times) => times.length > 1)
  const isKnown = (times: number[]) =>
    times
      .slice(0, -1)
      .every((at) => report.killedAt.some((kill) => kill > at - goneMs && kill < at + noteMs))
  return [
    none(
      'mails lost',
      lost.length,
      `of ${letters.length}${lost.length > 0 ? `: ${describeCounts(countBy(lost))}` : ''}`,
    ),
    none(
      'mails that came twice without a kill beside it',
      twice.filter((one) => !isKnown(one)).length,
    ),
    remark(
      'mails that came twice because a kill came before the note',
      show.plain(twice.filter(isKnown).length),
      'each under one Message-ID',
    ),
  ]
}

function countBy(letters: { template: string }[]): Record<string, number> {
  const alike = Map.groupBy(letters, ({ template }) => template)
  return Object.fromEntries([...alike].map(([template, all]) => [template, all.length]))
}

/** Closed in good order and started once more: it has nothing to say, and at its end nothing of it remains. */
async function describeLastStart(shop: KeptShop): Promise<Figure[]> {
  await shop.stop()
  await shop.open()
  const warnings = shop.output.split('\n').filter((line) => /"level":(40|50|60)/.test(line))
  const code = await shop.stop()
  const orphans = shop.orphans()
  return [
    none('warnings at the last start', warnings.length, warnings[0]?.slice(0, 160)),
    none('exit code of the last stop', Number(code)),
    none('processes left over', orphans.length, orphans[0]?.command.slice(0, 160)),
  ]
}

function none(name: string, value: number, beside = ''): Figure {
  return exactly({ name, value, limit: 0, show: show.plain, beside })
}
