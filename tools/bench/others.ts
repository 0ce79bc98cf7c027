import { atLeast, type Figure, figure, show } from './figure.ts'

/**
 * Answers a second of what a small shop would pick otherwise, Medusa 2.21 and Vendure 3.7: the better of both, noted on
 * another day on another machine of this kind (two cores). Where a range was found it is its upper end.
 */
export const others = {
  /** 24 products. */
  list: { best: 51, words: 'Medusa 48/s, Vendure 51/s' },
  one: { best: 228, words: 'Medusa 47/s, Vendure 228/s' },
  /** A new cart with a line. */
  cart: { best: 65, words: 'Medusa 13/s, Vendure 65/s' },
  /** The list rendered as a page. */
  page: { best: 34, words: 'Medusa 34/s, Vendure 18/s' },
}

/** What a bare node:http server made on that machine, answers a second. */
const theirBareRate = 47_000

export const notedBefore = 'not of this run: noted 2026-11-20, commit 0076fb6'

/** How far our rate is ahead of theirs at this machine's speed, which a bare server of this run tells. */
export function aheadOf(
  name: string,
  rate: number,
  { best, words }: (typeof others)['list'],
  bareRate: number,
  least = 10,
): Figure {
  const noted = `${words} (${notedBefore}, where a bare server made ${show.rate(theirBareRate)})`
  return figure(
    `${name} at this machine’s speed`,
    rate / (best * (bareRate / theirBareRate)),
    atLeast(least, show.times),
    `${show.rate(rate)}, which is ${show.times(rate / best)} their rate as it stands; a bare server made ${show.rate(bareRate)} beside it; ${noted}`,
  )
}
