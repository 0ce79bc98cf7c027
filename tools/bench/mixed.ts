import { setTimeout as pause } from 'node:timers/promises'
import { type CrowdOutcome, type CrowdPlan, runCrowd } from './crowd.ts'
import { embeddedUrl, prepareCrowd, withSql } from './database.ts'
import { atMost, type Figure, figure, none, type Pace, percentile, remark, show } from './figure.ts'
import { countKept, countUnpaid, findLosses, type Kept } from './ledger.ts'
import { load } from './load.ts'
import { withMailServer } from './mail-server.ts'
import { describeFailures, type Failure } from './notes.ts'
import { findPostmaster, inFreshFolder, isAlive, memoryOf } from './processes.ts'
import { npmStart, readKeys, type StartedShop, withBarePage } from './servers.ts'

/** Of the weights, which are of a hundred journeys. */
const crowd: Pick<CrowdPlan, 'shoppers' | 'thinkMs' | 'retryMs' | 'weights'> = {
  shoppers: 500,
  thinkMs: [1000, 5000],
  retryMs: 1000,
  weights: {
    browse: 48,
    search: 15,
    guestCart: 20,
    account: 10,
    enquire: 3,
    signUp: 2,
    checkOut: 2,
  },
}
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
  losses: Kept
  unpaid: number
}

/**
 * 500 shoppers with time to think, who browse, search, fill carts, sign in, look at orders and check out, through a
 * kill -9 of the shop's PostgreSQL in the middle.
 */
export async function measureMixed({ seconds, minutes, seed }: Pace): Promise<Figure[]> {
  return inFreshFolder((DATA_DIR) =>
    withMailServer(async ({ url: SMTP_URL }) => {
      const settings = { LOG_LEVEL: 'error', TRUSTED_PROXIES: '127.0.0.1', SMTP_URL, DATA_DIR }
      const shop = await npmStart(settings)
      try {
        const before = await measureBare(`${shop.url}/shop`, seconds)
        const run = await runMixed(shop, DATA_DIR, minutes * 60_000, seed)
        const after = await measureBare(`${shop.url}/shop`, seconds)
        return [...describeRun(run), ...describeTimes(run, [before, after])]
      } finally {
        await shop.stop()
      }
    }),
  )
}

/** How many bare answers this machine makes a second just now. */
function measureBare(page: string, seconds: number): Promise<number> {
  return withBarePage(
    page,
    async ({ url }) => (await load({ url, seconds, requests: [{ path: '/' }] })).rate,
  )
}

async function runMixed(
  { url, shopPid }: StartedShop,
  dataDir: string,
  ms: number,
  seed: number,
): Promise<Run> {
  const prepared = await prepareCrowd(await embeddedUrl(shopPid, dataDir))
  const keys = await readKeys(dataDir)
  const memory: number[] = []
  const over = new AbortController()
  const [outcome, killedAt] = await Promise.all([
    runCrowd({ ...crowd, ...prepared, url, keys, seed }, ms, over.signal).finally(() =>
      over.abort(),
    ),
    killInTheMiddle(shopPid, ms),
    watchMemory(shopPid, memory, over.signal),
  ]).finally(() => over.abort())
  const checked = await withSql(await embeddedUrl(shopPid, dataDir), async (sql) => {
    const { sessions } = outcome.ledger
    const end = performance.now() + settleMs
    while ((await countUnpaid(sql, sessions)) > 0 && performance.now() < end) await pause(500)
    const losses = await findLosses(sql, outcome.ledger)
    return { losses, unpaid: await countUnpaid(sql, sessions) }
  })
  return { ...outcome, ...checked, killedAt, memory, hasEnded: !isAlive(shopPid) }
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

function describeRun({ seen, ledger, killedAt, hasEnded, losses, unpaid }: Run): Figure[] {
  const isExpected = ({ at, ms }: Failure) => at >= killedAt && at - ms <= killedAt + graceMs
  const expected = seen.failures.filter(isExpected)
  const others = seen.failures.filter((failure) => !isExpected(failure))
  const within = `within them ${expected.length}: ${describeFailures(expected)}`
  const lost = Object.values(losses).reduce((sum, count) => sum + count, 0)
  return [
    none('processes ended', hasEnded ? 1 : 0, 'with a kill -9 of PostgreSQL in the middle'),
    none(
      `faults outside ${show.seconds(graceMs)} after the kill`,
      others.length,
      others.length > 0 ? `${describeFailures(others)}; ${within}` : within,
    ),
    none(
      'checkouts that got their session and are not paid',
      unpaid,
      `of ${ledger.sessions.length}; ${ledger.paid.length} payments made`,
    ),
    none(
      'lost of what was acknowledged',
      lost,
      `${lost > 0 ? `lost: ${show.counts({ ...losses })}; ` : ''}of ${show.counts({ ...countKept(ledger) }, 5)}`,
    ),
  ]
}

function describeTimes({ seen, memory }: Run, bare: number[]): Figure[] {
  const isFast = Math.min(...bare) >= fastMachine
  const at = (kind: string, share: number) => show.ms(percentile(seen.times[kind] ?? [], share))
  /** A limit that holds only on a fast machine; elsewhere the figure only stands there. */
  const limited = (name: string, kind: string, most: number): Figure => {
    const beside = `p50 ${at(kind, 0.5)}, p99 ${at(kind, 0.99)}; bare server before and after ${bare.map(show.rate).join(', ')}`
    const found = figure(
      name,
      percentile(seen.times[kind] ?? [], 0.95),
      show.ms,
      atMost(most),
      beside,
    )
    const limit = `${found.limit} where a bare server makes ${show.rate(fastMachine)}`
    return { ...found, limit, isMet: isFast ? found.isMet : null }
  }
  const others = ['search', 'cart', 'sign-in', 'enquiry', 'checkout', 'payment']
  const paid = 'checkout to the paid order'
  const most = Math.max(...memory)
  const end = `at the end ${show.MB(memory.at(-1) ?? Number.NaN)}`
  return [
    limited('p95 of pages', 'page', 100),
    limited('p95 of checkouts, from the button to the paid order', paid, 3000),
    figure('most memory of the Node process', most, show.MB, atMost(350e6), end),
    remark('p95 of others', others.map((kind) => `${kind} ${at(kind, 0.95)}`).join(', ')),
    remark(
      'journeys',
      show.plain(seen.journeys),
      `${seen.answers} answers to ${crowd.shoppers} shoppers; refused: ${show.counts(seen.refusals, 8)}`,
    ),
  ]
}
