import { setTimeout } from 'node:timers/promises'
import { percentile } from './figure.ts'
import { createVisitor } from './visitor.ts'

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

/** Visits to pages, and, with a key, to REST, one after the other. */
export function createVisit(url: string, apikey: string | null): () => Promise<number> {
  const rest = '/rest/v1/products?select=*,prices(id,unit_amount)&active=eq.true&order=Sort_order'
  const paths = apikey === null ? pagesOfAVisit : [...pagesOfAVisit, rest]
  const { ask } = createVisitor(url, {
    'accept-encoding': 'br',
    ...(apikey !== null && { apikey }),
  })
  let count = 0
  return async () => {
    const path = paths[count++ % paths.length] ?? '/'
    const { status, body, ms } = await ask(path)
    if (status === 200) return ms
    throw new Error(`${path} answered ${status}${status === 0 ? `: ${body}` : ''}`)
  }
}
