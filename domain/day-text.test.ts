import { expect, test } from 'vitest'
import { dayText, shortDayText } from './day-text.ts'

test.each([
  ['2026-11-20T23:30:00Z', '20 November 2026', 'Fri 20 Nov 2026'],
  ['2026-07-01T23:30:00Z', '2 July 2026', 'Thu 2 Jul 2026'],
  ['never', '', ''],
])('writes %s as "%s" in London time', (time, long, short) => {
  expect(dayText(time)).toBe(long)
  expect(shortDayText(time)).toBe(short)
})
