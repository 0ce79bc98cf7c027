import { createAccounts, password } from './database.ts'
import { atMost, type Figure, createFigure, median, type BenchSettings, format } from './figure.ts'
import type { RestartableShop } from './restartable-shop.ts'
import { runLoad } from './load.ts'

/** Page requests per second, each sent without waiting for the responses to earlier ones. */
const visits = 100
export const pagePaths = ['/', '/shop', '/shop/chilli-crisp/nashville-chilli-crisp']
const rest = '/rest/v1/products?select=*,prices(id,unit_amount)&active=eq.true&order=Sort_order'

/**
 * Measures how much a load slows down pages and REST (or `paths`): the ratio of their p95 during `work` to their p95 without it.
 * Every round measures both, so that other work on the machine affects both. All rounds together take at least `leastMs`; `usually`
 * runs while the p95 without `work` is measured.
 */
export async function measureSlowdown<T>(
  name: string,
  { url, keys: { publishable: apikey } }: RestartableShop,
  { seconds, rounds }: BenchSettings,
  work: (seconds: number) => Promise<T>,
  {
    leastMs = 0,
    usually = async (_seconds: number): Promise<unknown> => undefined,
    paths = [...pagePaths, rest],
    most = 2,
  } = {},
): Promise<{ figure: Figure; done: T[] }> {
  const time = Math.max(seconds, leastMs / 1000 / rounds)
  const headers = { 'accept-encoding': 'br', apikey }
  const requests = paths.map((path) => ({ path, headers }))
  const watch = async <W>(beside: (seconds: number) => Promise<W>) => {
    const browsing = runLoad({ url, seconds: time, requests, visits })
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
  const beside = `p95 ${format.ms(median(busy))}, usually ${format.ms(median(usual))}; ${visits} requests a second`
  return { figure: createFigure(name, ratio, atMost(most, format.ratio), beside), done }
}

const crowd = 10

/** Measures how much page loads are slowed down while ten people sign in at the same time, again and again. */
export async function measureSignIns(
  shop: RestartableShop,
  pace: BenchSettings,
): Promise<Figure[]> {
  const { url, keys } = shop
  const accounts = await shop.withSql((sql) => createAccounts(sql, crowd))
  const requests = accounts.map(({ email }) => ({
    path: '/auth/v1/token?grant_type=password',
    headers: { apikey: keys.publishable },
    body: { email, password },
  }))
  // Sends each person's requests from another IP address, because the limit on sign-ins from one address is not measured here.
  const signIn = (seconds: number) =>
    runLoad({ url, seconds, requests, connections: crowd, isCrowd: true })
  const name = 'browsing while ten sign in at once, to its usual p95'
  const { figure, done } = await measureSlowdown(name, shop, pace, signIn)
  const rate = format.rate(median(done.map((one) => one.rate)))
  return [{ ...figure, beside: `${figure.beside}; sign-ins ${rate}` }]
}
