import { addDays, type Day, weekdayOf } from './dates.ts'

export interface WeeklyRule {
  /** 0 is Sunday, 2 is Tuesday. */
  weekday: number
  since: Day
  notOn: readonly Day[]
}

export function isOn(rule: WeeklyRule, day: Day): boolean {
  return weekdayOf(day) === rule.weekday && day >= rule.since && !rule.notOn.includes(day)
}

/** The days of the rule from `first` to `last`, both included. */
export function daysOn(rule: WeeklyRule, first: Day, last: Day): Day[] {
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) if (isOn(rule, day)) days.push(day)
  return days
}

/** A month as rows of seven days from Monday on; null where a row reaches into another month. */
export function monthRows(month: string): (Day | null)[][] {
  const first = `${month}-01`
  const lead = (weekdayOf(first) + 6) % 7
  const cells: (Day | null)[] = Array.from({ length: lead }, () => null)
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) cells.push(day)
  while (cells.length % 7 !== 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, row) => cells.slice(row * 7, row * 7 + 7))
}
