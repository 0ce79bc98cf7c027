/** The length above which text is no price. The limit keeps the patterns below fast. */
const maxPriceLength = 32

/**
 * Converts a price to pence. A number is pence. Text with a pound sign, a dollar sign or a decimal point is pounds; digits alone
 * are pence; commas are ignored. Returns 0 for text that cannot be parsed; a price of 0 is shown as "Price TBA" and cannot be
 * bought.
 */
export function parsePrice(value: string | number): number {
  if (typeof value === 'number') return wholePence(Math.round(value))
  if (value.length > maxPriceLength) return 0
  const digits = value.replace(/[£$,\s]/g, '')
  const parts = /^(\d*)(?:\.(\d*))?$/.exec(digits)
  if (parts === null || !/\d/.test(digits)) return 0
  const [, whole = '', fraction = ''] = parts
  if (!/[£$.]/.test(value)) return wholePence(Number(whole))
  const rounding = Number(fraction[2] ?? 0) >= 5 ? 1 : 0
  return wholePence(Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + rounding)
}

function wholePence(pence: number): number {
  return Number.isSafeInteger(pence) && pence > 0 ? pence : 0
}
