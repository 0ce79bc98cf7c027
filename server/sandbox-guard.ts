import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasForwardingHeaders } from './proxies.ts'
import { isLoopbackAddress, isLoopbackHostname } from './loopback.ts'
import { getPeerProcessUid } from './socket-owner.ts'

const COOKIE = 'sandbox_token'

export interface SandboxKeys {
  token: string
  apiKey: string
}

/**
 * Returns true for requests that may use the sandbox. With a sandbox token anybody may; without one only requests from this
 * machine that came through no proxy, and only while the shop has a loopback address (docs/decisions/0012). A token in the
 * URL is moved to a cookie whose path is the sandbox.
 */
export async function mayEnterSandbox(
  request: IncomingMessage,
  response: ServerResponse,
  { query, keys, siteUrl }: { query: string; keys: SandboxKeys; siteUrl: URL },
): Promise<boolean> {
  const given = new URLSearchParams(query).get('token')
  if (given !== null && isSame(given, keys.token)) {
    const secure = siteUrl.protocol === 'https:' ? '; Secure' : ''
    const cookie = `${COOKIE}=${keys.token}; Path=/sandbox; HttpOnly; SameSite=Lax${secure}`
    response.setHeader('set-cookie', cookie)
    return true
  }
  const { authorization = '', cookie = '' } = request.headers
  if (isSame(authorization, `Bearer ${keys.apiKey}`)) return true
  if (cookie.split('; ').some((part) => isSame(part, `${COOKIE}=${keys.token}`))) return true
  return isLoopbackHostname(siteUrl.hostname) && isFromHere(request)
}

/** Returns true for requests with the metrics token, and for requests from this machine that came through no proxy. */
export async function mayReadMetrics(
  request: IncomingMessage,
  token: string | null,
): Promise<boolean> {
  const { authorization = '' } = request.headers
  if (token !== null && isSame(authorization, `Bearer ${token}`)) return true
  return isFromHere(request)
}

/**
 * Returns true for requests that a program on this machine sent itself. A reverse proxy on this machine also connects from
 * a loopback address, perhaps by a loopback name. A proxy is recognised by the headers that it adds, by nginx's HTTP/1.0,
 * by its visitors' Origin or Referer, or because it runs under another account.
 */
async function isFromHere({ headers, httpVersion, socket }: IncomingMessage): Promise<boolean> {
  if (!isLoopbackAddress(socket.remoteAddress)) return false
  if (httpVersion !== '1.1' || hasForwardingHeaders(headers)) return false
  const { host = '', origin, referer } = headers
  const named = [`http://${host}`, origin, referer].filter((one) => one !== undefined)
  if (!named.every((one) => isLoopbackHostname(URL.parse(one)?.hostname ?? ''))) return false
  const owner = await getPeerProcessUid(socket)
  return owner === null || owner === 0 || owner === process.getuid?.()
}

function isSame(given: string, expected: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
