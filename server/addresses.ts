import type { IncomingMessage } from 'node:http'
import proxyAddress from 'proxy-addr'
import { ConfigError } from './config.ts'

export type JudgeAddress = (request: IncomingMessage) => string

/**
 * Returns the function that tells whether an address is one of the trusted proxies.
 * @throws ConfigError when TRUSTED_PROXIES names something that is not an address or a range
 */
export function createProxyTrust(trustedProxies: readonly string[]): (address: string) => boolean {
  try {
    const trust = proxyAddress.compile([...trustedProxies])
    return (address) => trust(address, 0)
  } catch (error) {
    throw new ConfigError(
      `TRUSTED_PROXIES: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** Returns the function that tells a client's address: the socket's own, or what the trusted proxies vouch for. */
export function createAddressJudge(isTrusted: (address: string) => boolean): JudgeAddress {
  return (request) => plain(proxyAddress(request, isTrusted))
}

/** An IPv4 address that arrives in IPv6 clothes is the same address. */
function plain(address: string | undefined): string {
  return (address ?? 'unknown').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '')
}
