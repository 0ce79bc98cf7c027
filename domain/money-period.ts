import { addDays, type Day, longDay } from './dates.ts'

/** A day, a month or a year of the shop's accounts; `from` and `until` are its first and last day. */
export interface Period {
  unit: 'day' | 'month' | 'year'
  from: Day
  until: Day
}

/** Returns the period that contains a day. */
export function getPeriod(unit: Period['unit'], day: Day): Period {
  if (unit === 'day') return { unit, from: day, until: day }
  if (unit === 'year')
    return { unit, from: `${day.slice(0, 4)}-01-01`, until: `${day.slice(0, 4)}-12-31` }
  const from = `${day.slice(0, 7)}-01`
  const next = `${addDays(from, 31).slice(0, 7)}-01`
  return { unit, from, until: addDays(next, -1) }
}

export const getPreviousPeriod = ({ unit, from }: Period): Period =>
  getPeriod(unit, addDays(from, -1))
export const getNextPeriod = ({ unit, until }: Period): Period => getPeriod(unit, addDays(until, 1))

export function getPeriodDays({ from, until }: Period): Day[] {
  const days: Day[] = []
  for (let day = from; day <= until; day = addDays(day, 1)) days.push(day)
  return days
}

/** Returns the first day of each month of the period. */
export function getPeriodMonths(period: Period): Day[] {
  return getPeriodDays(period).filter((day) => day.endsWith('-01'))
}

/** Formats a period: 'Monday 23 November 2026', 'November 2026' or '2026'. */
export function formatPeriod({ unit, from }: Period): string {
  const year = from.slice(0, 4)
  if (unit === 'year') return year
  return unit === 'day' ? `${longDay(from)} ${year}` : `${getMonthName(from)} ${year}`
}

/**
 * Formats the part of the period until `today`: '1 to 24 November', or '1 January to 24 November'. Formats a period that is over in
 * full: 'November 2026'.
 */
export function formatElapsedPeriod(period: Period, today: Day): string {
  const { unit, from, until } = period
  if (unit === 'day' || until <= today) return formatPeriod(period)
  const end = `${Number(today.slice(8))} ${getMonthName(today)}`
  if (from === today) return end
  return unit === 'month' ? `1 to ${end}` : `1 January to ${end}`
}

export const getMonthName = (day: Day): string => longDay(day).split(' ')[2] ?? ''
