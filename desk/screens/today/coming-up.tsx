import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { Link } from 'react-router'
import { ask, client } from '../../client.ts'
import { useDay } from '../../now.ts'
import { Status } from '../../ui/status.tsx'
import { DayLeaf, kinds } from '../dates/day-leaf.tsx'

const schema = v.array(
  v.object({
    slug: v.string(),
    title: v.string(),
    kind: v.picklist(kinds),
    day: v.string(),
    from: v.string(),
    to: v.string(),
    place: v.string(),
    isCancelled: v.boolean(),
  }),
)

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** Where the shop is met in the next fourteen days. */
export function useComingUp() {
  return useQuery({
    queryKey: ['dates', 'coming-up'],
    queryFn: async () => v.parse(schema, await ask(client.rpc('desk_coming_up'))),
  })
}

/** The next three days out. */
export function ComingUp() {
  const { data } = useComingUp()
  const today = useDay()
  if (data === undefined || data.length === 0) return null
  return (
    <>
      <div className="sh">
        <h2 className="h2">Coming up</h2>
        <Link className="tlink" to="/dates">
          All dates
        </Link>
      </div>
      <ul className="rows">
        {data.slice(0, 3).map(({ slug, kind, day, from, to, title, place, isCancelled }) => {
          const when = from < '17:00' ? 'Today' : 'Tonight'
          return (
            <li key={`${slug} ${day}`}>
              <Link className="row" to="/dates">
                <DayLeaf day={day} kind={kind} />
                <span className="g">
                  <span className="t">{isCancelled ? <s>{title}</s> : title}</span>
                  <span className="sub">
                    {day === today && `${when}, `}
                    {from} to {to} · {place}
                    {day.slice(0, 7) !== today.slice(0, 7) &&
                      ` · ${month.format(new Date(`${day}T00:00Z`))}`}
                  </span>
                </span>
                {isCancelled ? (
                  <Status of="cancelled" />
                ) : (
                  day === today && <Status of="tonight" words={when} />
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}
