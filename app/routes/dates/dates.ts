import { shopContext } from '../../core/context.ts'
import { loadDiary } from '../diary.server.ts'
import type { Route } from './+types/dates.ts'
import { createCalendarResponse } from './calendar.server.ts'

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { upcoming, past } = await loadDiary(shop)
  const dates = [...[...past].reverse(), ...upcoming].filter(
    (date) => slug === undefined || date.slug === slug,
  )
  if (slug !== undefined && dates.length === 0)
    throw new Response('There is no such date.', { status: 404 })
  return createCalendarResponse(dates, `${slug ?? 'dates'}.ics`, shop.siteUrl, shop.now())
}
