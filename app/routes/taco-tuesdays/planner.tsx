import { classes } from '../../ui/classes.ts'
import styles from './planner.module.css'
import type { PlannerDay, PlannerMonth } from './taco-months.server.ts'

const weekdays = [
  ['M', 'Monday'],
  ['T', 'Tuesday'],
  ['W', 'Wednesday'],
  ['T', 'Thursday'],
  ['F', 'Friday'],
  ['S', 'Saturday'],
  ['S', 'Sunday'],
] as const

/** The wall planner: a sheet a month, a taco on each Tuesday that is on. */
export function Planner({ months }: { months: readonly PlannerMonth[] }) {
  return (
    <div className={styles.wall}>
      {months.map((month) => (
        <Sheet key={month.month} {...month} />
      ))}
    </div>
  )
}

function Sheet({ name, rows }: PlannerMonth) {
  return (
    <div className={styles.sheet}>
      <table>
        <caption>
          Taco Tuesdays <span>{name}</span>
        </caption>
        <thead>
          <tr>
            {weekdays.map(([letter, weekday], column) => (
              <th key={weekday} scope="col" className={classes(column === 1 && styles.tuesday)}>
                <abbr title={weekday}>{letter}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.find(({ day }) => day !== null)?.day ?? index}>
              {row.map((cell, column) => (
                <Cell key={cell.day ?? `none-${column}`} {...cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ day, isTuesday, isOn }: PlannerDay) {
  return (
    <td className={classes(isTuesday && styles.tuesday)}>
      {day !== null && <time dateTime={day}>{Number(day.slice(8))}</time>}
      {isOn && (
        <img
          src="/generated/art/planner-taco.svg"
          alt="Taco night"
          width={116}
          height={96}
          loading="lazy"
        />
      )}
    </td>
  )
}
