import { createStripe } from '../../supabase/functions/_shared/stripe.ts'
import type { CrowdOutcome } from './crowd.ts'
import { countIn, embeddedUrl, type Sql, withSql } from './database.ts'
import { countBy, type Figure, none, remark, show } from './figure.ts'
import type { KeptShop } from './kept-shop.ts'
import { countKept, countUnpaid, findLosses, settle } from './ledger.ts'
import type { MailServer } from './mail-server.ts'
import { describeFailures } from './notes.ts'
import type { ShopKeys } from './servers.ts'

/** An acceptance is noted within this time, ms, unless a kill comes first; or the database has been gone so long. */
const noteMs = 1000
const goneMs = 5000

interface Aftermath {
  shop: KeptShop
  dataDir: string
  keys: ShopKeys
  outcome: CrowdOutcome
  /** ms since 1970; of the shop under load. */
  killedAt: number[]
  arrived: MailServer['arrived']
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

async function describeLedger(sql: Sql, { ledger, seen }: CrowdOutcome): Promise<Figure[]> {
  const losses = await findLosses(sql, ledger)
  const again = `faults and no answers, asked again: ${describeFailures(seen.failures)}`
  return [
    ...Object.entries(countKept(ledger)).map(([kind, kept]) =>
      none(`acknowledged ${kind} lost`, losses[kind as keyof typeof losses], `of ${kept}`),
    ),
    remark('answers meanwhile', show.plain(seen.answers), again),
  ]
}

async function describePayments(sql: Sql, { shop, keys }: Aftermath): Promise<Figure[]> {
  const { checkout } = createStripe(keys.stripe.secretKey, `${shop.url}/sandbox/payments`)
  const paid: { id: string; order: string | null }[] = []
  for await (const session of checkout.sessions.list({ limit: 100 }))
    if (session.payment_status === 'paid')
      paid.push({ id: session.id, order: session.client_reference_id })
  const { orders, emails } = await countIn(sql<{ orders: number; emails: number }[]>`
    select (select count(*) from public.orders where status = 'paid')::int as orders,
      (select count(*) from public.outbox where template = 'order_confirmation')::int as emails`)
  const sessions = paid.map(({ id }) => id)
  const twice = paid.length - new Set(paid.map(({ order }) => order)).size
  const unlike = Math.abs(orders - paid.length) + Math.abs(orders - emails)
  const beside = `${paid.length} paid sessions, ${orders} paid orders, ${emails} confirmations`
  return [
    none(
      'paid sessions that are not one order',
      (await countUnpaid(sql, sessions)) + twice,
      beside,
    ),
    none('orders paid without a session, or confirmed twice or never', unlike, beside),
  ]
}

async function describeMails(sql: Sql, { arrived, killedAt }: Aftermath): Promise<Figure[]> {
  const emails = await sql<{ id: string; template: string }[]>`
    select id, template from public.outbox`
  const lost = emails.filter(({ id }) => !arrived.has(id))
  const twice = [...arrived.values()].filter((times) => times.length > 1)
  const isKnown = (times: number[]) =>
    times
      .slice(0, -1)
      .every((at) => killedAt.some((kill) => kill > at - goneMs && kill < at + noteMs))
  const known = twice.filter(isKnown).length
  const kinds = lost.length > 0 ? `: ${show.counts(countBy(lost, ({ template }) => template))}` : ''
  return [
    none('mails lost', lost.length, `of ${emails.length}${kinds}`),
    none('mails that came twice without a kill beside it', twice.length - known),
    remark(
      'mails that came twice because a kill came before the note',
      show.plain(known),
      'each under one Message-ID',
    ),
  ]
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
