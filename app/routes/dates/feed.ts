import { shopContext } from '../../context.ts'
import { calendarAnswer } from './calendar.server.ts'
import { happenings } from '../../features/places/happenings.server.ts'
import type { Route } from './+types/feed.ts'

/** /dates.ics: every date, for calendars that read it again and again. */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, now } = context.get(shopContext)
  return calendarAnswer(happenings(now()), 'dates.ics', siteUrl, now())
}
