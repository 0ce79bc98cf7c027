import { atMost, type Figure, figure, median, type Pace, show } from './figure.ts'
import type { KeptShop } from './kept-shop.ts'
import { load } from './load.ts'

/** Visits a second, whether or not the earlier ones are answered, as visitors make them. */
const overallRate = 100
export const pages = ['/', '/shop', '/shop/chilli-crisp/nashville-chilli-crisp']
const rest = '/rest/v1/products?select=*,prices(id,unit_amount)&active=eq.true&order=Sort_order'

/**
 * The p95 of pages, and of REST unless other paths are given, while something else goes on beside them, to its usual value: in turn with the usual in
 * each round, so that what else the machine does falls on both. All rounds together last `leastMs` at least; `usually`
 * goes on in the others.
 */
export async function browseBeside<T>(
  name: string,
  { url, keys: { publishable: apikey } }: KeptShop,
  { seconds, rounds }: Pace,
  work: (seconds: number) => Promise<T>,
  options: {
    leastMs?: number
    usually?: (seconds: number) => Promise<unknown>
    paths?: string[]
  } = {},
): Promise<{ figure: Figure; done: T[] }> {
  const { leastMs = 0, usually = async () => undefined, paths = [...pages, rest] } = options
  const time = Math.max(seconds, leastMs / 1000 / rounds)
  const headers = { 'accept-encoding': 'br', apikey }
  const requests = paths.map((path) => ({ path, headers }))
  const watch = async <W>(beside: (seconds: number) => Promise<W>) => {
    const browsing = load({ url, seconds: time, requests, overallRate })
    const [{ p95 }, done] = await Promise.all([browsing, beside(time)])
    return { p95, done }
  }
  const [usual, busy, done]: [number[], number[], T[]] = [[], [], []]
  await watch(usually)
  for (let round = 0; round < rounds; round++) {
    usual.push((await watch(usually)).p95)
    const found = await watch(work)
    busy.push(found.p95)
    done.push(found.done)
  }
  const ratio = median(busy.map((p95, round) => p95 / (usual[round] ?? Number.NaN)))
  const beside = `p95 ${show.ms(median(busy))}, usually ${show.ms(median(usual))}; ${overallRate} requests a second`
  return { figure: figure(name, ratio, atMost(2, show.ratio), beside), done }
}
