/** Returns true when a price, in pence, changes by a factor of ten or more, which suggests a misplaced decimal point. */
export function isLikelyPriceTypo(former: number | null, next: number): boolean {
  if (former === null || former === 0) return false
  return next >= former * 10 || next * 10 <= former
}
