import { Link } from 'react-router'
import { longDay } from '../../../domain/dates.ts'
import { formatPence } from '../../../domain/money.ts'
import { useCurrentDay, useNow } from '../../lib/clock.ts'
import { useStaff } from '../../features/sign-in/session.tsx'
import { type TodaySummary, useTodaySummary } from '../../features/packing/today-query.ts'
import { QueryBoundary } from '../../ui/query-state.tsx'
import { Status } from '../../ui/status.tsx'
import { useSiteContent } from '../../features/site-content/queries.ts'
import { UpcomingDates, useUpcomingDates } from './coming-up.tsx'
import { NextToPack } from './next-to-pack.tsx'
import { OrdersToPack } from './to-pack.tsx'
import { OpenTasks } from './waiting.tsx'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './today.module.css'

/** The Today screen: the work that is open now. */
export function Screen() {
  const { role, name } = useStaff()
  const today = useTodaySummary()
  const day = useCurrentDay()
  const tonight = useUpcomingDates().data?.find((date) => date.day === day && !date.isCancelled)
  return (
    <>
      <p className={textStyles.title}>{role === 'owner' ? longDay(day) : `Hello, ${name}`}</p>
      <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
        {role === 'owner' ? 'Parcels first.' : longDay(day)}
        {tonight && ` ${tonight.title}${tonight.from === null ? '' : ` at ${tonight.from}`}.`}
      </p>
      <QueryBoundary query={today} things="Today">
        {(data) => (
          <div className={`${layoutStyles.columns} ${layoutStyles.spaceAbove}`}>
            <div>
              <OrdersToPack toPack={data.toPack} />
              <OpenTasks today={data} />
            </div>
            <div>
              {role === 'owner' ? <UpcomingDates /> : <NextToPack />}
              <Taken today={data} />
              {role === 'owner' && <Open day={day} />}
              <p className={`${textStyles.fine} ${layoutStyles.spaceAbove}`}>
                As of {clock.format(today.dataUpdatedAt)}
                {today.isStale && today.isError && ', not fresh'}
              </p>
            </div>
          </div>
        )}
      </QueryBoundary>
    </>
  )
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'Europe/London' })

function Taken({ today: { taken, takenLastWeek } }: { today: TodaySummary }) {
  const now = useNow()
  if (!taken || !takenLastWeek) return null
  return (
    <div className={`${panelStyles.panel} ${layoutStyles.spaceAboveLarge}`}>
      <div className={styles.takenHead}>
        <h2 className={textStyles.subheading}>Taken today</h2>
        <Link className={buttonStyles.textButton} to="/money">
          Money
        </Link>
      </div>
      <p className={styles.taken}>
        <b>{formatPence(taken.pence)}</b>
        <span className={textStyles.detail}>
          {taken.orders} {taken.orders === 1 ? 'order' : 'orders'} · by this time last{' '}
          {weekday.format(now)} {formatPence(takenLastWeek.pence)}
        </span>
      </p>
    </div>
  )
}

/** Shows whether the kitchen is closed today, and whether the notice bar is on. */
function Open({ day }: { day: string }) {
  const { data } = useSiteContent()
  if (data === undefined) return null
  const { bar, holiday } = data
  const isAway = holiday?.isOn && holiday.from <= day && day <= holiday.until
  const isBarShown = bar?.isOn && (bar.from ?? day) <= day && day <= (bar.until ?? day)
  return (
    <p className={`${styles.takenHead} ${layoutStyles.spaceAbove}`}>
      <Status
        of="live"
        words={isAway ? `Holiday, sending again on ${longDay(holiday.sendsOn)}` : 'Shop is open'}
      />
      <Link className={buttonStyles.textButton} to="/words">
        Announcement bar: {isBarShown ? 'on' : 'off'}
      </Link>
    </p>
  )
}
