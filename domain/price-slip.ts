/**
 * Whether a new price is so far from the former one, both in pence, that it may be a slip of the point: ten times as much
 * or more, or a tenth or less. A first price has nothing to be compared with.
 */
export function isPriceSlip(former: number | null, next: number): boolean {
  if (former === null || former === 0) return false
  return next >= former * 10 || next * 10 <= former
}
