import { expect, test } from 'vitest'
import {
  addDays,
  getStartTime,
  getEndTime,
  isDay,
  londonDay,
  londonInstant,
  longDay,
  shortDay,
  sortByTime,
  spokenTime,
  getWeekday,
} from './dates.ts'

test('a summer evening in London is an hour ahead of UTC, a winter evening is not', () => {
  expect(londonInstant('2025-06-05', '18:00')).toBe(Date.UTC(2025, 5, 5, 17))
  expect(londonInstant('2026-12-03', '18:00')).toBe(Date.UTC(2026, 11, 3, 18))
})

test('times on the days of a clock change are those of the wall clock', () => {
  expect(londonInstant('2027-03-28', '00:30')).toBe(Date.UTC(2027, 2, 28, 0, 30))
  expect(londonInstant('2027-03-28', '12:00')).toBe(Date.UTC(2027, 2, 28, 11))
  expect(londonInstant('2026-10-25', '00:30')).toBe(Date.UTC(2026, 9, 24, 23, 30))
  expect(londonInstant('2026-10-25', '12:00')).toBe(Date.UTC(2026, 9, 25, 12))
})

test('a date that is none is refused', () => {
  expect(() => londonInstant('2026-13-01', '18:00')).toThrow('is no date')
  expect(isDay('2026-02-30')).toBe(false)
  expect(isDay('3 December')).toBe(false)
  expect(isDay('2028-02-29')).toBe(true)
})

test('the day in London turns at midnight there', () => {
  expect(londonDay(Date.UTC(2026, 5, 30, 23, 30))).toBe('2026-07-01')
  expect(londonDay(Date.UTC(2026, 11, 31, 23, 59))).toBe('2026-12-31')
})

test('an end before its beginning is on the next day', () => {
  const late = { day: '2026-12-31', from: '20:00', to: '01:00' }
  expect(getEndTime(late) - getStartTime(late)).toBe(5 * 3_600_000)
})

test('days are counted over months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2027-03-01', -1)).toBe('2027-02-28')
  expect(getWeekday('2026-12-01')).toBe(2)
})

test('days are written as on a poster, without commas', () => {
  expect(longDay('2025-06-05')).toBe('Thursday 5 June')
  expect(longDay('2025-07-10')).toBe('Thursday 10 July')
  expect(shortDay('2026-12-03')).toBe('Thu 3 Dec')
})

test('times are written as spoken', () => {
  expect(['18:00', '21:30', '12:00', '00:15', '09:05'].map(spokenTime)).toEqual([
    '6pm',
    '9.30pm',
    '12pm',
    '12.15am',
    '9.05am',
  ])
})

test('a date is still to come until it has ended, then it has been and gone', () => {
  const june = { day: '2025-06-05', from: '18:00', to: '22:00' }
  const july = { day: '2025-07-10', from: '18:00', to: '22:00' }
  const august = { day: '2025-08-07', from: '18:00', to: '22:00' }
  const at = (now: number) => sortByTime([august, june, july], now)
  expect(at(getEndTime(june) - 1)).toEqual({ upcoming: [june, july, august], past: [] })
  expect(at(getEndTime(june))).toEqual({ upcoming: [july, august], past: [june] })
  expect(at(getEndTime(july)).past).toEqual([july, june])
})
