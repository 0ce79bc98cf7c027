import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { percentile } from './figure.ts'

/** Between two visits, in ms. */
export const everyMs = 10
const pagesOfAVisit = ['/', '/shop', '/shop/chilli-crisp/nashville-chilli-crisp']

/** What a window of browsing saw. */
export interface Window {
  /** ms */
  p95: number
  /** How often what happened besides was done. */
  rounds: number
}

/**
 * Requests at a steady pace, whether or not the earlier ones are answered, as visitors make them. `besides` does
 * something else for so many ms, and says how often.
 */
export async function watch(
  visit: () => Promise<number>,
  ms: number,
  besides: ((ms: number) => Promise<number>) | null,
): Promise<Window> {
  const visits: Promise<number>[] = []
  const pacer = setInterval(() => visits.push(visit()), everyMs)
  const [rounds = 0] = await Promise.all([besides?.(ms), setTimeout(ms)])
  clearInterval(pacer)
  const times = Float64Array.from(await Promise.all(visits)).sort()
  return { p95: percentile(times, 0.95), rounds }
}

export function createVisit(url: string, apikey: string): () => Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const rest = '/rest/v1/products?select=*,prices(id,unit_amount)&active=eq.true&order=Sort_order'
  const paths = [...pagesOfAVisit, rest]
  let count = 0
  return () => timeOf(`${url}${paths[count++ % paths.length]}`, agent, { apikey })
}

/** ms until the whole answer is there. */
async function timeOf(url: string, agent: Agent, headers: Record<string, string>): Promise<number> {
  const start = performance.now()
  while (!(await isAnswered(url, agent, headers)));
  return performance.now() - start
}

/** False when a connection that was kept open was closed just then, where browsers ask again. */
function isAnswered(url: string, agent: Agent, headers: Record<string, string>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { agent, headers: { ...headers, 'accept-encoding': 'br' } },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
        answer.once('end', () => resolve(true)).resume()
      },
    )
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' && sent.reusedSocket) resolve(false)
      else reject(error)
    })
    sent.end()
  })
}
