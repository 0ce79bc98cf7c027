import { type CrowdPlan, type CrowdRun, withCrowd } from './crowd.ts'
import {
  atMost,
  type Figure,
  createFigure,
  createZeroFigure,
  type BenchSettings,
  percentile,
  format,
} from './figure.ts'
import { RestartableShop } from './restartable-shop.ts'
import { countUnpaidSessions, describeFailures, type Failure } from './ledger.ts'
import { runLoad } from './load.ts'
import { withMailServer } from './mail-server.ts'
import { watchMemory } from './processes.ts'
import { withBarePageServer } from './servers.ts'

/** The weights of the journeys add up to 100. */
const crowd: CrowdPlan = {
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
/** The time in ms after the kill during which failures are expected. */
const graceMs = 10_000
/** The limits of response times only apply to a machine on which a minimal server sends this many responses per second. */
const fastMachine = 16_000

interface Watched {
  /** The time of the kill in ms since 1970. */
  killedAt: number
  /** The resident memory of the shop in bytes, sampled every second. */
  memory: number[]
}

/**
 * Simulates 500 shoppers who browse, search, fill carts, sign in, view orders and check out, with pauses between their steps. In
 * the middle, the shop's PostgreSQL is killed with SIGKILL.
 */
export async function measureMixedLoad({
  seconds,
  minutes,
  seed,
}: BenchSettings): Promise<Figure[]> {
  return withMailServer(({ url: SMTP_URL }) =>
    RestartableShop.with({ LOG_LEVEL: 'error', SMTP_URL }, async (shop) => {
      const bare = await withBarePageServer(`${shop.url}/shop`, ({ url }) =>
        runLoad({ url, seconds, requests: [{ path: '/' }] }),
      )
      const run = await withCrowd(shop, crowd, seed, async () => {
        const watchFor = (ms: number, since = Date.now()) =>
          watchMemory(shop.pid, 1000, () => Date.now() > since + ms)
        const before = await watchFor(minutes * 30_000)
        shop.kill('database')
        const killedAt = Date.now()
        return { killedAt, memory: [...before, ...(await watchFor(minutes * 30_000))] }
      })
      await shop.open()
      const { sessions } = run.notes.ledger
      const unpaid = await shop.withSql((sql) => countUnpaidSessions(sql, sessions))
      return [
        createZeroFigure(
          'processes ended',
          shop.deaths,
          'with a kill -9 of PostgreSQL in the middle',
        ),
        ...describeRun(run),
        createZeroFigure(
          'checkouts that got their session and are not paid',
          unpaid,
          `of ${sessions.length}`,
        ),
        ...describeTimes(run, bare.rate),
      ]
    }),
  )
}

function describeRun({ notes, losses, found: { killedAt } }: CrowdRun<Watched>): Figure[] {
  const isExpected = ({ at, ms }: Failure) => at >= killedAt && at - ms <= killedAt + graceMs
  const expected = notes.failures.filter(isExpected)
  const others = notes.failures.filter((failure) => !isExpected(failure))
  return [
    createZeroFigure(
      `faults outside ${format.seconds(graceMs)} after the kill`,
      others.length,
      `${describeFailures(others)}; within them ${expected.length}: ${describeFailures(expected)}`,
    ),
    losses,
  ]
}

function describeTimes({ notes, found: { memory } }: CrowdRun<Watched>, bare: number): Figure[] {
  const at = (kind: string, share: number) => percentile(notes.times[kind] ?? [], share)
  /** Returns a figure of a p95 whose limit only applies on a fast machine; on others the value is only shown. */
  const limited = (name: string, kind: string, most: number): Figure => {
    const rates = `p50 ${format.ms(at(kind, 0.5))}, p99 ${format.ms(at(kind, 0.99))}; bare server ${format.rate(bare)}`
    const found = createFigure(name, at(kind, 0.95), atMost(most, format.ms), rates)
    const limit = `${found.limit} where a bare server makes ${format.rate(fastMachine)}`
    return { ...found, limit, isMet: bare >= fastMachine ? found.isMet : null }
  }
  const end = `at the end ${format.MB(memory.at(-1) ?? Number.NaN)}`
  return [
    limited('p95 of pages', 'page', 100),
    limited(
      'p95 of checkouts, from the button to the paid order',
      'checkout to the paid order',
      3000,
    ),
    createFigure(
      'most memory of the Node process',
      Math.max(...memory),
      atMost(350e6, format.MB),
      `${end}; ${notes.journeys} journeys`,
    ),
  ]
}
