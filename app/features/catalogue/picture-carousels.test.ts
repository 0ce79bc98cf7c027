import { expect, test } from 'vitest'
import { turnOf } from './picture-carousels.ts'

const aStep = Array.from({ length: 10 }, (_, part) => part)

test('every card moves once in a step, and asks for its next picture half a step before', () => {
  for (let place = 0; place < 48; place++) {
    const turns = aStep.map((part) => turnOf(place, part))
    expect(turns.filter((turn) => turn !== null).toSorted()).toEqual(['fetch', 'move'])
    const apart = Math.abs(turns.indexOf('move') - turns.indexOf('fetch'))
    expect(apart).toBe(5)
  }
})

test('of eight cards in view no two move together', () => {
  for (let first = 0; first < 40; first++)
    for (const part of aStep) {
      const moving = aStep.slice(0, 8).filter((place) => turnOf(first + place, part) === 'move')
      expect(moving.length).toBeLessThanOrEqual(1)
    }
})
