import { atLeast, type Figure, createFigure, type BenchSettings, format } from './figure.ts'
import { RestartableShop } from './restartable-shop.ts'
import { describeLoad, compareServers } from './load.ts'
import { withBarePageServer } from './servers.ts'

const compressed = { requests: [{ path: '/shop', headers: { 'accept-encoding': 'br' } }] }

/** Compares the page /shop, sent from the page cache, with a minimal server that sends the same bytes. */
export async function measurePages(pace: BenchSettings): Promise<Figure[]> {
  const { ours, theirs, ratio } = await RestartableShop.with({}, ({ url }) =>
    withBarePageServer(`${url}/shop`, (bare) => compareServers(url, bare.url, pace, compressed)),
  )
  const name = '/shop from the cache, to a bare server that sends the same bytes'
  const beside = `${describeLoad(ours)}; bare ${describeLoad(theirs)}`
  return [createFigure(name, ratio, atLeast(0.5, format.ratio), beside)]
}
