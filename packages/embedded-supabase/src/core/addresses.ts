import { isIPv6 } from 'node:net'

/** Returns the key by which an address is rate-limited: an IPv4 address, or the /64 that one IPv6 customer has. */
export function limitedAddress(address: string): string {
  return groupsOf(address)?.slice(0, 4).join(':') ?? plainAddress(address)
}

/** The /48 that a company or a tunnel hands out addresses from; null for IPv4. */
export function getNetwork(address: string): string | null {
  return groupsOf(address)?.slice(0, 3).join(':') ?? null
}

/** An IPv4 address that arrives in IPv6 clothes is the same address. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

/** The eight groups of an IPv6 address; null for any other. */
function groupsOf(address: string): string[] | null {
  if (!isIPv6(address) || plainAddress(address) !== address) return null
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const middle = Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  return [...front, ...middle, ...back].map((group) => group.padStart(4, '0'))
}
