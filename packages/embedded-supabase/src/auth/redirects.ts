import { isNamed } from './redirect-patterns.ts'
import type { AuthSettings } from './settings.ts'

interface Site {
  siteUrl: URL
  settings: Pick<AuthSettings, 'additional_redirect_urls' | 'site_paths'>
}

/**
 * Returns the redirect target as a URL when it is on our own origin or allowed by the settings, else null. Anybody can put any
 * `redirect_to` into a link, so only the parsed URL counts.
 */
export function ownTarget({ siteUrl, settings }: Site, given: string | null): URL | null {
  if (given === null || given === '' || /[\p{Cc}\\]/u.test(given)) return null
  const url = URL.parse(given, siteUrl.href)
  if (url !== null && isNamed(url, given, settings.additional_redirect_urls)) return url
  // Compares protocol and host instead of origins: the origin of `blob:` is that of the URL inside it.
  if (url === null || url.protocol !== siteUrl.protocol || url.host !== siteUrl.host) return null
  if (url.username !== '' || url.password !== '') return null
  url.hash = ''
  return url
}

/**
 * The page that a link from a mail opens. Without a target of its own, or with the bare site root, a
 * confirmed sign-up opens the page that the settings name.
 */
export function createRedirectUrl(site: Site, given: string | null, type: string): URL {
  const { siteUrl, settings } = site
  const target = ownTarget(site, given) ?? new URL('/', siteUrl)
  const isRoot = target.origin === siteUrl.origin && target.pathname === '/' && target.search === ''
  return type === 'signup' && isRoot ? new URL(settings.site_paths.confirmed, siteUrl) : target
}

/** The target with values in its fragment, which no server ever sees. `sb` marks them as the service's. */
export function withFragment(target: URL, values: Record<string, string>): string {
  const url = new URL(target)
  url.hash = new URLSearchParams({ ...values, sb: '' }).toString()
  return url.href
}

export function withQuery(target: URL, values: Record<string, string>): URL {
  const url = new URL(target)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url
}
