import type { Day } from './dates.ts'

/**
 * Returns the same day of the month after a number of months, or the last day of a shorter month.
 * @throws RangeError for an invalid day
 */
export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined || Number.isNaN(date))
    throw new RangeError(`"${day}" is no date`)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}
