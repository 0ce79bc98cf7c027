import { setTimeout as pause } from 'node:timers/promises'
import { type CrowdOutcome, startCrowd } from './crowd.ts'
import { embeddedUrl, prepareCrowd, silent, withDatabase, withSql } from './database.ts'
import { type Figure, median, none, type Pace, remark, show } from './figure.ts'
import { KeptShop } from './kept-shop.ts'
import { findLosses, type Kept, settle } from './ledger.ts'
import { describeFailures } from './notes.ts'
import { descendants, findPostmaster, inFreshFolder, isAlive, signal } from './processes.ts'
import { createRandom, pickWeighted } from './random.ts'
import { readKeys } from './servers.ts'
import { patienceMs } from './visitor.ts'

/** How a database goes away. `silentMs` is how long it answers nothing before. */
const faults = [
  { name: 'orderly restart', weight: 3, signal: 'SIGINT', silentMs: 0 },
  { name: 'immediate restart', weight: 1, signal: 'SIGQUIT', silentMs: 0 },
  { name: 'kill -9', weight: 1, signal: 'SIGKILL', silentMs: 0 },
  { name: 'failover after a silence', weight: 2, signal: 'SIGKILL', silentMs: 3000 },
  { name: 'dropped connections', weight: 3, signal: null, silentMs: 0 },
] as const
const crowd = {
  shoppers: 40,
  thinkMs: [50, 350] as [number, number],
  retryMs: 250,
  weights: { browse: 1, search: 4, guestCart: 4, account: 4, enquire: 1, signUp: 1, checkOut: 2 },
}
/** What was asked under way may end in this time, ms. */
const goneMs = 15_000

interface Way {
  name: string
  shop: KeptShop
  dataDir: string
  /** The process that keeps PostgreSQL, and starts it again when it goes away. */
  owner: () => number
  databaseUrl: () => Promise<string>
}

interface Run extends CrowdOutcome {
  faults: Record<string, number>
  /** Until the shop said that it was ready again, ms. */
  recoveries: number[]
  losses: Kept
}

/** PostgreSQL restarts, fails over and drops connections under load: one of our own, and the one that the shop keeps. */
export async function measureRestarts({ restarts, seed }: Pace): Promise<Figure[]> {
  const measure = (
    name: string,
    environment: Record<string, string>,
    place: (shop: KeptShop, dataDir: string) => Pick<Way, 'owner' | 'databaseUrl'>,
  ) =>
    inFreshFolder((dataDir) =>
      KeptShop.with({ DATA_DIR: dataDir, ...environment }, async (shop) => {
        const way = { name, shop, dataDir, ...place(shop, dataDir) }
        return describe(way, await strikeAgainAndAgain(way, restarts, seed))
      }),
    )
  const own = await withDatabase(
    (DATABASE_URL) =>
      measure('DATABASE_URL', { DATABASE_URL }, () => ({
        owner: () => process.pid,
        databaseUrl: async () => DATABASE_URL,
      })),
    silent,
  )
  const embedded = await measure('embedded', {}, (shop, dataDir) => ({
    owner: () => shop.pid,
    databaseUrl: () => embeddedUrl(shop.pid, dataDir),
  }))
  return [...own, ...embedded]
}

async function strikeAgainAndAgain(way: Way, restarts: number, seed: number): Promise<Run> {
  const { shop } = way
  const random = createRandom(seed)
  const prepared = await prepareCrowd(await way.databaseUrl())
  const keys = await readKeys(way.dataDir)
  const shopping = await startCrowd({ ...crowd, ...prepared, url: shop.url, keys, seed })
  const counts: Record<string, number> = {}
  const recoveries: number[] = []
  try {
    for (let restart = 1; restart <= restarts; restart++) {
      await pause(500 + random() * 1000)
      const fault = pickWeighted(faults, random)
      counts[fault.name] = (counts[fault.name] ?? 0) + 1
      const began = performance.now()
      await strike(way, fault)
      await shop.open()
      recoveries.push(performance.now() - began)
      if (restart % 10 === 0) console.log(`  ${way.name}: ${restart}`)
    }
  } catch (error) {
    await shopping.abandon()
    throw error
  }
  const outcome = await shopping.end()
  const losses = await withSql(await way.databaseUrl(), async (sql) => {
    await settle(sql, outcome.ledger)
    return findLosses(sql, outcome.ledger)
  })
  return { ...outcome, faults: counts, recoveries, losses }
}

/** Resolves when the database that was there is gone. */
async function strike(way: Way, fault: (typeof faults)[number]): Promise<void> {
  if (fault.signal === null) return dropConnections(await way.databaseUrl())
  const postmaster = findPostmaster(way.owner())
  // The shop may have ended just now, and its database with it.
  if (postmaster === null) return
  const sessions = descendants(postmaster.pid)
  if (fault.silentMs > 0) {
    for (const { pid } of sessions) signal(pid, 'SIGSTOP')
    signal(postmaster.pid, 'SIGSTOP')
    await pause(fault.silentMs)
    for (const { pid } of sessions) signal(pid, 'SIGKILL')
  }
  signal(postmaster.pid, fault.signal)
  const end = performance.now() + goneMs
  while (isAlive(postmaster.pid) && performance.now() < end) await pause(50)
}

function dropConnections(databaseUrl: string): Promise<void> {
  return withSql(databaseUrl, async (sql) => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`
  })
}

function describe({ name, shop }: Way, { seen, faults, recoveries, losses }: Run): Figure[] {
  const nothing = (what: string, value: number, beside: string) =>
    none(`${name}: ${what}`, value, beside)
  const unanswered = seen.failures.filter(({ status, ms }) => status === 0 && ms > patienceMs - 100)
  const longest = Object.values(seen.times)
    .flat()
    .reduce((most, ms) => Math.max(most, ms), 0)
  const lost = Object.values(losses).reduce((sum, value) => sum + value, 0)
  return [
    nothing('processes ended', shop.deaths, show.counts(faults, 5)),
    nothing(
      'times it did not recover by itself in a minute',
      shop.failedStarts.length,
      `middle ${show.seconds(median(recoveries))}, longest ${show.seconds(Math.max(...recoveries))}`,
    ),
    nothing(
      `questions without an answer in ${show.seconds(patienceMs)}`,
      unanswered.length,
      `of ${seen.answers}; the longest answer took ${show.seconds(longest)}`,
    ),
    nothing('lost of what was acknowledged', lost, lost > 0 ? show.counts({ ...losses }) : ''),
    remark(
      `${name}: faults seen`,
      show.plain(seen.failures.length),
      describeFailures(seen.failures),
    ),
  ]
}
