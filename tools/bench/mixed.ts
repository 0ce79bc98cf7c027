import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../tests/support/running-shop.ts'
import { root } from '../../commands/run.ts'
import { createAccounts } from './accounts.ts'
import { measureBare } from './bare-page.ts'
import { cleanEnvironment, inFreshFolder, readKeys } from './children.ts'
import type { CrowdOutcome, CrowdPlan } from './crowd.ts'
import { embeddedUrl, stockGoods, withSql } from './database.ts'
import type { Pace } from './duel.ts'
import { atMost, exactly, type Figure, percentile, remark, show, where } from './figure.ts'
import { countUnpaid, findLosses, type Losses } from './ledger.ts'
import type { MixedJob } from './mixed-worker.ts'
import { describeCounts, describeFailures } from './notes.ts'
import { npmStart, type OpenedShop } from './npm-start.ts'
import { startMailServer } from './mail-server.ts'
import { findPostmaster, findShop, isAlive, memoryOf } from './processes.ts'

const shoppers = 500
/** A journey in a hundred is one of the weight. */
const weights = {
  browse: 48,
  search: 15,
  guestCart: 20,
  account: 10,
  enquire: 3,
  signUp: 2,
  checkOut: 2,
}
const thinkMs: [number, number] = [1000, 5000]
const retryMs = 1000
/** Faults so long after the kill are expected. */
const graceMs = 10_000
/** What the webhook may still need after the last journey, ms. */
const settleMs = 60_000
/** A machine of this speed, in answers a second of a bare server, is what the times are meant for. */
const fastMachine = 16_000

interface Run extends CrowdOutcome {
  /** ms since 1970 */
  killedAt: number
  /** Bytes, each second. */
  memory: number[]
  hasEnded: boolean
  losses: Losses
  unpaid: number
}

/**
 * 500 shoppers with time to think, who browse, search, fill carts, sign in, look at orders and check out, through a
 * kill -9 of the shop's PostgreSQL in the middle.
 */
export async function measureMixed({ seconds, minutes, seed }: Pace): Promise<Figure[]> {
  return inFreshFolder(async (DATA_DIR) => {
    const port = await freePort()
    const mailServer = await startMailServer(port)
    const shop = await npmStart(
      root,
      {
        ...cleanEnvironment(),
        LOG_LEVEL: 'error',
        TRUSTED_PROXIES: '127.0.0.1',
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        PORT: String(await freePort()),
        DATA_DIR,
      },
      60_000,
    )
    try {
      const before = await measureBare(`${shop.url}/shop`, seconds)
      const run = await runMixed(shop, DATA_DIR, minutes * 60_000, seed)
      const after = await measureBare(`${shop.url}/shop`, seconds)
      return [...describeRun(run), ...describeTimes(run, [before, after])]
    } finally {
      await shop.stop()
      await mailServer.stop()
    }
  })
}

async function runMixed(shop: OpenedShop, dataDir: string, ms: number, seed: number): Promise<Run> {
  const { pid } = findShop(shop.pid)
  const prepared = await withSql(await embeddedUrl(pid, dataDir), async (sql) => ({
    accounts: [...(await createAccounts(sql, 5000))],
    goods: [...(await stockGoods(sql))],
  }))
  const keys = await readKeys(dataDir)
  const plan = { url: shop.url, keys, shoppers, thinkMs, retryMs, weights, seed, ...prepared }
  const memory: number[] = []
  const over = new AbortController()
  const [outcome, killedAt] = await Promise.all([
    runCrowd(plan, ms, over.signal).finally(() => over.abort()),
    killInTheMiddle(pid, ms),
    watchMemory(pid, memory, over.signal),
  ]).finally(() => over.abort())
  const checked = await withSql(await embeddedUrl(pid, dataDir), async (sql) => {
    const { sessions } = outcome.ledger
    const end = performance.now() + settleMs
    while ((await countUnpaid(sql, sessions)) > 0 && performance.now() < end) await pause(500)
    return {
      losses: await findLosses(sql, outcome.ledger),
      unpaid: await countUnpaid(sql, sessions),
    }
  })
  return { ...outcome, ...checked, killedAt, memory, hasEnded: !isAlive(pid) }
}

