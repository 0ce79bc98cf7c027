/**
 * Money is whole pence everywhere. Nothing here rounds twice or divides into floats that are kept.
 */

/** '£8.50' from 850; '£0.00' for no number. By hand: Intl.NumberFormat costs several times as much. */
export function formatPence(pence: number | null): string {
  if (pence === null || !Number.isFinite(pence)) return '£0.00'
  const whole = Math.round(Math.abs(pence))
  const pounds = String(Math.floor(whole / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const sign = pence < 0 && whole > 0 ? '-' : ''
  return `${sign}£${pounds}.${String(whole % 100).padStart(2, '0')}`
}

/** To the nearest penny (Price Marking Order 2004); null when price or quantity is not known. */
export function pencePerHundred(pence: number | null, amount: number | null): number | null {
  if (pence === null || pence <= 0 || amount === null || !(amount > 0)) return null
  return Math.round((pence * 100) / amount)
}
