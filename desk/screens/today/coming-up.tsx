import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { Link } from 'react-router'
import { rpcQuery } from '../../data/rpc-query.ts'
import { useCurrentDay } from '../../lib/clock.ts'
import { Status } from '../../ui/status.tsx'
import { CalendarLeaf, publicDateKinds } from '../../features/dates/calendar-leaf.tsx'
import buttonStyles from '../../ui/button.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'

const schema = v.array(
  v.object({
    slug: v.string(),
    title: v.string(),
    kind: v.picklist([...publicDateKinds, 'private']),
    day: v.string(),
    /** The start time. Null for a confirmed enquiry, whose `slug` is its id, and whose hours and place are unknown. */
    from: v.nullable(v.string()),
    to: v.nullable(v.string()),
    place: v.nullable(v.string()),
    isCancelled: v.boolean(),
  }),
)

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** Reads the dates of the next fourteen days, with confirmed private events. */
export function useUpcomingDates() {
  return useQuery(rpcQuery(['dates', 'coming-up'], 'desk_coming_up', schema))
}

/** Shows the next three dates. */
export function UpcomingDates() {
  const { data } = useUpcomingDates()
  const today = useCurrentDay()
  if (data === undefined || data.length === 0) return null
  return (
    <>
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading}>Coming up</h2>
        <Link className={buttonStyles.textButton} to="/dates">
          All dates
        </Link>
      </div>
      <ul className={rowStyles.rows}>
        {data.slice(0, 3).map(({ slug, kind, day, from, to, title, place, isCancelled }) => {
          const isOn = day === today
          const when = from === null || from < '17:00' ? 'Today' : 'Tonight'
          return (
            <li key={`${slug} ${day}`}>
              <Link
                className={rowStyles.row}
                to={kind === 'private' ? `/enquiries/${slug}` : '/dates'}
              >
                <CalendarLeaf day={day} kind={kind} />
                <span className={rowStyles.main}>
                  <span className={rowStyles.title}>{isCancelled ? <s>{title}</s> : title}</span>
                  <span className={rowStyles.detail}>
                    {isOn && `${when}, `}
                    {from === null ? 'private' : `${from} to ${to} · ${place}`}
                    {day.slice(0, 7) !== today.slice(0, 7) &&
                      ` · ${month.format(new Date(`${day}T00:00Z`))}`}
                  </span>
                </span>
                {isCancelled ? (
                  <Status of="cancelled" />
                ) : (
                  isOn && <Status of="tonight" words={when} />
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}
