import { expect, test } from 'vitest'
import { getMonthWeeks } from './month.ts'

test('a month starts on its weekday and fills whole weeks', () => {
  const rows = getMonthWeeks('2026-12')
  expect(rows[0]).toEqual([null, ...[1, 2, 3, 4, 5, 6].map((day) => `2026-12-0${day}`)])
  expect(rows.at(-1)).toEqual([
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    null,
    null,
    null,
  ])
  expect(getMonthWeeks('2027-02')).toHaveLength(4)
})
