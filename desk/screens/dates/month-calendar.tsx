import { useState } from 'react'
import { addDays, type Day } from '../../../domain/dates.ts'
import { getMonthWeeks } from '../../../domain/month.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Holiday, useSiteContent } from '../../features/site-content/queries.ts'
import { dateKindStyles } from '../../features/dates/calendar-leaf.tsx'
import type { DateRow } from './occurrence-row.tsx'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './month-calendar.module.css'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const name = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** In days: in the last week of a month the calendar shows the next month. */
const aWeek = 7

const isIn = (holiday: Holiday | null, day: Day | null): boolean =>
  holiday !== null && day !== null && day >= holiday.from && day <= holiday.until

/** A month at a glance, for wide screens; days on which the kitchen is closed are hatched. */
export function MonthCalendar({ lines, today }: { lines: DateRow[]; today: Day }) {
  const [month, setMonth] = useState(addDays(today, aWeek).slice(0, 7))
  const { data: words } = useSiteContent()
  const holiday = words?.holiday?.isOn === true ? words.holiday : null
  const on = lines.filter(
    ({ occurrence }) =>
      occurrence === null || occurrence.state === 'on' || occurrence.state === 'moved',
  )
  return (
    <div className={styles.sheet}>
      <div className={styles.head}>
        <button
          type="button"
          className={buttonStyles.iconButton}
          aria-label="The month before"
          disabled={month <= today.slice(0, 7)}
          onClick={() => setMonth(addDays(`${month}-01`, -1).slice(0, 7))}
        >
          <Icon name="back" small />
        </button>
        <p className={textStyles.heading} id="sheet-month" aria-live="polite">
          {name.format(new Date(`${month}-01`))}
        </p>
        <button
          type="button"
          className={buttonStyles.iconButton}
          aria-label="The month after"
          onClick={() => setMonth(addDays(`${month}-28`, 4).slice(0, 7))}
        >
          <Icon name="on" small />
        </button>
      </div>
      <table aria-labelledby="sheet-month">
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col">
                <abbr title={weekday}>{weekday[0]}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {getMonthWeeks(month).map((row) => (
            <tr key={row.find((day) => day !== null)}>
              {row.map((day, column) => (
                <td
                  key={day ?? weekdays[column]}
                  className={isIn(holiday, day) ? styles.closed : undefined}
                >
                  {day !== null && Number(day.slice(8))}
                  {isIn(holiday, day) && <i className={layoutStyles.visuallyHidden}>, holiday</i>}
                  {on
                    .filter((line) => line.day === day)
                    .map(({ id, kind }) => (
                      <span key={id} style={{ '--k': `var(--${dateKindStyles[kind].tint})` }}>
                        {dateKindStyles[kind].short}
                      </span>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
