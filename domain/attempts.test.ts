import { expect, test } from 'vitest'
import { type AttemptWindows, createAttemptCounter } from './attempts.ts'

const limit = { key: 'newsletter_signup', max: 3, windowMs: 300_000 }

function createCounter(start: AttemptWindows = {}) {
  const memory = { windows: start }
  const counter = createAttemptCounter({
    read: () => memory.windows,
    write: (windows) => void (memory.windows = windows),
  })
  return { memory, ...counter }
}

test('allows three attempts in five minutes and again after that window', () => {
  const counter = createCounter()
  expect([0, 1, 2, 299_999].map((now) => counter.take(limit, now))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(counter.take(limit, 300_000)).toBe(true)
})

test('counts attempts for each key separately', () => {
  const counter = createCounter()
  for (let count = 0; count < 3; count++) counter.take(limit, 0)
  expect(counter.take({ ...limit, key: 'consultancy' }, 0)).toBe(true)
})

test('counts on from attempts that another page has stored', () => {
  const { memory, take } = createCounter()
  for (let count = 0; count < 3; count++) take(limit, 0)
  expect(createCounter(memory.windows).take(limit, 1)).toBe(false)
})

test('an attempt that is given back can be made again', () => {
  const counter = createCounter()
  for (let count = 0; count < 3; count++) counter.take(limit, 0)
  counter.giveBack(limit)
  expect([1, 2].map((now) => counter.take(limit, now))).toEqual([true, false])
})

test('deletes expired windows from storage', () => {
  const { memory, take } = createCounter()
  take({ ...limit, key: 'guest_email' }, 0)
  take(limit, 300_001)
  expect(Object.keys(memory.windows)).toEqual(['newsletter_signup'])
})

test('does not lock anybody out when the clock is set back', () => {
  const counter = createCounter()
  for (let count = 0; count < 3; count++) counter.take(limit, 900_000_000)
  expect(counter.take(limit, 1000)).toBe(true)
})
