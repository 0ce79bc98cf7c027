import type {
  FoodEstablishment,
  Graph,
  SearchAction,
  WithActionConstraints,
  WithContext,
} from 'schema-dts'
import { business } from '../../../domain/business.ts'
import { sharePicture } from '../../content/share-picture.ts'
import { paths } from '../../paths.ts'
import { organisation, organisationId } from './organisation.ts'

/** The home page as search engines read it: who this is, and the site with its search box. */
export function siteData(siteUrl: string): Graph {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organisation(siteUrl),
      {
        '@type': 'WebSite',
        '@id': `${siteUrl}/#website`,
        url: siteUrl + paths.home,
        name: business.tradingName,
        description: `${business.strapline}.`,
        inLanguage: 'en-GB',
        publisher: { '@id': organisationId(siteUrl) },
        potentialAction: searchBox(siteUrl),
      },
    ],
  }
}

function searchBox(siteUrl: string): WithActionConstraints<SearchAction> {
  return {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}${paths.search()}?q={words}` },
    'query-input': 'required name=words',
  }
}

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
