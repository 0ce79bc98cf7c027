import type { SearchAction, Thing, WithActionConstraints } from 'schema-dts'
import { business } from '../../../domain/business.ts'
import { paths } from '../../core/paths.ts'
import { organisationData, organisationId } from '../../features/seo/organisation.ts'

export function siteData(siteUrl: string): { '@graph': Thing[] } {
  return {
    '@graph': [
      organisationData(siteUrl),
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
