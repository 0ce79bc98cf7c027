import { addDays, type Day, longDay } from './dates.ts'

/** A day, a month or a year of the shop's accounts; `from` and `until` are its first and last day. */
export interface Period {
  of: 'day' | 'month' | 'year'
  from: Day
  until: Day
}

/** Returns the period that contains a day. */
export function getPeriod(of: Period['of'], day: Day): Period {
  if (of === 'day') return { of, from: day, until: day }
  if (of === 'year')
    return { of, from: `${day.slice(0, 4)}-01-01`, until: `${day.slice(0, 4)}-12-31` }
  const from = `${day.slice(0, 7)}-01`
  const next = `${addDays(from, 31).slice(0, 7)}-01`
  return { of, from, until: addDays(next, -1) }
}

export const getPreviousPeriod = ({ of, from }: Period): Period => getPeriod(of, addDays(from, -1))
export const getNextPeriod = ({ of, until }: Period): Period => getPeriod(of, addDays(until, 1))

export function getDays({ from, until }: Period): Day[] {
  const days: Day[] = []
  for (let day = from; day <= until; day = addDays(day, 1)) days.push(day)
  return days
}

/** Returns the first day of each month of the period. */
export function getMonths(period: Period): Day[] {
  return getDays(period).filter((day) => day.endsWith('-01'))
}

/** Formats a period: 'Monday 23 November 2026', 'November 2026' or '2026'. */
export function formatPeriod({ of, from }: Period): string {
  const year = from.slice(0, 4)
  if (of === 'year') return year
  return of === 'day' ? `${longDay(from)} ${year}` : `${getMonthName(from)} ${year}`
}

/**
 * Formats the part of the period until `today`: '1 to 24 November', or '1 January to 24 November'. Formats a period that is over in
 * full: 'November 2026'.
 */
export function formatElapsedPeriod(period: Period, today: Day): string {
  const { of, from, until } = period
  if (of === 'day' || until <= today) return formatPeriod(period)
  const end = `${Number(today.slice(8))} ${getMonthName(today)}`
  if (from === today) return end
  return of === 'month' ? `1 to ${end}` : `1 January to ${end}`
}

export const getMonthName = (day: Day): string => longDay(day).split(' ')[2] ?? ''
