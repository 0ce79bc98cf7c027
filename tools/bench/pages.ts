import { withDatabase } from './database.ts'
import { atLeast, type Figure, figure, type Pace, show } from './figure.ts'
import { KeptShop } from './kept-shop.ts'
import { describeLoad, type Duel, duel } from './load.ts'
import { aheadOf, others } from './others.ts'
import { withBarePage, withYardstick } from './servers.ts'

const compressed = { requests: [{ path: '/shop', headers: { 'accept-encoding': 'br' } }] }

/** How fast /shop is answered: from the cache, and rendered for each visitor. */
export async function measurePages(pace: Pace): Promise<Figure[]> {
  const cached = await KeptShop.with({}, ({ url }) => compareCached(url, pace))
  return withDatabase((DATABASE_URL) =>
    withYardstick('uncached', { DATABASE_URL }, async ({ url }) => [
      ...cached,
      await compareCompressed(url, pace),
    ]),
  )
}

/** To a bare server that sends the very bytes. */
function duelWithBare(url: string, pace: Pace): Promise<Duel> {
  return withBarePage(`${url}/shop`, (bare) => duel(url, bare.url, pace, compressed))
}

async function compareCached(url: string, pace: Pace): Promise<Figure[]> {
  const { ours, theirs, ratio } = await duelWithBare(url, pace)
  const name = '/shop from the cache'
  const bytes = `${name}, to a bare server that sends the same bytes`
  const lists = `${name}, compressed once, to the list pages of the others`
  const beside = `${describeLoad(ours)}; bare ${describeLoad(theirs)}`
  return [
    figure(bytes, ratio, atLeast(0.5, show.ratio), beside),
    aheadOf(lists, ours.rate, others.page, theirs.rate),
  ]
}

/** As the first visitor gets it after a change. */
async function compareCompressed(url: string, pace: Pace): Promise<Figure> {
  const { ours, theirs } = await duelWithBare(url, pace)
  const name = '/shop rendered and compressed each time, to the list pages of the others'
  return aheadOf(name, ours.rate, others.page, theirs.rate, 5)
}
