import { isAllowedRedirect } from './redirect-patterns.ts'
import type { AuthSettings } from './settings.ts'

interface Site {
  siteUrl: URL
  settings: Pick<AuthSettings, 'additional_redirect_urls' | 'site_paths'>
}

/**
 * Returns the redirect target as a URL when it is on the site's own origin or allowed by the settings, else null. Anybody can put
 * any `redirect_to` into a link, so the parsed URL is checked.
 */
export function parseRedirectTarget({ siteUrl, settings }: Site, given: string | null): URL | null {
  if (given === null || given === '' || /[\p{Cc}\\]/u.test(given)) return null
  const url = URL.parse(given, siteUrl.href)
  if (url !== null && isAllowedRedirect(url, given, settings.additional_redirect_urls)) return url
  // Compares protocol and host instead of origins, because the origin of a `blob:` URL is that of the URL inside it.
  if (url === null || url.protocol !== siteUrl.protocol || url.host !== siteUrl.host) return null
  if (url.username !== '' || url.password !== '') return null
  url.hash = ''
  return url
}

/**
 * Returns the page that a link in an email redirects to. A confirmed sign-up whose link names no page, or the site's root, opens
 * the page in the settings.
 */
export function createRedirectUrl(site: Site, given: string | null, type: string): URL {
  const { siteUrl, settings } = site
  const target = parseRedirectTarget(site, given) ?? new URL('/', siteUrl)
  const isRoot = target.origin === siteUrl.origin && target.pathname === '/' && target.search === ''
  return type === 'signup' && isRoot ? new URL(settings.site_paths.confirmed, siteUrl) : target
}

/** Returns the URL with values in its fragment, which browsers send to no server. `sb` marks the fragment as the auth service's. */
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
