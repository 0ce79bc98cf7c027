import type { Event } from 'schema-dts'
import { business } from '../../../domain/business.ts'
import { getStartTime, getEndTime } from '../../../domain/dates.ts'
import { getSharePicturePath } from '../../../domain/share-picture.ts'
import {
  getFullTitle,
  type ShopEvent,
  getEventNote,
  getEventPagePath,
} from './shop-events.server.ts'

export function eventsData(dates: readonly ShopEvent[], siteUrl: string): { '@graph': Event[] } {
  return { '@graph': dates.map((date) => eventData(date, siteUrl)) }
}

const statuses = {
  on: 'EventScheduled',
  cancelled: 'EventCancelled',
  moved: 'EventRescheduled',
} as const

function eventData(date: ShopEvent, siteUrl: string): Event {
  const { text, place, state, was } = date
  const page = getEventPagePath(date)
  return {
    '@type': 'FoodEvent',
    name: `${business.tradingName} ${getFullTitle(date)}`,
    description: [getEventNote(date), text].filter(Boolean).join(' '),
    startDate: new Date(getStartTime(date)).toISOString(),
    endDate: new Date(getEndTime(date)).toISOString(),
    eventStatus: `https://schema.org/${statuses[state]}`,
    ...(was !== null && { previousStartDate: new Date(getStartTime(was)).toISOString() }),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    image: siteUrl + getSharePicturePath(page),
    url: siteUrl + page,
    organizer: { '@type': 'Organization', name: business.tradingName, url: siteUrl },
    location: {
      '@type': 'Place',
      name: place.name,
      address: {
        '@type': 'PostalAddress',
        streetAddress: place.street,
        addressLocality: place.locality,
        postalCode: place.postcode,
        addressCountry: 'GB',
      },
    },
  }
}
