import { expect, test } from 'vitest'
import { createRandom, pickWeighted } from './random.ts'

const take = (seed: number, count: number): number[] => {
  const random = createRandom(seed)
  return Array.from({ length: count }, random)
}

test('the same seed gives the same numbers, and another seed gives others', () => {
  expect(take(7, 20)).toEqual(take(7, 20))
  expect(take(7, 20)).not.toEqual(take(8, 20))
})

test('random numbers are at least 0, below 1 and evenly distributed', () => {
  const numbers = take(2026, 10_000)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...numbers)).toBeLessThan(1)
  for (let tenth = 0; tenth < 10; tenth++) {
    const share = numbers.filter((number) => Math.floor(number * 10) === tenth).length
    expect(share).toBeGreaterThan(900)
    expect(share).toBeLessThan(1100)
  }
})

test('items are picked in proportion to their weights, and never with weight 0', () => {
  const random = createRandom(1)
  const items = [
    { name: 'often', weight: 3 },
    { name: 'never', weight: 0 },
    { name: 'seldom', weight: 1 },
  ]
  const picked = Array.from({ length: 4000 }, () => pickWeighted(items, random).name)
  const often = picked.filter((name) => name === 'often').length
  expect(picked).not.toContain('never')
  expect(often).toBeGreaterThan(2850)
  expect(often).toBeLessThan(3150)
})
