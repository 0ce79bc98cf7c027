import type { LoaderFunctionArgs } from 'react-router'
import { londonDay, splitDatesByTime, type UpcomingAndPastDates } from '../../domain/dates.ts'
import { type ShopContext, shopContext } from '../core/context.ts'
import { readDates } from '../features/places/dates.server.ts'
import { toDiaryEntries, type ShopEvent } from '../features/places/shop-events.server.ts'
import { eventsData } from '../features/places/structured-data.server.ts'
import { readOrThrow503 } from './head.server.ts'

/**
 * Returns the upcoming and past dates of the given kinds, or of all kinds.
 * @throws 503 when the database cannot be read
 */
export async function loadDiary(
  shop: ShopContext,
  ...kinds: ShopEvent['kind'][]
): Promise<UpcomingAndPastDates<ShopEvent>> {
  const { dates } = await readOrThrow503(shop, () => readDates(shop))
  const wanted = dates.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
  return splitDatesByTime(wanted, shop.now())
}

/** Returns the upcoming dates of one kind, and their structured data, which is undefined when there are none. */
export async function loadUpcomingDates(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  kind: ShopEvent['kind'],
) {
  const shop = context.get(shopContext)
  const { upcoming } = await loadDiary(shop, kind)
  const events = upcoming.length > 0 ? eventsData(upcoming, shop.siteUrl) : undefined
  return { dates: toDiaryEntries(upcoming, londonDay(shop.now())), events }
}
