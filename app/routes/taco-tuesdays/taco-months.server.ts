import { addDays, type Day, isDay, weekdayOf } from '../../../domain/dates.ts'
import { isOn, monthRows } from '../../../domain/weekly.ts'
import { tacoTuesdays } from '../../content/dates.ts'

export interface PlannerMonth {
  /** As `2026-12`. */
  month: string
  name: string
  rows: PlannerDay[][]
}

export interface PlannerDay {
  /** Null where the row reaches into another month. */
  day: Day | null
  isTuesday: boolean
  isOn: boolean
}

const names = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long' })

export function tacoMonths(today: Day): PlannerMonth[] {
  const month = today.slice(0, 7)
  const next = addDays(`${month}-28`, 4).slice(0, 7)
  return [month, next].map((each) => ({
    month: each,
    name: names.format(Date.parse(`${each}-01`)),
    rows: monthRows(each).map((row) => row.map(cell)),
  }))
}

function cell(day: Day | null, column: number): PlannerDay {
  if (day === null || !isDay(day)) return { day: null, isTuesday: column === 1, isOn: false }
  return { day, isTuesday: weekdayOf(day) === tacoTuesdays.weekday, isOn: isOn(tacoTuesdays, day) }
}
