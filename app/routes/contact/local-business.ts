import type { FoodEstablishment } from 'schema-dts'
import { business } from '../../../domain/business.ts'
import { getSharePicturePath } from '../../../domain/share-picture.ts'
import { contactFacts, organisationId } from '../../features/seo/organisation.ts'
import { paths } from '../../core/paths.ts'

export function localBusinessData(siteUrl: string) {
  return {
    '@type': 'FoodEstablishment',
    '@id': `${siteUrl}/#business`,
    name: business.tradingName,
    slogan: business.tagline,
    url: siteUrl + paths.home,
    image: siteUrl + getSharePicturePath(paths.home),
    logo: `${siteUrl}/generated/art/icon-512.png`,
    areaServed: { '@type': 'City', name: 'London' },
    servesCuisine: 'American Southern',
    currenciesAccepted: 'GBP',
    paymentAccepted: 'Card',
    parentOrganization: { '@id': organisationId(siteUrl) },
    ...contactFacts,
  } satisfies FoodEstablishment
}
