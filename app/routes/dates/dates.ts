import { shopContext } from '../../context.ts'
import { happenings } from '../../features/places/happenings.server.ts'
import type { Route } from './+types/dates.ts'
import { calendarAnswer } from './calendar.server.ts'

export function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const { siteUrl, now } = context.get(shopContext)
  const dates = happenings(now()).filter((date) => slug === undefined || date.slug === slug)
  if (slug !== undefined && dates.length === 0)
    throw new Response('There is no such date.', { status: 404 })
  return calendarAnswer(dates, `${slug ?? 'dates'}.ics`, siteUrl, now())
}
