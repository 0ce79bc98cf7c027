import type { ServiceOptions } from '../services/service-options.ts'
import type { WireRequest } from '../core/wire.ts'

/**
 * Returns true when a web page makes the request whose origin may not call this API. Browsers send `Origin` with every request that
 * may change something; allowed are the site's own origin, `corsOrigins` and the requested host's. Programs other than browsers
 * send no `Origin`.
 */
export function isForeignOrigin(
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
