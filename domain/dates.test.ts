import { expect, test } from 'vitest'
import {
  addDays,
  getStartTime,
  getEndTime,
  isDay,
  londonDay,
  getLondonTimestamp,
  longDay,
  shortDay,
  splitDatesByTime,
  formatSpokenTime,
  getWeekday,
} from './dates.ts'

test('converts London time to UTC with summer time in June and without it in December', () => {
  expect(getLondonTimestamp('2025-06-05', '18:00')).toBe(Date.UTC(2025, 5, 5, 17))
  expect(getLondonTimestamp('2026-12-03', '18:00')).toBe(Date.UTC(2026, 11, 3, 18))
})

test('converts times on the days of a clock change from London wall-clock time', () => {
  expect(getLondonTimestamp('2027-03-28', '00:30')).toBe(Date.UTC(2027, 2, 28, 0, 30))
  expect(getLondonTimestamp('2027-03-28', '12:00')).toBe(Date.UTC(2027, 2, 28, 11))
  expect(getLondonTimestamp('2026-10-25', '00:30')).toBe(Date.UTC(2026, 9, 24, 23, 30))
  expect(getLondonTimestamp('2026-10-25', '12:00')).toBe(Date.UTC(2026, 9, 25, 12))
})

test('refuses an invalid date', () => {
  expect(() => getLondonTimestamp('2026-13-01', '18:00')).toThrow('is no date')
  expect(isDay('2026-02-30')).toBe(false)
  expect(isDay('3 December')).toBe(false)
  expect(isDay('2028-02-29')).toBe(true)
})

test('the London day changes at midnight in London', () => {
  expect(londonDay(Date.UTC(2026, 5, 30, 23, 30))).toBe('2026-07-01')
  expect(londonDay(Date.UTC(2026, 11, 31, 23, 59))).toBe('2026-12-31')
})

test('an end time before the start time is on the next day', () => {
  const late = { day: '2026-12-31', from: '20:00', to: '01:00' }
  expect(getEndTime(late) - getStartTime(late)).toBe(5 * 3_600_000)
})

test('adds days across months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2027-03-01', -1)).toBe('2027-02-28')
  expect(getWeekday('2026-12-01')).toBe(2)
})

test('writes days as on a poster, without commas', () => {
  expect(longDay('2025-06-05')).toBe('Thursday 5 June')
  expect(longDay('2025-07-10')).toBe('Thursday 10 July')
  expect(shortDay('2026-12-03')).toBe('Thu 3 Dec')
})

test('writes times in the 12-hour clock', () => {
  expect(['18:00', '21:30', '12:00', '00:15', '09:05'].map(formatSpokenTime)).toEqual([
    '6pm',
    '9.30pm',
    '12pm',
    '12.15am',
    '9.05am',
  ])
})

test('a date is upcoming until it has ended, and past after that', () => {
  const june = { day: '2025-06-05', from: '18:00', to: '22:00' }
  const july = { day: '2025-07-10', from: '18:00', to: '22:00' }
  const august = { day: '2025-08-07', from: '18:00', to: '22:00' }
  const at = (now: number) => splitDatesByTime([august, june, july], now)
  expect(at(getEndTime(june) - 1)).toEqual({ upcoming: [june, july, august], past: [] })
  expect(at(getEndTime(june))).toEqual({ upcoming: [july, august], past: [june] })
  expect(at(getEndTime(july)).past).toEqual([july, june])
})
