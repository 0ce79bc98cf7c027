/**
 * Returns a random number generator (mulberry32) with results from 0 up to, but not including, 1. The same seed gives the same
 * numbers, so that a run can be repeated.
 */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a random item; the probability of each item is proportional to its weight. */
export function pickWeighted<Item extends { weight: number }>(
  items: readonly Item[],
  random: () => number,
): Item {
  let left = random() * items.reduce((sum, { weight }) => sum + weight, 0)
  const picked = items.find(({ weight }) => (left -= weight) < 0) ?? items.at(-1)
  if (picked === undefined) throw new Error('there is nothing to pick from')
  return picked
}
