import { parseListingChoice, formatListingChoice } from '../domain/filters.ts'

const PASSED_ON: Record<string, readonly string[]> = {
  '/auth': ['mode'],
  '/search': ['q', 'page'],
  '/newsletter/confirm': ['token'],
  '/newsletter/unsubscribe': ['token'],
  '/newsletter/done': ['outcome'],
  '/tell-me/confirm': ['token'],
  '/tell-me/done': ['outcome'],
  '/cart/restore': ['token'],
  '/your-data/link': ['token'],
  '/your-data/done': ['outcome'],
}
const PERSONAL =
  /^\/(cart|auth|account-settings|checkout|search|newsletter|tell-me|your-data)(\/|$)/
const MAX_VALUE_LENGTH = 200
const DATA = '.data'
const IS_PLAIN = /^[a-z0-9/-]*$/

/**
 * Normalises the case and the encoding of a path, because the router ignores both.
 * @param pathname must be decodable
 */
export function normalisePath(pathname: string): string {
  if (IS_PLAIN.test(pathname)) return pathname
  const decoded = pathname.split('/').map((part) => decodeURIComponent(part).toLowerCase())
  const path = decoded.map(encodeURIComponent).join('/')
  if (!path.endsWith(DATA)) return path
  const page = getPagePath(path)
  return page === '/' ? `/_${DATA}` : `${page}${DATA}`
}

/** Returns a page's path. Client navigation fetches its data under that path with `.data`, for `/` under `/_.data`. */
export function getPagePath(path: string): string {
  if (!path.endsWith(DATA)) return path
  const parts = path.slice(0, -DATA.length).replace(/\/_$/, '').split('/')
  while (parts.length > 1 && parts.at(-1) === '') parts.pop()
  return parts.join('/') || '/'
}

/** The address that is rendered for every path without a route, because Page Not Found is the same for all of them. */
const UNKNOWN = '/page-not-found'

export function getNotFoundKey(path: string): string {
  return path.endsWith(DATA) ? `${UNKNOWN}${DATA}` : UNKNOWN
}

export function isNotFoundKey(address: string): boolean {
  return address === UNKNOWN || address === `${UNKNOWN}${DATA}`
}

/**
 * Returns the address to render for a request, which is also its cache key. The parameter `_routes` is dropped: all data of
 * the page is sent.
 */
export function getPageKey(path: string, query: string): string {
  if (query === '') return path
  const search = keptQuery(getPagePath(path), new URLSearchParams(query)).toString()
  return search === '' ? path : `${path}?${search}`
}

/** Returns true for pages that belong to one visitor; they are rendered for each request and never cached. */
export function isPersonalPage(address: string): boolean {
  return PERSONAL.test(getPagePath(address.split('?', 1)[0] ?? ''))
}

function keptQuery(page: string, sent: URLSearchParams): URLSearchParams {
  if (page === '/shop') return formatListingChoice(parseListingChoice(sent))
  const kept = new URLSearchParams()
  for (const name of PASSED_ON[page] ?? []) {
    const value = sent.get(name)
    if (value !== null) kept.set(name, value.slice(0, MAX_VALUE_LENGTH))
  }
  return kept
}
