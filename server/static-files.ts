import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import sirv from 'sirv'

const A_DAY = 'public, max-age=86400, stale-while-revalidate=604800'
const FOR_EVER = 'public, max-age=31536000, immutable'
const MAY_LOAD_NOTHING = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** For the desk's service worker: it may fetch, and is revalidated each time. */
function letServe(response: ServerResponse): void {
  response.setHeader(
    'content-security-policy',
    "default-src 'none'; script-src 'self'; connect-src 'self'",
  )
  response.setHeader('cache-control', 'no-cache')
  response.setHeader('service-worker-allowed', '/desk')
}

/** Listed once at start and sent as the build compressed them. Returns whether a file is being sent. */
export function createStaticFiles(
  folder: string,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  if (!existsSync(folder)) return () => false
  const send = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    dotfiles: false,
    setHeaders(response, pathname) {
      // Names below /assets carry a hash of their content.
      response.setHeader('cache-control', /^\/(desk\/)?assets\//.test(pathname) ? FOR_EVER : A_DAY)
      response.setHeader('content-security-policy', MAY_LOAD_NOTHING)
      response.setHeader('vary', 'accept-encoding')
      if (pathname === '/desk/sw.js') letServe(response)
    },
  })
  return (request, response) => {
    // The list was made at start; a file may have been removed since.
    response.once('pipe', (file: Readable) => file.once('error', () => response.destroy()))
    let isUnknown = false
    send(request, response, () => {
      isUnknown = true
    })
    return !isUnknown
  }
}
