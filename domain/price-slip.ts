/** Ten times as much or more, or a tenth or less: perhaps a slip of the point. Pence. */
export function isPriceSlip(former: number | null, next: number): boolean {
  if (former === null || former === 0) return false
  return next >= former * 10 || next * 10 <= former
}
