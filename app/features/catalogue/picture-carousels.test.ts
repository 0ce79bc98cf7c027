import { expect, test } from 'vitest'
import { renderTenth, scrollTenth, getTenthOfStep } from './picture-carousels.ts'

const ticks = Array.from({ length: 10 }, (_, tick) => tick)

test('every card scrolls once per step and renders its next picture half a step before', () => {
  for (let index = 0; index < 48; index++) {
    const tenths = ticks.map((tick) => getTenthOfStep(index, tick))
    expect(tenths.toSorted()).toEqual(ticks)
    expect(Math.abs(tenths.indexOf(scrollTenth) - tenths.indexOf(renderTenth))).toBe(5)
  }
})

test('among eight neighbouring cards no two move at the same time', () => {
  for (let first = 0; first < 40; first++)
    for (const tick of ticks) {
      const moving = ticks
        .slice(0, 8)
        .filter((index) => getTenthOfStep(first + index, tick) === scrollTenth)
      expect(moving.length).toBeLessThanOrEqual(1)
    }
})
