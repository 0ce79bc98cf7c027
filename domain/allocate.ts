/**
 * Splits a sum into shares in whole pence, in proportion to `costs`: for example the amount paid after a discount, among the order
 * lines. The shares add up to the sum, none is negative, and each differs from its exact value by less than a penny. All shares are
 * 0 when all costs are 0. `line_payments` in the database calculates the same.
 */
export function allocateSum(sum: number, costs: readonly number[]): number[] {
  const total = costs.reduce((subtotal, cost) => subtotal + cost, 0)
  if (total === 0) return costs.map(() => 0)
  let costSoFar = 0
  return costs.map((cost) => {
    const before = getShare(sum, costSoFar, total)
    costSoFar += cost
    return getShare(sum, costSoFar, total) - before
  })
}

/** Uses BigInt, because a sum times a cost may exceed Number.MAX_SAFE_INTEGER. */
function getShare(sum: number, part: number, total: number): number {
  return Number((BigInt(sum) * BigInt(part)) / BigInt(total))
}
