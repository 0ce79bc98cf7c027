import type { ServiceOptions } from '../services/service-options.ts'
import type { WireRequest } from '../core/wire.ts'

/**
 * Whether a page of another site, which may not ask here, makes this request. Browsers name the page's origin with everything that
 * may change something; ours is the site's own or that of the host that was asked. Programs name none.
 */
export function isForeign(
  { siteUrl, corsOrigins = [] }: Pick<ServiceOptions, 'siteUrl' | 'corsOrigins'>,
  request: WireRequest,
): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false
  const { origin, host } = request.headers
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site'
  if (origin === siteUrl.origin || corsOrigins.includes(origin)) return false
  const asked = URL.parse(origin)
  return asked === null || host === undefined || asked.host !== host
}
