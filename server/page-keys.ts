/** Which parts of a page's address matter: all else is cut off before the page is rendered or cached. */
export interface PageKey {
  /** Path and allowed query in one fixed order: what is rendered, and the key of the cache. */
  address: string
  /** Pages for one visitor only are rendered each time and kept by nobody. */
  isPersonal: boolean
}

const ALLOWED_QUERY: Record<string, readonly string[]> = {
  '/shop': ['filter', 'heat', 'sort', 'stock'],
  '/search': ['q'],
  '/newsletter/confirm': ['token'],
  '/newsletter/unsubscribe': ['token'],
  '/newsletter/done': ['outcome'],
  '/cart/restore': ['token'],
  '/your-data/link': ['token'],
  '/your-data/done': ['outcome'],
}
const PERSONAL = /^\/(cart|auth|account-settings|checkout|search|newsletter|your-data)(\/|$)/
const LONGEST_VALUE = 200

/**
 * Reduces a request's address to what its page depends on. `pathname` is as sent; client navigation asks for
 * the same page's data under `<path>.data`, with the routes that it wants.
 */
export function pageKey(pathname: string, query: string): PageKey {
  const page = pathname.replace(/(\/_)?\.data$/, '') || '/'
  const sent = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const name of ALLOWED_QUERY[page] ?? []) {
    const value = sent.get(name)
    if (value !== null) kept.set(name, value.slice(0, LONGEST_VALUE))
  }
  const routes = sent.get('_routes')
  if (pathname.endsWith('.data') && routes !== null && /^[\w./:$,-]{1,200}$/.test(routes))
    kept.set('_routes', routes)
  const search = kept.toString()
  return {
    address: search === '' ? pathname : `${pathname}?${search}`,
    isPersonal: PERSONAL.test(page),
  }
}
