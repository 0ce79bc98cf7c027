import { expect, test } from 'vitest'
import { fetchTenth, moveTenth, roundToTenth } from './picture-carousels.ts'

const aStep = Array.from({ length: 10 }, (_, part) => part)

test('every card moves once in a step and fetches its next picture half a step before', () => {
  for (let place = 0; place < 48; place++) {
    const tenths = aStep.map((part) => roundToTenth(place, part))
    expect(tenths.toSorted()).toEqual(aStep)
    expect(Math.abs(tenths.indexOf(moveTenth) - tenths.indexOf(fetchTenth))).toBe(5)
  }
})

test('among eight neighbouring cards no two move at the same time', () => {
  for (let first = 0; first < 40; first++)
    for (const part of aStep) {
      const moving = aStep
        .slice(0, 8)
        .filter((place) => roundToTenth(first + place, part) === moveTenth)
      expect(moving.length).toBeLessThanOrEqual(1)
    }
})
