import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import type { LogEntry } from './log-query.ts'
import { getActionLabel } from './log-labels.ts'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './log.module.css'

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
})

/**
 * Shows a log entry, such as 'Beau set Spice Bag Mix from £4.50 to £4.95'. It links to the log of its subject, unless that log is
 * the one shown (`isOne`).
 */
export function LogEntryRow({ entry, isOne }: { entry: LogEntry; isOne: boolean }) {
  const { at, who, subject } = entry
  const said = (
    <>
      <time dateTime={at} className={`${rowStyles.detail} ${textStyles.noWrap}`}>
        {clock.format(new Date(at))}
      </time>
      <span className={rowStyles.main}>
        <b>{who}</b> {getActionLabel(entry)}
      </span>
    </>
  )
  return (
    <li>
      {isOne || !subject.includes(':') ? (
        <div className={`${rowStyles.row} ${styles.entry}`}>{said}</div>
      ) : (
        <Link
          className={`${rowStyles.row} ${styles.entry}`}
          to={`?${new URLSearchParams({ subject }).toString()}`}
        >
          {said}
          <Icon name="on" small />
        </Link>
      )}
    </li>
  )
}
