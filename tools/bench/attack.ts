import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { runBot } from './bot.ts'
import { createVisit, watch, type Window } from './browsing.ts'
import { inFreshFolder, readKeys, startShop, withServers } from './children.ts'
import { withDatabase } from './database.ts'
import type { Pace } from './duel.ts'
import { atMost, exactly, type Figure, median, remark, show } from './figure.ts'
import { createVisitor, type Question } from './visitor.ts'

/** So long the attack goes on, all rounds together. */
const attackMs = 60_000

/** Whoever gets an answer later than this, ms, has been kept out as well. */
const lateMs = 1000

/** What others ask for meanwhile, each from an address of their own. */
const probes: { name: string; path: () => string; question?: () => Question }[] = [
  { name: 'a search', path: () => `/search?q=${randomUUID().slice(0, 4)}` },
  {
    name: 'an enquiry',
    path: () => '/functions/v1/secure-catering-inquiry',
    question: () => ({
      method: 'POST',
      body: {
        name: 'A Guest',
        email: `${randomUUID()}@guest.example`,
        eventType: 'Wedding',
        guestCount: '60',
        message: 'Two griddles, please, and a cake.',
      },
    }),
  },
  {
    name: 'the list by REST',
    path: () => '/rest/v1/products?select=*,prices(id,unit_amount)&active=eq.true',
  },
]

interface Probe {
  name: string
  /** 0 for none. */
  status: number
  ms: number
}

/** What browsing and others get while one anonymous client asks for what takes longest. */
export async function measureAttack({ seconds, rounds }: Pace): Promise<Figure[]> {
  return withDatabase((DATABASE_URL) =>
    inFreshFolder((folder) =>
      withServers(
        [startShop({ DATABASE_URL, DATA_DIR: folder, TRUSTED_PROXIES: 'loopback' })],
        async ({ url }) => {
          const { publishable: apikey } = await readKeys(folder)
          const visit = createVisit(url, null)
          const ms = Math.max(seconds * 1000, attackMs / rounds)
          let visitors = 0
          const nextAddress = () => `10.8.${visitors >> 8}.${visitors++ & 255}`
          const attack = (forMs: number) => runBot('attack-worker.ts', { url, apikey, ms: forMs })
          await watch(visit, ms, null)
          const pairs: { usual: Window; busy: Window }[] = []
          const probed: Probe[] = []
          for (let round = 0; round < rounds; round += 1) {
            // What others ask takes its time as well, attack or none.
            const peaceful = probe(url, apikey, ms, nextAddress)
            const usual = await watch(visit, ms, null)
            await peaceful
            const probing = probe(url, apikey, ms, nextAddress)
            pairs.push({ usual, busy: await watch(visit, ms, attack) })
            probed.push(...(await probing))
          }
          return [...describeBrowsing(pairs), ...probes.map(({ name }) => describe(name, probed))]
        },
      ),
    ),
  )
}

/** Asks for each once a second, whether or not the earlier ones are answered. */
async function probe(
  url: string,
  apikey: string,
  ms: number,
  nextAddress: () => string,
): Promise<Probe[]> {
  const asked: Promise<Probe>[] = []
  for (let second = 0; second < ms / 1000; second++) {
    for (const { name, path, question } of probes) {
      const visitor = createVisitor(url, { apikey, 'x-forwarded-for': nextAddress() })
      const answered = visitor.ask(path(), question?.()).finally(visitor.leave)
      asked.push(answered.then((answer) => ({ name, ...answer })))
    }
    await pause(1000)
  }
  return Promise.all(asked)
}

function describeBrowsing(pairs: { usual: Window; busy: Window }[]): Figure[] {
  const usual = median(pairs.map((pair) => pair.usual.p95))
  const busy = median(pairs.map((pair) => pair.busy.p95))
  return [
    atMost({
      name: 'pages while one client asks for what takes longest, to their usual p95',
      value: median(pairs.map((pair) => pair.busy.p95 / pair.usual.p95)),
      show: show.ratio,
      limit: 2,
      beside: `p95 ${show.ms(busy)}, usually ${show.ms(usual)}`,
    }),
    remark(
      'its questions',
      show.plain(pairs.reduce((sum, pair) => sum + pair.busy.rounds, 0)),
      '40 at once from one address',
    ),
  ]
}

function describe(name: string, probed: Probe[]): Figure {
  const own = probed.filter((one) => one.name === name)
  const times = own.map(({ ms }) => ms)
  return exactly({
    name: `${name} that was not answered within a second meanwhile`,
    value: own.filter(({ status, ms }) => status !== 200 || ms > lateMs).length,
    limit: 0,
    show: show.plain,
    beside: `of ${own.length}; middle ${show.seconds(median(times))}, longest ${show.seconds(Math.max(...times))}`,
  })
}
