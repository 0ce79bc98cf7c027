import { addDays, type Day, getWeekday } from './dates.ts'

/** Returns a month, such as '2026-12', as weeks from Monday to Sunday, with null for the days of other months. */
export function getMonthWeeks(month: string): (Day | null)[][] {
  const first = `${month}-01`
  const blankDays = (getWeekday(first) + 6) % 7
  const cells: (Day | null)[] = Array.from({ length: blankDays }, () => null)
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) cells.push(day)
  while (cells.length % 7 !== 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, row) => cells.slice(row * 7, row * 7 + 7))
}
