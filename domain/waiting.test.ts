import { expect, test } from 'vitest'
import { agoText, countdownText, piecesText, sinceText, waitText } from './waiting.ts'

const hour = 60 * 60_000

test.each([
  [-5, 'just now'],
  [hour - 1, 'just now'],
  [hour, '1 h'],
  [23.9 * hour, '23 h'],
  [24 * hour, '1 day'],
  [47 * hour, '1 day'],
  [12 * 24 * hour, '12 days'],
])('%d ms of waiting are %s', (ms, words) => {
  expect(waitText(ms)).toBe(words)
})

test.each([
  [hour - 1, 'just now'],
  [hour, '1 h ago'],
  [26 * hour, '1 day ago'],
])('%d ms have passed since %s', (ms, words) => {
  expect(agoText(ms)).toBe(words)
})

test.each([
  [581_000, '9:41'],
  [59_001, '1:00'],
  [1, '0:01'],
  [-1, '0:00'],
])('%d ms are %s on the clock', (ms, words) => {
  expect(countdownText(ms)).toBe(words)
})

test('pieces are counted in words that fit', () => {
  expect([piecesText(1), piecesText(0), piecesText(3)]).toEqual(['1 piece', '0 pieces', '3 pieces'])
})

test('a weekday is said only of the last one of its name', () => {
  const now = Date.parse('2026-11-25T22:42:00Z')
  expect(sinceText('2026-11-22T21:14:00Z', now)).toBe('Sunday 21:14')
  expect(sinceText('2026-11-04T22:41:00Z', now)).toBe('4 November')
})
