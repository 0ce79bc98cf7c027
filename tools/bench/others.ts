import { atLeast, type Figure, figure, show } from './figure.ts'

interface Rates {
  medusa: number
  vendure: number
}

/**
 * Answers a second of what a small shop would pick otherwise, Medusa 2.21 and Vendure 3.7: figures of another day, on
 * another machine of this kind (two cores). Where a range was found it is its upper end.
 */
export const others = {
  /** 24 products. */
  list: { medusa: 48, vendure: 51 },
  one: { medusa: 47, vendure: 228 },
  /** A new cart with a line. */
  cart: { medusa: 13, vendure: 65 },
  /** The list rendered as a page. */
  page: { medusa: 34, vendure: 18 },
} satisfies Record<string, Rates>

/** When they were noted, and what a bare node:http server made on that machine. */
const noted = { date: '2026-11-20', commit: '0076fb6', bareRate: 47_000 }

/** What stands beside every figure of theirs. */
export const notedBefore = `not of this run: noted ${noted.date}, commit ${noted.commit}`

export function bestOf({ medusa, vendure }: Rates): number {
  return Math.max(medusa, vendure)
}

/** Their better rate as a share of what a bare server made on their machine, to compare with such a share of our own. */
export function shareOfBare(theirs: Rates): number {
  return bestOf(theirs) / noted.bareRate
}

/** Both rates, and that they are figures of another day. */
export function describeOthers({ medusa, vendure }: Rates): string {
  const where = `where a bare server made ${show.rate(noted.bareRate)}`
  return `Medusa ${show.rate(medusa)}, Vendure ${show.rate(vendure)} (${notedBefore}, ${where})`
}

/** How far our rate is ahead of theirs as it stands. */
export function aheadOf(name: string, rate: number, theirs: Rates): Figure {
  const beside = `${show.rate(rate)}; ${describeOthers(theirs)}`
  return figure(name, rate / bestOf(theirs), show.times, atLeast(10), beside)
}
