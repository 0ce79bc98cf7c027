import { type Day, getWeekday } from '../../../domain/dates.ts'
import { type DateKind, dateKinds } from '../../../domain/date-form.ts'
import styles from './calendar-leaf.module.css'

/** The colour of each kind of date, and its label for small spaces. `private` is a confirmed enquiry. */
export const dateKindStyles = {
  taco: { name: 'Taco Tuesday', tint: 'cheddar', short: 'Taco' },
  'pop-up': { name: 'Pop-up', tint: 'pink', short: 'Pop' },
  market: { name: 'Market', tint: 'teal', short: 'Mkt' },
  brewery: { name: 'Brewery', tint: 'sky', short: 'Brew' },
  private: { name: 'Private', tint: 'lilac', short: 'Priv' },
} as const satisfies Record<DateKind | 'private', object>

export type LeafKind = keyof typeof dateKindStyles
export const publicDateKinds = dateKinds

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

export function CalendarLeaf({ day, kind }: { day: Day; kind: LeafKind }) {
  return (
    <span
      className={styles.leaf}
      style={{ '--k': `var(--${dateKindStyles[kind].tint})`, '--kc': 'var(--ink)' }}
    >
      <i>{weekdays[getWeekday(day)]}</i>
      {Number(day.slice(8))}
    </span>
  )
}
