/** Amounts of money are whole pence in all code. No function here rounds twice or returns a fraction of a penny. */

/** Formats 850 as '£8.50' and null as '£0.00'. Does not use Intl.NumberFormat, which is several times slower. */
export function formatPence(pence: number | null): string {
  if (pence === null || !Number.isFinite(pence)) return '£0.00'
  const whole = Math.round(Math.abs(pence))
  const pounds = String(Math.floor(whole / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const sign = pence < 0 && whole > 0 ? '-' : ''
  return `${sign}£${pounds}.${String(whole % 100).padStart(2, '0')}`
}

/**
 * Returns the price of 100 units, rounded to the nearest penny (Price Marking Order 2004). Returns null when the price or the
 * amount is not known or not positive.
 */
export function calculatePencePerHundred(
  pence: number | null,
  amount: number | null,
): number | null {
  if (pence === null || pence <= 0 || amount === null || !(amount > 0)) return null
  return Math.round((pence * 100) / amount)
}
