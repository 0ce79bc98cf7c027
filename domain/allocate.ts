/**
 * Shares of a sum, in whole pence, in proportion to what each thing costs: a discount taken off several things, for
 * instance, so that what was paid for each is known. The shares add up to the sum to the penny, none is negative, and none
 * is a penny or more away from its exact share. Nothing is shared out where everything is free. `line_payments` in the
 * database counts the same.
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

/** In whole numbers of any size: a sum times a cost may be more than a float can hold. */
function shareOf(sum: number, part: number, whole: number): number {
  return Number((BigInt(sum) * BigInt(part)) / BigInt(whole))
}
