import { Link } from 'react-router'
import {
  addDays,
  type Day,
  endOf,
  type Hours,
  londonDay,
  weekdayOf,
} from '../../../domain/dates.ts'
import { daysOn } from '../../../domain/weekly.ts'
import { popUps, tacoTuesdays } from '../../../app/content/dates.ts'
import { useNow } from '../../now.ts'
import { Status } from '../../ui/status.tsx'

interface ComingDate extends Hours {
  name: string
  /** Colours of its leaf of the calendar. */
  tint: string
}

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** The next three days out. */
export function ComingUp() {
  const now = useNow()
  const today = londonDay(now)
  return (
    <>
      <div className="sh">
        <h2 className="h2">Coming up</h2>
        <Link className="tlink" to="/dates">
          All dates
        </Link>
      </div>
      <ul className="rows">
        {nextDates(now, today).map(({ day, from, to, name, tint }) => (
          <li key={`${day} ${name}`}>
            <Link className="row" to="/dates">
              <span className="day" style={{ '--k': `var(--${tint})`, '--kc': 'var(--ink)' }}>
                <i>{weekdays[weekdayOf(day)]}</i>
                {Number(day.slice(8))}
              </span>
              <span className="g">
                <span className="t">{name}</span>
                <span className="sub">
                  {day === today ? 'Tonight, ' : ''}
                  {from} to {to}
                  {day.slice(0, 7) !== today.slice(0, 7) &&
                    ` · ${month.format(new Date(`${day}T00:00Z`))}`}
                </span>
              </span>
              {day === today && <Status of="tonight" />}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function nextDates(now: number, today: Day): ComingDate[] {
  const { from, to } = tacoTuesdays
  const tacos = daysOn(tacoTuesdays, today, addDays(today, 60)).map((day) => ({
    day,
    from,
    to,
    name: 'Taco Tuesday',
    tint: 'lime',
  }))
  const others = popUps.map(({ day, from: begin, to: end, title }) => ({
    day,
    from: begin,
    to: end,
    name: title,
    tint: 'pink',
  }))
  return [...tacos, ...others]
    .filter((date) => endOf(date) > now)
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .slice(0, 3)
}
