/**
 * Splits a sum into shares in whole pence, in proportion to `costs`: for example the amount paid after a discount, among the order
 * lines. The shares add up to the sum, none is negative, and each differs from its exact value by less than a penny. All shares are
 * 0 when all costs are 0. `line_payments` in the database calculates the same.
 */
export function allocate(sum: number, costs: readonly number[]): number[] {
  const whole = costs.reduce((one, other) => one + other, 0)
  if (whole === 0) return costs.map(() => 0)
  let upto = 0
  return costs.map((cost) => {
    const before = shareOf(sum, upto, whole)
    upto += cost
    return shareOf(sum, upto, whole) - before
  })
}

/** Uses BigInt, because a sum times a cost may exceed Number.MAX_SAFE_INTEGER. */
function shareOf(sum: number, part: number, whole: number): number {
  return Number((BigInt(sum) * BigInt(part)) / BigInt(whole))
}
