import { expect, test } from 'vitest'
import { daysOn, isOn, monthRows } from './weekly.ts'

const tuesdays = { weekday: 2, since: '2026-12-08', notOn: ['2026-12-22'] }

test('most Tuesdays: from the first one on, and not where there is a gap', () => {
  expect(daysOn(tuesdays, '2026-12-01', '2027-01-05')).toEqual([
    '2026-12-08',
    '2026-12-15',
    '2026-12-29',
    '2027-01-05',
  ])
  expect(isOn(tuesdays, '2026-12-09')).toBe(false)
})

test('a month begins on its weekday and fills whole rows', () => {
  const rows = monthRows('2026-12')
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
  expect(monthRows('2027-02')).toHaveLength(4)
})
