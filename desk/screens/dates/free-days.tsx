import { type DayHours, isDay, longDay } from '../../../domain/dates.ts'
import { hoursOverlap, getWeeklyDays } from '../../../domain/date-form.ts'
import { Icon } from '../../ui/icon.tsx'
import type { DatesData, Occurrence } from './queries.ts'
import textStyles from '../../ui/text.module.css'
import styles from './dates.module.css'

const clock = /^\d\d:\d\d$/

/** Describes what else takes place at these hours; returns null when nothing does, or when the hours are incomplete. */
export function describeConflictingDate(
  { day, from, to }: DayHours,
  { evenings, enquiries }: DatesData,
  but: Occurrence | null = null,
): string | null {
  if (!isDay(day) || !clock.test(from) || !clock.test(to)) return null
  const other = evenings.find(
    (one) =>
      (one.state === 'on' || one.state === 'moved') &&
      (one.series !== but?.series || one.planned !== but.planned) &&
      hoursOverlap({ day, from, to }, one),
  )
  if (other) return `${longDay(other.day)} is taken: ${other.title}, ${other.from} to ${other.to}.`
  const asked = enquiries.find((one) => one.stage === 'confirmed' && one.day === day)
  return asked === undefined ? null : `${longDay(day)} is taken: ${asked.name}, private.`
}

interface WeeksProps {
  hours: DayHours
  until: string
  dates: DatesData
}

/** Returns the days of a weekly date, and those on which something else takes place. */
export function findWeeklyDays({ hours, until, dates }: WeeksProps) {
  if (!isDay(hours.day) || (until !== '' && !isDay(until))) return { weeks: [], taken: [] }
  const weeks = getWeeklyDays(hours.day, until)
  return {
    weeks,
    taken: weeks.filter((day) => describeConflictingDate({ ...hours, day }, dates) !== null),
  }
}

/** Shows how many days a weekly date has and which are taken: "13 Tuesdays. None is taken." */
export function WeeklyDaysSummary(props: WeeksProps) {
  const { weeks, taken } = findWeeklyDays(props)
  const [first] = weeks
  if (first === undefined) return null
  const weekday = longDay(first).split(' ')[0] ?? ''
  const count = props.until === '' ? `Every ${weekday}, for good` : weekdays(weeks.length, weekday)
  const left = `${count}. ${taken.map(longDay).join(', ')} ${taken.length === 1 ? 'is' : 'are'} taken and left out.`
  return (
    <output
      className={
        taken.length === 0
          ? `${textStyles.success} ${styles.freeDay}`
          : `${textStyles.detail} ${styles.freeDay}`
      }
    >
      <Icon name={taken.length === 0 ? 'tick' : 'warning'} small />
      {taken.length === 0 ? `${count}. None is taken.` : left}
    </output>
  )
}

const weekdays = (count: number, name: string) =>
  count === 1 ? `One ${name}` : `${count} ${name}s`
