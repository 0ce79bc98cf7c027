import { expect, test } from 'vitest'
import { turnOf } from './picture-carousels.ts'

const aStep = Array.from({ length: 10 }, (_, part) => part)

test('every card moves once in a step, and asks for its next picture half a step before', () => {
  for (let place = 0; place < 48; place++) {
    const turns = aStep.map((part) => turnOf(place, part))
    expect(turns.filter((turn) => turn % 5 === 0).toSorted()).toEqual([0, 5])
    expect(Math.abs(turns.indexOf(0) - turns.indexOf(5))).toBe(5)
  }
})

test('of eight cards in view no two move together', () => {
  for (let first = 0; first < 40; first++)
    for (const part of aStep) {
      const moving = aStep.slice(0, 8).filter((place) => turnOf(first + place, part) === 0)
      expect(moving.length).toBeLessThanOrEqual(1)
    }
})
