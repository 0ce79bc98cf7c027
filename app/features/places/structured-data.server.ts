import type { Event } from 'schema-dts'
import { business } from '../../../domain/business.ts'
import { beginOf, endOf } from '../../../domain/dates.ts'
import { sharePicture } from '../../content/share-picture.ts'
import { fullTitle, type Happening } from './happenings.server.ts'

export function eventsData(dates: readonly Happening[], siteUrl: string): { '@graph': Event[] } {
  return { '@graph': dates.map((date) => eventData(date, siteUrl)) }
}

function eventData(date: Happening, siteUrl: string): Event {
  const { text, place, page } = date
  return {
    '@type': 'FoodEvent',
    name: `${business.tradingName} ${fullTitle(date)}`,
    description: text,
    startDate: new Date(beginOf(date)).toISOString(),
    endDate: new Date(endOf(date)).toISOString(),
    eventStatus: 'https://schema.org/EventScheduled',
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
