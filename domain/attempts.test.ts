import { expect, test } from 'vitest'
import { createAttemptCounter } from './attempts.ts'

const limit = { key: 'newsletter_signup', max: 3, windowMs: 300_000 }

test('lets three through in five minutes, and again when these are over', () => {
  const counter = createAttemptCounter()
  expect([0, 1, 2, 299_999].map((now) => counter.take(limit, now))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(counter.take(limit, 300_000)).toBe(true)
})

test('counts each key apart', () => {
  const counter = createAttemptCounter()
  for (let count = 0; count < 3; count++) counter.take(limit, 0)
  expect(counter.take({ ...limit, key: 'consultancy' }, 0)).toBe(true)
})
