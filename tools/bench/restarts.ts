import { setTimeout as pause } from 'node:timers/promises'
import { type CrowdPlan, type CrowdRun, withCrowd } from './crowd.ts'
import { withDatabase, withSql } from './database.ts'
import { type Figure, median, none, type Pace, show } from './figure.ts'
import { KeptShop } from './kept-shop.ts'
import { describeFailures } from './ledger.ts'
import { descendants, findPostmaster, signal, stillAlive } from './processes.ts'
import { createRandom, pickWeighted } from './random.ts'
import { patienceMs } from './visitor.ts'

/** The ways in which a database goes away. `silentMs` is how long it hangs before that. */
const faults = [
  { name: 'orderly restart', weight: 3, signal: 'SIGINT', silentMs: 0 },
  { name: 'immediate restart', weight: 1, signal: 'SIGQUIT', silentMs: 0 },
  { name: 'kill -9', weight: 1, signal: 'SIGKILL', silentMs: 0 },
  { name: 'failover after a silence', weight: 2, signal: 'SIGKILL', silentMs: 3000 },
  { name: 'dropped connections', weight: 3, signal: null, silentMs: 0 },
] as const
const crowd: CrowdPlan = {
  shoppers: 40,
  thinkMs: [50, 350],
  retryMs: 250,
  weights: { browse: 1, search: 4, guestCart: 4, account: 4, enquire: 1, signUp: 1, checkOut: 2 },
}
/** The time limit in ms for the end of requests that are in progress. */
const goneMs = 15_000

interface Struck {
  /** The fault of each restart. */
  kinds: string[]
  /** The ms until the shop was ready again. */
  recoveries: number[]
}

/** Restarts PostgreSQL, fails it over and drops its connections under load: with DATABASE_URL and with the embedded one. */
export async function measureRestarts(pace: Pace): Promise<Figure[]> {
  const own = await withDatabase((DATABASE_URL) =>
    KeptShop.with({ DATABASE_URL }, (shop) =>
      strikeAgainAndAgain('DATABASE_URL', shop, () => process.pid, pace),
    ),
  )
  const embedded = await KeptShop.with({}, (shop) =>
    strikeAgainAndAgain('embedded', shop, () => shop.pid, pace),
  )
  return [...own, ...embedded]
}

/** `owner` is the id of the process that runs PostgreSQL and restarts it when it ends. */
async function strikeAgainAndAgain(
  name: string,
  shop: KeptShop,
  owner: () => number,
  { restarts, seed }: Pace,
): Promise<Figure[]> {
  const random = createRandom(seed)
  const run = await withCrowd(shop, crowd, seed, async () => {
    const struck: Struck = { kinds: [], recoveries: [] }
    for (let restart = 1; restart <= restarts; restart++) {
      await pause(500 + random() * 1000)
      const fault = pickWeighted(faults, random)
      const began = performance.now()
      if (fault.signal === null) await dropConnections(await shop.databaseUrl())
      else await endPostgres(owner(), fault.signal, fault.silentMs)
      await shop.open()
      struck.kinds.push(fault.name)
      struck.recoveries.push(performance.now() - began)
      if (restart % 10 === 0) console.log(`  ${name}: ${restart}`)
    }
    return struck
  })
  return describe(shop, run).map((figure) => ({ ...figure, name: `${name}: ${figure.name}` }))
}

/** Resolves when the present database has ended. */
async function endPostgres(owner: number, how: NodeJS.Signals, silentMs: number): Promise<void> {
  const postmaster = findPostmaster(owner)
  // The shop may have ended just now, and its database with it.
  if (postmaster === undefined) return
  const sessions = descendants(postmaster.pid)
  if (silentMs > 0) {
    for (const { pid } of sessions) signal(pid, 'SIGSTOP')
    signal(postmaster.pid, 'SIGSTOP')
    await pause(silentMs)
    for (const { pid } of sessions) signal(pid, 'SIGKILL')
  }
  signal(postmaster.pid, how)
  const end = performance.now() + goneMs
  while (stillAlive([postmaster]).length > 0 && performance.now() < end) await pause(50)
}

function dropConnections(databaseUrl: string): Promise<void> {
  return withSql(databaseUrl, async (sql) => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`
  })
}

function describe(shop: KeptShop, { notes, losses, found }: CrowdRun<Struck>): Figure[] {
  const { kinds, recoveries } = found
  const recovery = `middle ${show.seconds(median(recoveries))}, longest ${show.seconds(Math.max(...recoveries))}`
  const unanswered = notes.failures.filter(
    ({ status, ms }) => status === 0 && ms > patienceMs - 100,
  )
  const { length: seen } = notes.failures
  return [
    none('processes ended', shop.deaths, show.counts(kinds, 5)),
    none('times it did not recover by itself in a minute', shop.failedStarts.length, recovery),
    none(
      `questions without an answer in ${show.seconds(patienceMs)}`,
      unanswered.length,
      `of ${notes.answers}; ${seen} faults seen: ${describeFailures(notes.failures)}`,
    ),
    losses,
  ]
}
