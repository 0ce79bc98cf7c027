import { isAllowedRedirect } from './redirect-patterns.ts'
import type { AuthSettings } from './settings.ts'

interface Site {
  siteUrl: URL
  settings: Pick<AuthSettings, 'additional_redirect_urls' | 'site_paths'>
}

/** Maximum characters of a redirect target. Links with longer ones would not fit into emails. */
const maxTargetLength = 500

/** Parameters by which clients recognise a session or an error. supabase-js prefers those in the query to those in the fragment. */
const resultParameters = [
  'access_token',
  'refresh_token',
  'error',
  'error_code',
  'error_description',
]

/**
 * Returns the redirect target as a URL when a link of this type may lead to it, else null. Anybody can put any `redirect_to` into a
 * link, so the parsed URL is checked.
 */
export function parseRedirectTarget(site: Site, given: string | null, type: string): URL | null {
  if (given === null || given === '' || /[\p{Cc}\\]/u.test(given)) return null
  const { siteUrl, settings } = site
  const url = URL.parse(given, siteUrl.href)
  if (url === null || url.href.length > maxTargetLength) return null
  // A path of the API, such as another link, would replace the session of this link.
  if (/^\/[a-z]+\/v1(?:\/|$)/.test(url.pathname)) return null
  if (resultParameters.some((name) => url.searchParams.has(name))) return null
  if (isAllowedRedirect(url, given, settings.additional_redirect_urls)) return url
  // Compares protocol and host instead of origins, because the origin of a `blob:` URL is that of the URL inside it.
  if (url.protocol !== siteUrl.protocol || url.host !== siteUrl.host) return null
  if (url.username !== '' || url.password !== '') return null
  url.hash = ''
  return isLinkTarget(site, url, type) ? url : null
}

function isLinkTarget({ settings }: Site, url: URL, type: string): boolean {
  const { link_targets: targets } = settings.site_paths
  const isRoot = url.pathname === '/' && url.search === ''
  if (targets === null || isRoot) return true
  const query = targets[type]?.[url.pathname]
  return query !== undefined && [...url.searchParams.keys()].every((name) => query.includes(name))
}

/**
 * Returns the page that a link in an email redirects to. A confirmed sign-up whose link names no page, or the site's root, opens
 * the page in the settings.
 */
export function createRedirectUrl(site: Site, given: string | null, type: string): URL {
  const { siteUrl, settings } = site
  const target = parseRedirectTarget(site, given, type) ?? new URL('/', siteUrl)
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
