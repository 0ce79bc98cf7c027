import type { Event } from 'schema-dts'
import { business } from '../../../domain/business.ts'
import { beginOf, endOf } from '../../../domain/dates.ts'
import { sharePicture } from '../../../domain/share-picture.ts'
import { fullTitle, type Happening, noteOf, pageOf } from './happenings.server.ts'

export function eventsData(dates: readonly Happening[], siteUrl: string): { '@graph': Event[] } {
  return { '@graph': dates.map((date) => eventData(date, siteUrl)) }
}

const statuses = {
  on: 'EventScheduled',
  cancelled: 'EventCancelled',
  moved: 'EventRescheduled',
} as const

function eventData(date: Happening, siteUrl: string): Event {
  const { text, place, state, was } = date
  const page = pageOf(date)
  return {
    '@type': 'FoodEvent',
    name: `${business.tradingName} ${fullTitle(date)}`,
    description: [noteOf(date), text].filter(Boolean).join(' '),
    startDate: new Date(beginOf(date)).toISOString(),
    endDate: new Date(endOf(date)).toISOString(),
    eventStatus: `https://schema.org/${statuses[state]}`,
    ...(was !== null && { previousStartDate: new Date(beginOf(was)).toISOString() }),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    image: siteUrl + sharePicture(page),
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
