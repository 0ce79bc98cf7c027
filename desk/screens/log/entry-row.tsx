import { Link } from 'react-router'
import type { Entry } from './log-query.ts'
import { deedOf, pathOf } from './log-words.ts'

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
})

/** 'Beau set Spice Bag Mix from £4.50 to £4.95', with a way there, and to all that was done to it unless that is shown. */
export function EntryRow({ entry, isOne }: { entry: Entry; isOne: boolean }) {
  const { at, who, subject } = entry
  const path = pathOf(subject)
  return (
    <li className="log-row">
      <time dateTime={at} className="sub nw">
        {clock.format(new Date(at))}
      </time>
      <p className="g">
        <b>{who}</b> {deedOf(entry)}
      </p>
      <span className="log-links">
        {path !== null && (
          <Link className="tlink" to={path}>
            Go there
          </Link>
        )}
        {!isOne && subject.includes(':') && (
          <Link className="tlink" to={`?${new URLSearchParams({ subject }).toString()}`}>
            All about it
          </Link>
        )}
      </span>
    </li>
  )
}
