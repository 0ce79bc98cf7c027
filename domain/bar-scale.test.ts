import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barScale } from './bar-scale.ts'

test('takings of £145.01 stand under lines of 50, 100 and 150 pounds', () => {
  expect(barScale(14_501)).toEqual({ lines: [5000, 10_000, 15_000], top: 16_000 })
})

test('every bar fits, under one to three lines of whole pounds or parts of one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (highest) => {
      const { lines, top } = barScale(highest)
      expect(top).toBeGreaterThan(highest)
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.length).toBeLessThanOrEqual(3)
    }),
  )
})
