import { isIPv6 } from 'node:net'

/**
 * Returns the key by which a client address is rate-limited: an IPv4 address, or the /64 prefix of an IPv6 address, which is what
 * one customer usually has.
 */
export function toRateLimitKey(address: string): string {
  return groupsOf(address)?.slice(0, 4).join(':') ?? plainAddress(address)
}

/** Returns the /48 prefix of an IPv6 address, as large as what a company or tunnel provider usually has, or null for IPv4. */
export function getNetworkPrefix(address: string): string | null {
  return groupsOf(address)?.slice(0, 3).join(':') ?? null
}

/** Returns the IPv4 address of an IPv4-mapped IPv6 address (`::ffff:1.2.3.4`), and other addresses unchanged. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

/** Returns the eight groups of an IPv6 address; null for IPv4, also when it is mapped to IPv6. */
function groupsOf(address: string): string[] | null {
  if (!isIPv6(address) || plainAddress(address) !== address) return null
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const middle = Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  return [...front, ...middle, ...back].map((group) => group.padStart(4, '0'))
}
