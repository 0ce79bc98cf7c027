const roundSteps = [1, 2, 5]

/**
 * Returns the scale of a bar chart that starts at 0: one to three grid lines at round values, and `top`, the value at the upper
 * edge. The last line is at or above the highest bar, and `top` is a little above it. All values have the unit of `highest`.
 */
export function calculateBarScale(highest: number): { lines: number[]; top: number } {
  const minStep = Math.max(highest, 100) / 3
  const magnitude = 10 ** Math.floor(Math.log10(minStep))
  const step =
    [...roundSteps, 10].map((each) => each * magnitude).find((each) => each >= minStep) ?? minStep
  const lineCount = Math.max(1, Math.ceil(highest / step))
  const lines = Array.from({ length: lineCount }, (_, index) => (index + 1) * step)
  return { lines, top: (lines.at(-1) ?? step) * (16 / 15) }
}
