import type { FoodEstablishment, WithContext } from 'schema-dts'
import { business } from '../../../domain/business.ts'
import { sharePicture } from '../../content/share-picture.ts'
import { organisationId } from '../../features/seo/organisation.ts'
import { paths } from '../../paths.ts'

/** The business as maps and local search read it. It has no counter of its own, so no opening hours either. */
export function localBusinessData(siteUrl: string): WithContext<FoodEstablishment> {
  return {
    '@context': 'https://schema.org',
    '@type': 'FoodEstablishment',
    '@id': `${siteUrl}/#business`,
    name: business.tradingName,
    legalName: business.legalName,
    slogan: business.tagline,
    url: siteUrl + paths.home,
    image: siteUrl + sharePicture(paths.home),
    logo: `${siteUrl}/generated/art/icon-512.png`,
    email: business.email,
    telephone: business.phone,
    address: business.registeredOffice,
    areaServed: { '@type': 'City', name: 'London' },
    servesCuisine: 'American Southern',
    currenciesAccepted: 'GBP',
    paymentAccepted: 'Card',
    parentOrganization: { '@id': organisationId(siteUrl) },
    sameAs: Object.values(business.social),
  }
}
