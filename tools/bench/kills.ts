import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createStripe } from '../../supabase/functions/_shared/stripe.ts'
import { findFreePort } from '../../tests/support/running-shop.ts'
import { type CrowdPlan, withCrowd } from './crowd.ts'
import { readCounts, type Sql } from './database.ts'
import { type Figure, createZeroFigure, type BenchSettings, format } from './figure.ts'
import { RestartableShop, type KillTarget } from './restartable-shop.ts'
import { countUnpaidSessions } from './ledger.ts'
import { measureArrivals, withMailServer } from './mail-server.ts'
import { withTemporaryFolder, sendSignal } from './processes.ts'
import { createRandom, pickWeighted } from './random.ts'

/** The phases in which the shop is killed, and the maximum delay in ms of the kill after the phase begins. */
const moments = [
  { name: 'under load', weight: 70, withinMs: 1500 },
  { name: 'during a start', weight: 15, withinMs: 1500 },
  { name: 'during the first start', weight: 15, withinMs: 6000 },
] as const
const killTargets: KillTarget[] = ['process', 'database', 'both']
const crowd: CrowdPlan = {
  shoppers: 8,
  thinkMs: [50, 250],
  retryMs: 100,
  weights: { checkOut: 3, enquire: 2, signUp: 2, guestCart: 2, account: 1 },
}
/**
 * An email that arrives twice is excused by a kill in the `noteMs` after its arrival, which the shop needs to record it, or in the
 * `goneMs` before, during which the database was not available. Both are in ms.
 */
const noteMs = 1000
const goneMs = 5000

interface KillReport {
  kinds: string[]
  /** The times at which the shop under load was killed, in ms since 1970. */
  killedAt: number[]
  failedStarts: string[]
  /** Processes (`orphans`) and temporary files (`leftovers`) that remain after a killed first start. */
  orphans: string[]
  leftovers: string[]
}

/** Kills the shop, its database or both at random moments, while a few shoppers buy, send enquiries and sign up. */
export async function measureKills({ kills, seed }: BenchSettings): Promise<Figure[]> {
  return withMailServer(({ url: SMTP_URL, arrived }) =>
    RestartableShop.with({ SMTP_URL }, async (shop) => {
      const { found, losses } = await withCrowd(shop, crowd, seed, () =>
        killAgainAndAgain(shop, kills, seed),
      )
      const isExcused = (at: number) =>
        found.killedAt.some((kill) => kill > at - goneMs && kill < at + noteMs)
      const kept = await shop.withSql(async (sql) => [
        ...(await describePayments(sql, shop)),
        ...(await measureArrivals(sql, arrived, isExcused)),
      ])
      return [...describe(found, shop), losses, ...kept, ...(await describeLastStart(shop))]
    }),
  )
}

async function killAgainAndAgain(
  shop: RestartableShop,
  kills: number,
  seed: number,
): Promise<KillReport> {
  const random = createRandom(seed)
  const { failedStarts } = shop
  const report: KillReport = { kinds: [], killedAt: [], failedStarts, orphans: [], leftovers: [] }
  const kill = (target: KillTarget) => {
    report.killedAt.push(Date.now())
    shop.kill(target)
  }
  for (let number = 1; number <= kills; number++) {
    const moment = pickWeighted(moments, random)
    const target = killTargets[Math.floor(random() * killTargets.length)] ?? 'both'
    const afterMs = random() * moment.withinMs
    report.kinds.push(`${target} ${moment.name}`)
    if (moment.name === 'during the first start') await killFirstStart(target, afterMs, report)
    else {
      if (moment.name === 'during a start') {
        kill('process')
        await shop.startAgain()
      }
      await pause(afterMs)
      kill(target)
      await shop.open()
    }
    if (number % 20 === 0) console.log(`  ${number} kills`)
  }
  return report
}

/** Kills a new shop, with a data folder of its own, during its first start. The next start must succeed. */
async function killFirstStart(
  target: KillTarget,
  afterMs: number,
  report: KillReport,
): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const shop = new RestartableShop(folder, await findFreePort())
    await pause(afterMs)
    shop.kill(target)
    try {
      await shop.open()
    } finally {
      report.failedStarts.push(...shop.failedStarts)
      await shop.stop()
      // Lists files that only an interrupted first start leaves beside the database cluster.
      const files = await readdir(join(folder, 'postgres'))
      report.leftovers.push(...files.filter((name) => /^(password|unfinished)/.test(name)))
      for (const { pid, command } of shop.orphans()) {
        report.orphans.push(command)
        sendSignal(pid, 'SIGKILL')
      }
    }
  })
}

function describe(report: KillReport, shop: RestartableShop): Figure[] {
  const kills = `${report.kinds.length} kills: ${format.counts(report.kinds, 9)}`
  const nothing = (name: string, found: string[]) =>
    createZeroFigure(name, found.length, found.slice(0, 3).map(gist).join(' · '))
  return [
    nothing('starts that came to nothing by themselves', report.failedStarts),
    createZeroFigure(
      'times the shop ended although only its database had been killed',
      shop.deaths,
      kills,
    ),
    nothing('processes that outlived a first start', report.orphans),
    nothing('files left by a first start', report.leftovers),
  ]
}

function gist(output: string): string {
  const lines = output.trim().split('\n')
  return (lines.find((line) => /cannot open|Error:/.test(line)) ?? lines.at(-1) ?? '').slice(0, 200)
}

/**
 * Compares the payments in the payment sandbox with the shop's orders: each payment must have one order, and each order one
 * confirmation.
 */
async function describePayments(sql: Sql, { url, keys }: RestartableShop): Promise<Figure[]> {
  const { checkout } = createStripe(keys.stripe.secretKey, `${url}/sandbox/payments`)
  const paid: { id: string; order: string | null }[] = []
  for await (const session of checkout.sessions.list({ limit: 100 }))
    if (session.payment_status === 'paid')
      paid.push({ id: session.id, order: session.client_reference_id })
  const { orders, emails } = await readCounts(sql<{ orders: number; emails: number }[]>`
    select (select count(*) from public.orders where status = 'paid')::int as orders,
      (select count(*) from public.outbox where template = 'order_confirmation')::int as emails`)
  const sessions = paid.map(({ id }) => id)
  const twice = paid.length - new Set(paid.map(({ order }) => order)).size
  const faulty = (await countUnpaidSessions(sql, sessions)) + twice
  const unlike = Math.abs(orders - paid.length) + Math.abs(orders - emails)
  const beside = `${paid.length} paid sessions, ${orders} paid orders, ${emails} confirmations`
  return [
    createZeroFigure('paid sessions that are not one order', faulty, beside),
    createZeroFigure('orders paid without a session, or confirmed twice or never', unlike, beside),
  ]
}

/** Restarts the shop and stops it. It must log no warnings, and leave no process when it ends. */
async function describeLastStart(shop: RestartableShop): Promise<Figure[]> {
  await shop.stop()
  await shop.open()
  const warnings = shop.output.split('\n').filter((line) => /"level":(40|50|60)/.test(line))
  const code = await shop.stop()
  const orphans = shop.orphans()
  return [
    createZeroFigure('warnings at the last start', warnings.length, warnings[0]?.slice(0, 160)),
    createZeroFigure('exit code of the last stop', Number(code)),
    createZeroFigure('processes left over', orphans.length, orphans[0]?.command.slice(0, 160)),
  ]
}
