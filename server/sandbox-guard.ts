import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isLoopback } from './addresses.ts'

const COOKIE = 'sandbox_token'
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/

/**
 * Lets in whoever sits at the machine itself under a loopback name, or holds the token printed at start.
 * A request that a proxy passed on comes from the machine itself too, but says so. A token in the address is
 * moved to a cookie that goes to the sandbox only.
 */
export function mayEnterSandbox(
  request: IncomingMessage,
  response: ServerResponse,
  query: string,
  token: string,
): boolean {
  const given = new URLSearchParams(query).get('token')
  if (given !== null && isSame(given, token)) {
    response.setHeader('set-cookie', `${COOKIE}=${token}; Path=/sandbox; HttpOnly; SameSite=Lax`)
    return true
  }
  const cookie = (request.headers.cookie ?? '')
    .split('; ')
    .find((part) => part.startsWith(`${COOKIE}=`))
  if (cookie && isSame(cookie.slice(COOKIE.length + 1), token)) return true
  const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers
  return (
    isLoopback(request.socket.remoteAddress) &&
    !isForwarded &&
    LOOPBACK_HOST.test(request.headers.host ?? '')
  )
}

function isSame(given: string, token: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(token))
}
