import type { LocalBusiness, Offer } from 'schema-dts'
import { business, cateringGuestRange } from '../../../domain/business.ts'
import { getSharePicturePath } from '../../../domain/share-picture.ts'
import { contactFacts } from '../../features/seo/organisation.ts'
import { paths } from '../../core/paths.ts'

/** Returns structured data of the catering business. Has no reviews, because sample testimonials are none. */
export function cateringBusinessData(siteUrl: string) {
  return {
    '@type': 'LocalBusiness',
    '@id': `${siteUrl}${paths.catering}#business`,
    name: `Proud Catering by ${business.tradingName}`,
    description: `LGBTQIA+-owned event catering for ${cateringGuestRange} people: Southern comfort food with personalised menus.`,
    url: siteUrl + paths.catering,
    image: siteUrl + getSharePicturePath(paths.catering),
    ...contactFacts,
    email: business.cateringEmail,
    areaServed: { '@type': 'City', name: 'London' },
    foundingDate: String(business.tradingSince),
    knowsAbout: ['LGBTQIA+ events', 'American Southern food', 'Allergen-aware menus'],
    ...(business.vatNumber === null ? {} : { vatID: business.vatNumber }),
    makesOffer: services.map(offerOf),
  } satisfies LocalBusiness
}

const services = ['Private parties', 'Weddings and civil partnerships', 'Company events']

function offerOf(name: string): Offer {
  return {
    '@type': 'Offer',
    itemOffered: { '@type': 'Service', name, serviceType: 'Catering', audience: guests },
  }
}

const guests = {
  '@type': 'Audience',
  audienceType: `Groups of ${cateringGuestRange} people`,
} as const
