import { limitedAddress, getNetwork } from '../core/addresses.ts'
import type { Asker } from './asker.ts'

/**
 * The reason for which a request gets no slot: `crowded` when too many are queued, `late` when it was queued too long, `gone` when
 * the client has disconnected.
 */
export type SlotRefusal = 'crowded' | 'late' | 'gone'

export interface Waiting {
  isAborted: () => boolean
  bytes: number
  isKnown: boolean
  admit: () => void
  refuse: (reason: SlotRefusal) => void
}

/** The queued and running tasks of an address, an account, or a session of staff. */
export interface Share {
  key: string
  network: Network
  running: number
  waiting: Waiting[]
}

/** A group of shares: those of an IPv6 /48 or an IPv4 address, of the signed-in accounts behind that, or of a session of staff. */
export interface Network {
  key: string
  isStaff: boolean
  running: number
  waiting: number
  /** The shares with running or queued tasks, in the order of their turns. */
  shares: Map<string, Share>
}

/** Returns the keys of the share that a request belongs to, and of its network. */
export function getShareKeys({ address, account, staffSession }: Asker): {
  key: string
  networkKey: string
} {
  if (typeof staffSession === 'string') {
    const key = `staff ${staffSession}`
    return { key, networkKey: key }
  }
  const key = limitedAddress(address)
  const networkKey = getNetwork(address) ?? key
  if (account === undefined) return { key, networkKey }
  // Has the network in its key, so that somebody who knows the account's password uses up nothing of its owner elsewhere.
  return { key: `account ${account} ${networkKey}`, networkKey: `accounts ${networkKey}` }
}

export function isBefore(one: Network, other: Network): boolean {
  return one.isStaff === other.isStaff ? one.running < other.running : one.isStaff
}

/**
 * Returns the request to drop for the asking one: the latest of the share with the longest queue. Returns null when all have as
 * much right to stay.
 */
export function findLongest(
  networks: Iterable<Network>,
  asking: Share,
  isKnown: boolean,
): [share: Share, entry: Waiting] | null {
  let found: [share: Share, entry: Waiting] | null = null
  for (const network of networks) {
    if (network.isStaff && !asking.network.isStaff) continue
    if (found !== null && network.waiting <= found[0].network.waiting) continue
    found = findInNetwork(network, asking, isKnown) ?? found
  }
  return found
}

function findInNetwork(
  network: Network,
  asking: Share,
  isKnown: boolean,
): [share: Share, entry: Waiting] | null {
  let found: [share: Share, entry: Waiting] | null = null
  for (const share of network.shares.values()) {
    if (share === asking || share.waiting.length <= (found?.[0].waiting.length ?? 0)) continue
    const entry = findRemovable(share, asking, isKnown)
    if (entry !== undefined) found = [share, entry]
  }
  return found
}

function findRemovable(
  { waiting, network }: Share,
  asking: Share,
  isKnown: boolean,
): Waiting | undefined {
  const isLonger =
    network === asking.network
      ? waiting.length > asking.waiting.length + 1
      : network.waiting > asking.network.waiting + 1
  const isOutranked = asking.network.isStaff && !network.isStaff
  const stranger =
    isLonger || isKnown || isOutranked ? waiting.findLast((one) => !one.isKnown) : undefined
  return stranger ?? (isLonger || isOutranked ? waiting.at(-1) : undefined)
}

/** Returns false for a request whose client has disconnected, and rejects its promise. */
export function isWaiting({ isAborted, refuse }: Waiting): boolean {
  if (!isAborted()) return true
  refuse('gone')
  return false
}
