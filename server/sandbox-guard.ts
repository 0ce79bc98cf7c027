import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isForwarded } from './proxies.ts'
import { isLoopbackAddress, isLoopbackName } from './loopback.ts'
import { ownerOfPeer } from './socket-owner.ts'

const COOKIE = 'sandbox_token'

export interface SandboxKeys {
  token: string
  apiKey: string
}

/**
 * Lets in whoever has a key; without one only requests from this machine, through no proxy, while the shop has a loopback
 * address (docs/decisions/0012). A token in the address is moved to a cookie for the sandbox only.
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
  return isLoopbackName(siteUrl.hostname) && isFromHere(request)
}

/** Lets in whoever has the token, and requests from this machine through no proxy, whatever the shop's address. */
export async function mayReadMetrics(
  request: IncomingMessage,
  token: string | null,
): Promise<boolean> {
  const { authorization = '' } = request.headers
  if (token !== null && isSame(authorization, `Bearer ${token}`)) return true
  return isFromHere(request)
}

/**
 * A web server on this machine comes from a loopback address, too, perhaps by a loopback name. It is recognised by the
 * headers that it adds, by nginx's HTTP/1.0, by its visitors' Origin or Referer, or by running under another account.
 */
async function isFromHere({ headers, httpVersion, socket }: IncomingMessage): Promise<boolean> {
  if (!isLoopbackAddress(socket.remoteAddress)) return false
  if (httpVersion !== '1.1' || isForwarded(headers)) return false
  const { host = '', origin, referer } = headers
  const named = [`http://${host}`, origin, referer].filter((one) => one !== undefined)
  if (!named.every((one) => isLoopbackName(URL.parse(one)?.hostname ?? ''))) return false
  const owner = await ownerOfPeer(socket)
  return owner === null || owner === 0 || owner === process.getuid?.()
}

function isSame(given: string, expected: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
