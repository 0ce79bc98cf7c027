import { getStartTime, getEndTime } from '../../../domain/dates.ts'
import { business } from '../../../domain/business.ts'
import { type CalendarEntry, formatCalendarFile } from '../../../domain/calendar-file.ts'
import {
  formatAddress,
  getFullTitle,
  type ShopEvent,
  getEventNote,
  getEventPagePath,
} from '../../features/places/shop-events.server.ts'

export function createCalendarResponse(
  dates: readonly ShopEvent[],
  fileName: string,
  siteUrl: string,
  now: number,
): Response {
  const file = formatCalendarFile({
    name: `${business.tradingName}: out and about`,
    producer: business.tradingName,
    timestamp: now,
    entries: dates.map((date) => entryOf(date, siteUrl)),
  })
  return new Response(file, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
    },
  })
}

function entryOf(date: ShopEvent, siteUrl: string): CalendarEntry {
  const { slug, text, place, state, sequence } = date
  return {
    uid: `${slug}@${new URL(siteUrl).hostname}`,
    begin: getStartTime(date),
    end: getEndTime(date),
    title: `${business.tradingName} ${getFullTitle(date)}`,
    text: [getEventNote(date), text].filter(Boolean).join(' '),
    place: `${place.name}, ${formatAddress(place)}`,
    url: siteUrl + getEventPagePath(date),
    isCancelled: state === 'cancelled',
    sequence,
  }
}
