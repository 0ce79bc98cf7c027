import { addDays, type Day } from '../../../domain/dates.ts'
import { getMonthWeeks } from '../../../domain/month.ts'
import { type ShopEvent, isTakingPlace } from '../../features/places/shop-events.server.ts'

export interface PlannerMonth {
  /** The month as `2026-12`. */
  month: string
  name: string
  rows: PlannerDay[][]
}

export interface PlannerDay {
  /** The day, or null for a day of another month in the row. */
  day: Day | null
  state: 'on' | 'cancelled' | null
}

const names = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long' })

export function getTacoMonths(today: Day, nights: readonly ShopEvent[]): PlannerMonth[] {
  const month = today.slice(0, 7)
  const next = addDays(`${month}-28`, 4).slice(0, 7)
  const states = new Map<Day, PlannerDay['state']>()
  for (const night of nights)
    if (isTakingPlace(night) || !states.has(night.day))
      states.set(night.day, isTakingPlace(night) ? 'on' : 'cancelled')
  return [month, next].map((each) => ({
    month: each,
    name: names.format(Date.parse(`${each}-01`)),
    rows: getMonthWeeks(each).map((row) =>
      row.map((day) => ({ day, state: day === null ? null : (states.get(day) ?? null) })),
    ),
  }))
}
