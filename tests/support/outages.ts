import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultyProxy } from '../../packages/embedded-supabase/tests/support/faulty-proxy.ts'

/** An interruption of the connection between a running shop and its database. */
export interface Outage {
  name: string
  begin: () => Promise<void> | void
  /** Ends the outage. An outage without `end` ends by itself. */
  end?: () => Promise<void> | void
}

/** The results of requests during outages, as visitors and monitoring saw them. */
export interface OutageReport {
  /** The number of responses for each kind of request and status, such as `rest 503`. */
  answers: Record<string, number>
  /** Requests that were never answered. */
  unanswered: string[]
  slowestMs: number
  /** The ms from the end of each outage until all requests succeeded again. */
  recoveryMs: number[]
}

/** The signals that stop PostgreSQL: a fast shutdown, an immediate shutdown, and a kill. */
const endings = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const

/** Returns an outage for each way to stop PostgreSQL, which the shop or the test then restarts. */
export function getPostgresOutages(cluster: string): Outage[] {
  return Object.entries(endings).map(([name, signal]) => ({
    name,
    begin: async () => {
      const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8')
      process.kill(Number.parseInt(file, 10), signal)
    },
  }))
}

/** Returns an outage for each fault that the proxy before the database can simulate. */
export function getProxyOutages(proxy: FaultyProxy): Outage[] {
  return [
    { name: 'refused', begin: proxy.cut, end: proxy.mend },
    { name: 'broken off', begin: proxy.breakAnswers },
    { name: 'silent', begin: proxy.freeze, end: proxy.mend },
  ]
}

export interface VisitedShop {
  url: string
  publishable: string
}

/** The maximum time in ms until a visitor's request is answered. */
const longestWait = 30_000
/** The maximum time in ms until `/readyz` is answered, after which monitoring would take the shop for dead. */
const longestWaitOfWatchers = 10_000
const visitors = 12

interface Visit {
  name: string
  path: string
  body?: object
}

function visitOf(turn: number): Visit {
  const cart = [{ product_id: randomUUID(), quantity: 1 }]
  const visits: Visit[] = [
    { name: 'rest', path: '/rest/v1/products?select=id,name,prices(unit_amount)&limit=5' },
    { name: 'page', path: `/shop/hot-sauce/sauce-${turn}` },
    {
      name: 'cart',
      path: '/rest/v1/rpc/store_guest_cart',
      body: { p_cart_id: randomUUID(), p_email: null, p_cart_data: cart },
    },
    {
      name: 'auth',
      path: '/auth/v1/token?grant_type=password',
      body: { email: `nobody-${turn}@example.com`, password: 'wrong horse battery' },
    },
  ]
  return visits[turn % visits.length] ?? { name: 'rest', path: '/rest/v1/products' }
}

function send({ url, publishable }: VisitedShop, { path, body }: Visit): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { apikey: publishable, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(longestWait),
  })
}

/**
 * Uses the shop with a dozen simulated visitors during one outage after the other. Before the next one begins, all
 * visitors must have recovered. @throws Error when the shop does not recover
 */
export async function visitDuringOutages(
  target: VisitedShop,
  outages: Iterable<Outage>,
): Promise<OutageReport> {
  const report: OutageReport = {
    answers: {},
    unanswered: [],
    slowestMs: 0,
    recoveryMs: [],
  }
  let isOver = false
  let turn = 0

  async function visit(): Promise<void> {
    while (!isOver) {
      turn += 1
      const wish = visitOf(turn)
      const began = performance.now()
      try {
        const answer = await send(target, wish)
        await answer.arrayBuffer()
        const seen = `${wish.name} ${answer.status}`
        report.answers[seen] = (report.answers[seen] ?? 0) + 1
      } catch (error) {
        report.unanswered.push(`${wish.name}: ${String(error)}`)
        await pause(100)
      }
      report.slowestMs = Math.max(report.slowestMs, performance.now() - began)
    }
  }

  async function isReady(): Promise<boolean> {
    const signal = AbortSignal.timeout(longestWaitOfWatchers)
    const answer = await fetch(`${target.url}/readyz`, { signal })
    await answer.arrayBuffer()
    return answer.status === 200
  }

  async function isWell(): Promise<boolean> {
    if (!(await isReady())) return false
    const [rest, page] = await Promise.all([send(target, visitOf(0)), send(target, visitOf(1))])
    await Promise.all([rest.arrayBuffer(), page.arrayBuffer()])
    return rest.status === 200 && page.status < 500
  }

  const load = Array.from({ length: visitors }, visit)
  try {
    for (const { name, begin, end } of outages) {
      await begin()
      if (end) {
        await until(`${name}: not ready`, async () => !(await isReady()))
        await end()
      }
      const began = performance.now()
      await until(`${name}: well again`, isWell)
      report.recoveryMs.push(performance.now() - began)
    }
  } finally {
    isOver = true
    await Promise.all(load)
  }
  return report
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + longestWait
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`This never came about: ${what}`)
    await pause(50)
  }
}
