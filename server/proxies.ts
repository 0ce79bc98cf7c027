import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import proxyAddress from 'proxy-addr'
import { StartError } from '../packages/embedded-supabase/src/core.ts'
import type { Logger } from './log.ts'

export type GetClientAddress = (request: IncomingMessage) => string

/**
 * Returns a function that tells whether an address is that of a trusted proxy.
 * @throws StartError when TRUSTED_PROXIES has an entry that is no address or range
 */
export function createProxyTrust(trustedProxies: readonly string[]): (address: string) => boolean {
  try {
    const trust = proxyAddress.compile([...trustedProxies])
    // The last result is cached: nearly all requests come through one proxy, whose address would be parsed three times for each.
    let last = { address: '', isTrusted: trust('', 0) }
    return (address) => {
      if (address !== last.address) last = { address, isTrusted: trust(address, 0) }
      return last.isTrusted
    }
  } catch (error) {
    throw new StartError(
      `TRUSTED_PROXIES: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

export function createGetClientAddress(isTrusted: (address: string) => boolean): GetClientAddress {
  return (request) => plain(proxyAddress(request, isTrusted))
}

/** Converts an IPv4-mapped IPv6 address to IPv4; returns other addresses unchanged. */
function plain(address: string | undefined): string {
  return (address ?? 'unknown').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '')
}

/** Headers that proxies, load balancers, tunnels and CDNs add to requests, and that no browser sends. */
const NAMES = new Set(
  `forwarded via x-real-ip x-client-ip x-cluster-client-ip client-ip true-client-ip http-client-ip
   forwarded-for x-forwarded x-remote-ip x-remote-addr x-originating-ip x-coming-from x-host x-scheme
   x-url-scheme front-end-https x-proxy-id x-proxyuser-ip proxy-client-ip wl-proxy-client-ip x-nginx-proxy
   x-varnish cdn-loop x-cdn cdn-real-ip ali-cdn-real-ip do-connecting-ip incap-client-ip
   x-sucuri-clientip x-sucuri-country fastly-client-ip fastly-ff fastly-ssl fastly-client x-cloud-trace-context
   x-appgw-trace-id x-waws-unencoded-url disguised-host was-default-hostname`.split(/\s+/),
)
const BEGINNINGS =
  /^(x-forwarded-|x-original-|x-real-|cf-|fly-|x-amzn?-|cloudfront-|x-arr-|x-azure-|x-appengine-|x-envoy-|x-vercel-|x-nf-|x-akamai-|akamai-|tailscale-|ngrok-|x-railway-|x-replit-)/

export function hasForwardingHeaders(headers: IncomingHttpHeaders): boolean {
  for (const name of Object.keys(headers)) if (NAMES.has(name) || BEGINNINGS.test(name)) return true
  return false
}

/**
 * Warns once when a request comes through a proxy that TRUSTED_PROXIES does not name: all visitors behind it count as one
 * address, so they share one visitor's limits. It warns only about proxies on this machine or in a private network,
 * because any client can send these headers.
 */
export function createProxyWarner(
  isTrusted: (address: string) => boolean,
  log: Logger,
): (request: {
  headers: IncomingHttpHeaders
  socket: { remoteAddress?: string | undefined }
}) => void {
  const isNear = createProxyTrust(['loopback', 'linklocal', 'uniquelocal'])
  let isWarned = false
  return ({ headers, socket: { remoteAddress: proxy = '' } }) => {
    if (isWarned || isTrusted(proxy) || !hasForwardingHeaders(headers) || !isNear(proxy)) return
    isWarned = true
    log.warn(
      { proxy },
      'proxy: TRUSTED_PROXIES does not name it, so all its visitors count as one address',
    )
  }
}
