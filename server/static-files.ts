import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import sirv from 'sirv'

const A_DAY = 'public, max-age=86400, stale-while-revalidate=604800'
const FOR_EVER = 'public, max-age=31536000, immutable'
const MAY_LOAD_NOTHING = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Sets the headers of the desk's service worker, which may make requests and is revalidated each time. */
function letServe(response: ServerResponse): void {
  response.setHeader(
    'content-security-policy',
    "default-src 'none'; script-src 'self'; connect-src 'self'",
  )
  response.setHeader('cache-control', 'no-cache')
  response.setHeader('service-worker-allowed', '/desk')
}

/**
 * Serves the files of a folder, compressed as the build has left them. The folder is listed once, at start. The handler
 * returns true when it sends a file.
 */
export function createStaticFileHandler(
  folder: string,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  if (!existsSync(folder)) return () => false
  const send = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    dotfiles: false,
    setHeaders(response, pathname) {
      // Files below /assets have a hash of their content in the name, so they never change.
      response.setHeader('cache-control', /^\/(desk\/)?assets\//.test(pathname) ? FOR_EVER : A_DAY)
      response.setHeader('content-security-policy', MAY_LOAD_NOTHING)
      response.setHeader('vary', 'accept-encoding')
      if (pathname === '/desk/sw.js') letServe(response)
    },
  })
  return (request, response) => {
    // A listed file may have been removed since the start.
    response.once('pipe', (file: Readable) => file.once('error', () => response.destroy()))
    let isUnknown = false
    send(request, response, () => {
      isUnknown = true
    })
    return !isUnknown
  }
}
