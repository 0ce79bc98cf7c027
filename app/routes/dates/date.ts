import { shopContext } from '../../context.ts'
import { calendarAnswer } from './calendar.server.ts'
import { happenings } from '../../features/places/happenings.server.ts'
import type { Route } from './+types/date.ts'

/** /dates/<slug>.ics: one date, to be put into a calendar. */
export function loader({ params, context }: Route.LoaderArgs) {
  const { siteUrl, now } = context.get(shopContext)
  const date = happenings(now()).find(({ slug }) => slug === params.slug)
  if (date === undefined) throw new Response('There is no such date.', { status: 404 })
  return calendarAnswer([date], `${date.slug}.ics`, siteUrl, now())
}
