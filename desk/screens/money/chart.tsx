import { Link } from 'react-router'
import { calculateBarScale } from '../../../domain/bar-scale.ts'
import { longDay, shortDay } from '../../../domain/dates.ts'
import { formatPence } from '../../../domain/money.ts'
import {
  getPeriodDays,
  getMonthName,
  getPeriodMonths,
  type Period,
  formatElapsedPeriod,
} from '../../../domain/money-period.ts'
import { EmptyState } from '../../ui/query-state.tsx'
import { getMoneyPath } from './paths.ts'
import type { MoneyReport } from './queries.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './chart.module.css'

interface ChartProps {
  rows: MoneyReport['rows']
  period: Period
  today: string
}

/** Bar chart with one bar per day of a month, or per month of a year; future bars stay empty. */
export function Chart({ rows, period, today }: ChartProps) {
  const isYear = period.unit === 'year'
  const places = isYear ? getPeriodMonths(period) : getPeriodDays(period)
  const now = isYear ? `${today.slice(0, 7)}-01` : today
  const taken = new Map(rows.map(({ at, taken }) => [at, taken]))
  const { lines, top } = calculateBarScale(Math.max(0, ...taken.values()))
  if (rows.length === 0)
    return (
      <EmptyState
        mascot="garlic-shrug"
        title={period.until < today ? 'Nothing paid' : 'Nothing paid yet'}
        text={`No order was paid in ${isYear ? '' : `${getMonthName(period.from)} `}${period.from.slice(0, 4)}.`}
      />
    )
  return (
    <>
      <h3 className={`${textStyles.subheading} ${styles.heading}`}>
        {isYear ? 'Each month' : 'Each day'}, in pounds
      </h3>
      <figure
        className={styles.chart}
        aria-label={inWords({ rows, period, today })}
        style={{ '--bars': places.length }}
      >
        {lines.map((line) => (
          <span
            key={line}
            className={styles.gridLine}
            aria-hidden="true"
            style={{ bottom: `${(line / top) * 100}%` }}
          >
            <span>{lineText(line)}</span>
          </span>
        ))}
        {places.map((place) => (
          <i
            key={place}
            className={place === now ? styles.current : undefined}
            style={{ height: `${((taken.get(place) ?? 0) / top) * 100}%` }}
          />
        ))}
      </figure>
      <div className={styles.labels} aria-hidden="true" style={{ '--bars': places.length }}>
        {labelsOf(places, now, isYear).map(({ column, text, justify }) => (
          <span key={column} style={{ gridColumn: column, justifySelf: justify }}>
            {text}
          </span>
        ))}
      </div>
      <p className={`${textStyles.fine} ${layoutStyles.spaceAboveSmall}`}>
        Before refunds and fees, by the day it was paid. Starts at £0.{' '}
        {stillToCome(places, now, isYear)}
      </p>
      <details className={layoutStyles.spaceAbove}>
        <summary className={buttonStyles.textButton}>As a list</summary>
        <ul className={rowStyles.rows}>
          {[...rows].reverse().map(({ at, taken, orders }) => (
            <li key={at}>
              <Link className={rowStyles.row} to={getMoneyPath(isYear ? 'month' : 'day', at)}>
                <span className={rowStyles.main}>
                  <span className={rowStyles.title}>
                    {isYear ? getMonthName(at) : shortDay(at)}
                  </span>
                  <span className={rowStyles.detail}>
                    {orders} {orders === 1 ? 'order' : 'orders'}
                  </span>
                </span>
                <b>{formatPence(taken)}</b>
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

/** Formats the label of a grid line, '£150' or '£1.5k', which must be short. */
function lineText(pence: number): string {
  if (pence >= 100_000_000) return `£${pence / 100_000_000}m`
  if (pence >= 100_000) return `£${pence / 100_000}k`
  return `£${pence / 100}`
}

function inWords({ rows, period, today }: ChartProps): string {
  const most = rows.reduce((one, other) => (other.taken > one.taken ? other : one))
  const nameOf = period.unit === 'year' ? getMonthName : longDay
  const every = period.unit === 'year' ? 'month' : 'day'
  return `Takings a ${every}, ${formatElapsedPeriod(period, today)}. Highest ${nameOf(most.at)}, ${formatPence(most.taken)}.`
}

interface Label {
  column: number
  text: string
  justify: 'start' | 'center' | 'end'
}

/**
 * Returns the labels below the bars: in a month, the first day of each week and the last day; in a year, every month. The bar of
 * today is labelled as such, and labels that would overlap with that one are left out.
 */
function labelsOf(places: readonly string[], now: string, isYear: boolean): Label[] {
  if (isYear)
    return places.map((place, at) => ({
      column: at + 1,
      text: getMonthName(place).slice(0, 1),
      justify: 'center',
    }))
  const last = places.length
  const today = places.indexOf(now) + 1
  return places.flatMap((_, at) => {
    const column = at + 1
    const isToday = column === today
    const isShown = isToday || column === last || (at % 7 === 0 && last - column > 3)
    const isCrowded = today > 0 && !isToday && column > today - 3 && column < today + 6
    if (!isShown || isCrowded) return []
    const text = isToday ? `${column} today` : String(column)
    const isAtEnd = column === last || (isToday && last - column < 5)
    return [{ column, text, justify: isAtEnd ? 'end' : 'start' }]
  })
}

function stillToCome(places: readonly string[], now: string, isYear: boolean): string {
  const [next] = places.filter((place) => place > now)
  const last = places.at(-1)
  if (next === undefined || last === undefined || next === places[0]) return ''
  const nameOf = (place: string) => (isYear ? getMonthName(place) : String(Number(place.slice(8))))
  return next === last
    ? `${nameOf(last)} is still to come.`
    : `${nameOf(next)} to ${nameOf(last)} are still to come.`
}
