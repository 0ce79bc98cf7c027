import type { Day } from './dates.ts'

/** The same day of the month, or the last of a month that is too short. @throws RangeError for what is no day */
export function nextTurn(day: Day, months: number): Day {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined || Number.isNaN(date))
    throw new RangeError(`"${day}" is no date`)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}
