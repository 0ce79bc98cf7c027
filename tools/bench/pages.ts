import { withBarePage } from './bare-page.ts'
import {
  inFreshFolder,
  type ServerProcess,
  startShop,
  startYardstick,
  withServers,
} from './children.ts'
import { withDatabase } from './database.ts'
import { describeLoad, duel, type Pace } from './duel.ts'
import { atLeast, type Figure, remark, show } from './figure.ts'
import { describeOthers, others, shareOfBare } from './others.ts'

const path = '/shop'

/** How fast /shop is answered: from the cache, and rendered for each visitor. */
export async function measurePages(pace: Pace): Promise<Figure[]> {
  return withDatabase(async (DATABASE_URL) => [
    ...(await measureCached(DATABASE_URL, pace)),
    ...(await measureUncached(DATABASE_URL, pace)),
  ])
}

async function measureCached(DATABASE_URL: string, pace: Pace): Promise<Figure[]> {
  return inFreshFolder((folder) =>
    withServers([startShop({ DATABASE_URL, DATA_DIR: folder })], (shop) =>
      withBarePage(`${shop.url}${path}`, (bare) => compareCached(shop, bare, pace)),
    ),
  )
}

async function compareCached(
  shop: ServerProcess,
  bare: ServerProcess,
  pace: Pace,
): Promise<Figure[]> {
  const request = { path, headers: { 'accept-encoding': 'br' } }
  const { ours, theirs, ratio } = await duel(
    { url: shop.url, request },
    { url: bare.url, request },
    pace,
  )
  return [
    atLeast({
      name: '/shop from the cache, to a bare server that sends the same bytes',
      value: ratio,
      show: show.ratio,
      limit: 0.5,
      beside: `${describeLoad(ours)}; bare ${describeLoad(theirs)}`,
    }),
    aheadOf('/shop from the cache, compressed once', ours.rate),
  ]
}

async function measureUncached(DATABASE_URL: string, pace: Pace): Promise<Figure[]> {
  const starting = [
    startYardstick('uncached', { DATABASE_URL }),
    startYardstick('uncached', { DATABASE_URL, WITH: 'framework' }),
  ]
  return withServers(starting, async (shop, framework) => [
    ...(await compareRendered(shop, framework, pace)),
    await withBarePage(`${shop.url}${path}`, (bare) => compareCompressed(shop, bare, pace)),
  ])
}

async function compareRendered(
  shop: ServerProcess,
  framework: ServerProcess,
  pace: Pace,
): Promise<Figure[]> {
  const { ours, theirs, ratio } = await duel(
    { url: shop.url, request: { path } },
    { url: framework.url, request: { path } },
    pace,
  )
  return [
    atLeast({
      name: '/shop rendered each time, to the framework’s own server on the same page',
      value: ratio,
      show: show.ratio,
      limit: 1,
      beside: `${describeLoad(ours)}; framework ${describeLoad(theirs)}; neither compresses`,
    }),
    remark('/shop rendered each time and not compressed', show.rate(ours.rate)),
  ]
}

/** As the first visitor gets it after a change; the others' rates are brought to this machine's speed. */
async function compareCompressed(
  shop: ServerProcess,
  bare: ServerProcess,
  pace: Pace,
): Promise<Figure> {
  const request = { path, headers: { 'accept-encoding': 'br' } }
  const { ours, theirs, ratio } = await duel(
    { url: shop.url, request },
    { url: bare.url, request },
    pace,
  )
  return atLeast({
    name: '/shop rendered and compressed each time, to the list pages of the others at this machine’s speed',
    value: ratio / shareOfBare(theirBest),
    show: show.times,
    limit: 5,
    beside:
      `${describeLoad(ours)}, which is ${show.times(ours.rate / theirBest)} their rate as it stands; ` +
      `a bare server made ${show.rate(theirs.rate)} beside it; ${describeOthers(others.page)}`,
  })
}

const theirBest = Math.max(others.page.medusa, others.page.vendure)

function aheadOf(what: string, rate: number): Figure {
  return atLeast({
    name: `${what}, to the list pages of the others`,
    value: rate / theirBest,
    show: show.times,
    limit: 10,
    beside: `${show.rate(rate)}; ${describeOthers(others.page)}`,
  })
}
