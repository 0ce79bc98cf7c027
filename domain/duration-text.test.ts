import { expect, test } from 'vitest'
import { agoText, countdownText, waitStartText, waitText } from './duration-text.ts'

const hour = 60 * 60_000

test.each([
  [-5, 'just now'],
  [hour - 1, 'just now'],
  [hour, '1 h'],
  [23.9 * hour, '23 h'],
  [24 * hour, '1 day'],
  [47 * hour, '1 day'],
  [12 * 24 * hour, '12 days'],
])('a wait of %d ms reads "%s"', (ms, words) => {
  expect(waitText(ms)).toBe(words)
})

test.each([
  [hour - 1, 'just now'],
  [hour, '1 h ago'],
  [26 * hour, '1 day ago'],
])('a time %d ms ago reads "%s"', (ms, words) => {
  expect(agoText(ms)).toBe(words)
})

test.each([
  [581_000, '9:41'],
  [59_001, '1:00'],
  [1, '0:01'],
  [-1, '0:00'],
])('a countdown of %d ms shows %s', (ms, words) => {
  expect(countdownText(ms)).toBe(words)
})

test('names the weekday of a time only within the last seven days', () => {
  const now = Date.parse('2026-11-25T22:42:00Z')
  expect(waitStartText('2026-11-22T21:14:00Z', now)).toBe('Sunday 21:14')
  expect(waitStartText('2026-11-04T22:41:00Z', now)).toBe('4 November')
})
