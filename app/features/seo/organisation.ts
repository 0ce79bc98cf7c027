import type { Organization } from 'schema-dts'
import { business } from '../../../domain/business.ts'

/** Returns the `@id` by which other structured data refers to the business. */
export function organisationId(siteUrl: string): string {
  return `${siteUrl}/#organisation`
}

export const contactFacts = {
  legalName: business.legalName,
  email: business.email,
  telephone: business.phone,
  address: business.registeredOffice,
  sameAs: Object.values(business.social),
}

export function organisationData(siteUrl: string) {
  return {
    '@type': 'Organization',
    '@id': organisationId(siteUrl),
    name: business.tradingName,
    description: `LGBTQIA+ owned. ${business.strapline}.`,
    slogan: business.tagline,
    url: siteUrl,
    logo: `${siteUrl}/generated/art/icon-512.png`,
    foundingDate: String(business.tradingSince),
    ...contactFacts,
  } as const satisfies Organization
}
