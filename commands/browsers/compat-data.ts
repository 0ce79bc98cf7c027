import bcd, {
  type Identifier,
  type SupportStatement,
} from '@mdn/browser-compat-data' with { type: 'json' }
import { supportedBrowsers } from '../../domain/supported-browsers.ts'

const { chrome, firefox, safari } = supportedBrowsers
/** The oldest supported version of each browser. Mobile browsers have the same version numbers as desktop browsers. */
const oldest = {
  ...supportedBrowsers,
  chrome_android: chrome,
  firefox_android: firefox,
  safari_ios: safari,
}

type Support = NonNullable<Identifier['__compat']>['support']

/** Returns true when all supported browsers have a feature under its standard name and without a flag. */
export function isSupported({ __compat }: Identifier): boolean {
  if (__compat === undefined) return true
  return Object.entries(oldest).every(([browser, version]) =>
    hasFeature(__compat.support[browser as keyof Support], version),
  )
}

function hasFeature(support: SupportStatement | undefined, version: string): boolean {
  return [support ?? []].flat().some((statement) => {
    const { version_added: added, version_removed: removed } = statement
    if (typeof added !== 'string' || added === 'preview') return false
    if (statement.flags || statement.prefix || statement.alternative_name) return false
    const isRemoved = typeof removed === 'string' && compareVersions(removed, version) <= 0
    return !isRemoved && compareVersions(added, version) <= 0
  })
}

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.replace('≤', '').split('.').map(Number))
  const major = (a?.[0] ?? 0) - (b?.[0] ?? 0)
  return major === 0 ? (a?.[1] ?? 0) - (b?.[1] ?? 0) : major
}

/** Returns the subfeatures of a feature, one level deep, each with its name. */
export function getFeatures(parent: Identifier): [string, Identifier][] {
  return Object.entries(parent).filter(
    (entry): entry is [string, Identifier] => entry[0] !== '__compat' && entry[0] !== '__meta',
  )
}

export const compatData = bcd