/** Kills the database of the shop, and gives when. */
async function killInTheMiddle(shopPid: number, ms: number): Promise<number> {
  await pause(ms / 2)
  const postmaster = findPostmaster(shopPid)
  if (postmaster === null) throw new Error('there was no PostgreSQL to kill')
  process.kill(postmaster.pid, 'SIGKILL')
  return Date.now()
}

/** @throws Error when the process ends meanwhile */
async function watchMemory(pid: number, samples: number[], over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    if (!isAlive(pid)) throw new Error('the shop’s process ended under the load')
    samples.push(await memoryOf(pid))
    await pause(1000)
  }
}

const worker = join(import.meta.dirname, 'mixed-worker.ts')

export async function runCrowd(
  plan: CrowdPlan,
  ms: number,
  signal: AbortSignal,
): Promise<CrowdOutcome> {
  const job: MixedJob = { plan, ms }
  const options = { maxBuffer: 2 ** 28, signal }
  const running = promisify(execFile)(process.execPath, [worker], options)
  running.child.stdin?.end(JSON.stringify(job))
  return JSON.parse((await running).stdout)
}

function describeRun({ seen, ledger, killedAt, hasEnded, losses, unpaid }: Run): Figure[] {
  const isExpected = ({ at, ms }: { at: number; ms: number }) =>
    at >= killedAt && at - ms <= killedAt + graceMs
  const [expected, unexpected] = [true, false].map((wanted) =>
    seen.failures.filter((failure) => isExpected(failure) === wanted),
  )
  const none = (name: string, value: number, beside: string) =>
    exactly({ name, value, limit: 0, show: show.plain, beside })
  const lost = Object.values(losses).reduce((sum, count) => sum + count, 0)
  const { guestCarts, carts, enquiries, signUps, sessions } = ledger
  const kept = {
    carts: Object.keys(guestCarts).length + Object.keys(carts).length,
    enquiries: enquiries.length,
    'sign-ups': signUps.length,
    orders: sessions.length,
  }
  return [
    none('processes ended', hasEnded ? 1 : 0, 'with a kill -9 of PostgreSQL in the middle'),
    none(
      `faults outside ${show.seconds(graceMs)} after the kill`,
      unexpected?.length ?? Number.NaN,
      [
        ...(unexpected?.length ? [describeFailures(unexpected)] : []),
        `within them ${expected?.length}: ${describeFailures(expected ?? [])}`,
      ].join('; '),
    ),
    none(
      'checkouts that got their session and are not paid',
      unpaid,
      `of ${sessions.length}; ${ledger.paid.length} payments made`,
    ),
    none(
      'lost of what was acknowledged',
      lost,
      lost > 0 ? `lost: ${describeCounts({ ...losses })}` : `of ${describeCounts(kept)}`,
    ),
  ]
}

function describeTimes({ seen, memory }: Run, bare: number[]): Figure[] {
  const condition = {
    holds: Math.min(...bare) >= fastMachine,
    words: `where a bare server makes ${show.rate(fastMachine)}`,
  }
  const beside = `bare server before and after ${bare.map(show.rate).join(', ')}`
  const sorted = (kind: string) => Float64Array.from(seen.times[kind] ?? []).sort()
  const p95 = (kind: string) => percentile(sorted(kind), 0.95)
  const both = (kind: string) =>
    `p50 ${show.ms(percentile(sorted(kind), 0.5))}, p99 ${show.ms(percentile(sorted(kind), 0.99))}`
  const limited = (name: string, kind: string, limit: number) => {
    const words = `${both(kind)}; ${beside}`
    return where(condition, atMost({ name, value: p95(kind), limit, show: show.ms, beside: words }))
  }
  const others = ['search', 'cart', 'sign-in', 'enquiry', 'checkout', 'payment']
  return [
    limited('p95 of pages', 'page', 100),
    limited(
      'p95 of checkouts, from the button to the paid order',
      'checkout to the paid order',
      3000,
    ),
    atMost({
      name: 'most memory of the Node process',
      value: Math.max(...memory),
      limit: 350e6,
      show: show.MB,
      beside: `at the end ${show.MB(memory.at(-1) ?? Number.NaN)}`,
    }),
    remark('p95 of others', others.map((kind) => `${kind} ${show.ms(p95(kind))}`).join(', ')),
    remark(
      'journeys',
      show.plain(seen.journeys),
      `${seen.answers} answers to ${shoppers} shoppers; refused: ${describeCounts(seen.refusals, 8)}`,
    ),
  ]
}
