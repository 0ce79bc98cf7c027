import { withDatabase } from './database.ts'
import { atLeast, type Figure, figure, type Pace, remark, show } from './figure.ts'
import { describeLoad, duel } from './load.ts'
import { aheadOf, bestOf, describeOthers, others, shareOfBare } from './others.ts'
import { withBarePage, withShopOn, withYardstick } from './servers.ts'

const compressed = { requests: [{ path: '/shop', headers: { 'accept-encoding': 'br' } }] }
const plain = { requests: [{ path: '/shop' }] }

/** How fast /shop is answered: from the cache, and rendered for each visitor. */
export async function measurePages(pace: Pace): Promise<Figure[]> {
  return withDatabase(async (DATABASE_URL) => [
    ...(await withShopOn(DATABASE_URL, {}, ({ url }) => compareCached(url, pace))),
    ...(await withYardstick('uncached', { DATABASE_URL }, async ({ url }) => [
      ...(await withYardstick('uncached', { DATABASE_URL, WITH: 'framework' }, (framework) =>
        compareRendered(url, framework.url, pace),
      )),
      await compareCompressed(url, pace),
    ])),
  ])
}

function compareCached(url: string, pace: Pace): Promise<Figure[]> {
  return withBarePage(`${url}/shop`, async (bare) => {
    const { ours, theirs, ratio } = await duel(url, bare.url, pace, compressed)
    const name = '/shop from the cache'
    const bytes = `${name}, to a bare server that sends the same bytes`
    const beside = `${describeLoad(ours)}; bare ${describeLoad(theirs)}`
    return [
      figure(bytes, ratio, show.ratio, atLeast(0.5), beside),
      aheadOf(`${name}, compressed once, to the list pages of the others`, ours.rate, others.page),
    ]
  })
}

async function compareRendered(url: string, framework: string, pace: Pace): Promise<Figure[]> {
  const { ours, theirs, ratio } = await duel(url, framework, pace, plain)
  const name = '/shop rendered each time'
  const same = `${name}, to the framework’s own server on the same page`
  const beside = `${describeLoad(ours)}; framework ${describeLoad(theirs)}; neither compresses`
  return [
    figure(same, ratio, show.ratio, atLeast(1), beside),
    remark(`${name} and not compressed`, show.rate(ours.rate)),
  ]
}

/** As the first visitor gets it after a change; the others' rates are brought to this machine's speed. */
function compareCompressed(url: string, pace: Pace): Promise<Figure> {
  return withBarePage(`${url}/shop`, async (bare) => {
    const { ours, theirs, ratio } = await duel(url, bare.url, pace, compressed)
    return figure(
      '/shop rendered and compressed each time, to the list pages of the others at this machine’s speed',
      ratio / shareOfBare(others.page),
      show.times,
      atLeast(5),
      `${describeLoad(ours)}, which is ${show.times(ours.rate / bestOf(others.page))} their rate as it stands; ` +
        `a bare server made ${show.rate(theirs.rate)} beside it; ${describeOthers(others.page)}`,
    )
  })
}
