const steps = [1, 2, 5]

/**
 * Returns up to three round grid lines for bars that start at 0, and the top of the chart, a little above the last line. The last
 * line is at or above the highest bar. All values are in the unit of the amounts.
 */
export function barScale(highest: number): { lines: number[]; top: number } {
  const wanted = Math.max(highest, 100) / 3
  const magnitude = 10 ** Math.floor(Math.log10(wanted))
  const step = [...steps, 10].map((one) => one * magnitude).find((one) => one >= wanted) ?? wanted
  const count = Math.max(1, Math.ceil(highest / step))
  const lines = Array.from({ length: count }, (_, place) => (place + 1) * step)
  return { lines, top: (lines.at(-1) ?? step) * (16 / 15) }
}
