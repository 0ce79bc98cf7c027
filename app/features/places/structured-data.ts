import type { Event, Graph, Organization, WithContext } from 'schema-dts'
import { business } from '../../../domain/business.ts'
import { beginOf, endOf } from '../../../domain/dates.ts'
import { fullTitle, type Happening } from './happenings.ts'

/** Dates to come as search engines read them. */
export function eventsData(dates: readonly Happening[], siteUrl: string): Graph {
  return {
    '@context': 'https://schema.org',
    '@graph': dates.map((date) => eventData(date, siteUrl)),
  }
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
    image: `${siteUrl}/generated/art/share.png`,
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

/** Who the business is. */
export function organisationData(siteUrl: string): WithContext<Organization> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: business.tradingName,
    legalName: business.legalName,
    description: `LGBTQIA+ owned. ${business.strapline}.`,
    slogan: business.tagline,
    url: siteUrl,
    logo: `${siteUrl}/generated/art/icon-512.png`,
    foundingDate: String(business.tradingSince),
    email: business.email,
    telephone: business.phone,
    address: business.registeredOffice,
    sameAs: Object.values(business.social),
  }
}
