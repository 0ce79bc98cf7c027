import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateBarScale } from './bar-scale.ts'

test('a chart of takings up to £145.01 has grid lines at 50, 100 and 150 pounds', () => {
  expect(calculateBarScale(14_501)).toEqual({ lines: [5000, 10_000, 15_000], top: 16_000 })
})

test('every bar fits into the chart, which has one to three grid lines', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (highest) => {
      const { lines, top } = calculateBarScale(highest)
      expect(top).toBeGreaterThan(highest)
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.length).toBeLessThanOrEqual(3)
    }),
  )
})
