import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { browseBeside, pages } from './beside.ts'
import { type Figure, median, none, type Pace, show } from './figure.ts'
import type { KeptShop } from './kept-shop.ts'
import { load } from './load.ts'
import { type Answer, createVisitor, forms } from './visitor.ts'

const leastMs = 60_000
const connections = 40
/** Requests per second per connection, at most: the cost of the queries is measured, not their number. */
const connectionRate = 4
/** A response after more than this many ms counts as a denial of service. */
const lateMs = 1000

/** Requests of other users during the attack, each from an address of its own. */
const probes: Record<string, () => [path: string, body?: object]> = {
  'a search': () => [`/search?q=${randomUUID().slice(0, 4)}`],
  'an enquiry': () => forms.catering('A Guest', `${randomUUID()}@guest.example`),
  'the list by REST': () => ['/rest/v1/products?select=*,prices(id,unit_amount)&active=eq.true'],
}

type Probe = [name: string, answer: Answer]

/** Measures page loads and other requests while one anonymous client sends the slowest queries. */
export async function measureAttack(shop: KeptShop, pace: Pace): Promise<Figure[]> {
  const { url, keys } = shop
  const apikey = keys.publishable
  const probed: Probe[] = []
  let visitors = 0
  /** Sends each request once a second, without waiting for earlier responses. */
  async function probe(seconds: number): Promise<Probe[]> {
    const asked: Promise<Probe>[] = []
    for (let second = 0; second < seconds; second++) {
      for (const [name, ask] of Object.entries(probes)) {
        const address = `10.8.${visitors >> 8}.${visitors++ & 255}`
        const visitor = createVisitor(url, { apikey, 'x-forwarded-for': address })
        const [path, body] = ask()
        const answered = visitor.ask(path, { body }).finally(visitor.leave)
        asked.push(answered.then((answer) => [name, answer]))
      }
      await pause(1000)
    }
    return Promise.all(asked)
  }
  const name = 'pages while one client asks for what takes longest, to its usual p95'
  const headers = { apikey, 'x-forwarded-for': '10.66.6.6' }
  const requests = questions.map((question) => ({ path: `/rest/v1/${question}`, headers }))
  const attack = async (seconds: number) => {
    const job = { url, seconds, requests, connections, connectionRate, isBeside: true }
    const [, answered] = await Promise.all([load(job), probe(seconds)])
    probed.push(...answered)
  }
  // The probes run in both phases, because they take time themselves.
  const options = { leastMs, usually: probe, paths: pages }
  const browsing = await browseBeside(name, shop, pace, attack, options)
  return [browsing.figure, ...Object.keys(probes).map((kind) => describe(kind, probed))]
}

function describe(name: string, probed: Probe[]): Figure {
  const own = probed.flatMap(([kind, answer]) => (kind === name ? [answer] : []))
  const times = own.map(({ ms }) => ms)
  return none(
    `${name} that was not answered within a second meanwhile`,
    own.filter(({ status, ms }) => status !== 200 || ms > lateMs).length,
    `of ${own.length}; middle ${show.seconds(median(times))}, longest ${show.seconds(Math.max(...times))}`,
  )
}

const many = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(',')
const letter = (index: number): string => 'xqzjvkwy'[index % 8] ?? 'x'

/**
 * Anonymous requests that are small to send. The last ones are the most expensive of those that are allowed, with another word
 * each time so that nothing can be cached.
 */
const questions = [
  // Nested repetitions: seconds of a database session.
  `products?select=id&or=(${many(150, (n) => `description.match."((${letter(n)}{1,25}){1,25}){1,${12 + (n >> 3)}}"`)})`,
  `products?select=id&or=(${many(60, (n) => `description.imatch."((${letter(n)}{1,25}){1,25}){1,${12 + (n >> 3)}}"`)})`,
  // 11 kB that request 14 MB or more.
  `products?select=${many(380, (n) => `a${n}:prices(*,products(*))`)}`,
  `products?select=${'*,prices(*,products('.repeat(4)}*${'))'.repeat(4)}`,
  // Expensive queries without regular expressions.
  `products?select=*&or=(${many(190, (n) => `description.ilike.*${'%25_'.repeat(6)}${letter(n)}*`)})`,
  `products?select=*,${many(20, (n) => `a${n}:prices(*)`)}&order=${many(20, () => 'description.desc')}`,
  `products?select=*&or=(${'and(or('.repeat(4)}id.not.is.null${'))'.repeat(4)})`,
  `products?select=x[<id>]:id,prices(products(${many(94, (n) => `a${n}:description`)}))`,
  `products?and=(${many(100, (n) => `description.not.phfts.the%20sauce%20z[<id>]x${n}`)})`,
  `prices?select=a[<id>]:id,products(id)&order=${many(98, (n) => `products(tags->>${n}).desc`)}`,
]
