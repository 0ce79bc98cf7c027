import type { IncomingMessage } from 'node:http'
import proxyAddress from 'proxy-addr'
import { ConfigError } from './config.ts'

export type JudgeAddress = (request: IncomingMessage) => string

/**
 * Returns the function that tells a client's address: the socket's own, or what the trusted proxies vouch for.
 * @throws ConfigError when TRUSTED_PROXIES names something that is not an address or a range
 */
export function createAddressJudge(trustedProxies: readonly string[]): JudgeAddress {
  try {
    const trust = proxyAddress.compile([...trustedProxies])
    return (request) =>
      plain(
        trustedProxies.length === 0 ? request.socket.remoteAddress : proxyAddress(request, trust),
      )
  } catch (error) {
    throw new ConfigError(
      `TRUSTED_PROXIES: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** An IPv4 address that arrives in IPv6 clothes is the same address. */
function plain(address: string | undefined): string {
  return (address ?? 'unknown').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '')
}

/** True for the machine's own addresses. */
export function isLoopback(address: string | undefined): boolean {
  const bare = plain(address)
  return bare === '::1' || bare.startsWith('127.')
}
