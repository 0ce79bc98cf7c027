import { toRateLimitKey, getNetworkPrefix } from '../core/addresses.ts'
import type { Asker } from './asker.ts'

/**
 * The reason for which a request gets no slot: `crowded` when too many are queued, `late` when it was queued too long, `gone` when
 * the client has disconnected.
 */
export type SlotRefusal = 'crowded' | 'late' | 'gone'

export interface QueuedRequest {
  isAborted: () => boolean
  bytes: number
  admit: () => void
  refuse: (reason: SlotRefusal) => void
}

/**
 * Tasks that share slots. All tasks have a part for each class (staff, known callers, strangers), a class one for each network
 * (an IPv6 /48, an IPv4 address, an account of staff), and a network one for each of its addresses and accounts, or its sessions if
 * it is an account of staff.
 */
export interface Share {
  level: 'all' | 'class' | 'network' | 'asker'
  name: string
  /** The name with that of the network. */
  key: string
  parent: Share | null
  /** The numbers of running and queued tasks, including those of its child shares. */
  running: number
  waiting: number
  /** The bytes that queued requests hold, including those of its child shares. */
  held: number
  /** The parts with running or queued tasks, in the order of their turns. */
  parts: Map<string, Share>
  /** The queued requests of an address, account or session, in the order of arrival. */
  queue: QueuedRequest[]
}

/**
 * Maximum of networks in which an account is a known caller at once. In others it is a stranger, so that it has no more weight with
 * a thousand networks than with these. Somebody elsewhere with the account's password uses up nothing of its owner's network.
 */
const networksPerAccount = 4

const levels = { all: 'class', class: 'network', network: 'asker', asker: 'asker' } as const

function createShare(name: string, parent: Share | null): Share {
  return {
    level: parent === null ? 'all' : levels[parent.level],
    name,
    key: `${parent?.name} ${name}`,
    parent,
    running: 0,
    waiting: 0,
    held: 0,
    parts: new Map(),
    queue: [],
  }
}

export function createShares(): Share {
  const all = createShare('all', null)
  for (const name of ['staff', 'known', 'strangers']) all.parts.set(name, createShare(name, all))
  return all
}

/** Finds or creates the asker's share. A created one is only part of its parent after `attachShare`. */
export function findShare(all: Share, asker: Asker): Share {
  const { address, account, isKnown = false, staffSession } = asker
  if (typeof staffSession === 'string')
    return findPart(all, 'staff', account ?? staffSession, staffSession)
  const own = toRateLimitKey(address)
  const network = getNetworkPrefix(address) ?? own
  const isKnownHere =
    isKnown && (account === undefined || !isSpread(findPart(all, 'known'), account, network))
  return findPart(all, isKnownHere ? 'known' : 'strangers', network, account ?? own)
}

function findPart(all: Share, ...names: string[]): Share {
  return names.reduce((share, name) => share.parts.get(name) ?? createShare(name, share), all)
}

/** Returns true when the account has its maximum of networks without this one. */
function isSpread({ parts }: Share, account: string, network: string): boolean {
  let others = 0
  for (const { name, parts: askers } of parts.values())
    if (name !== network && askers.has(account)) others += 1
  return others >= networksPerAccount
}

/** Returns the share and those that it is part of. */
export function getShareAndParents(share: Share): Share[] {
  return share.parent === null ? [share] : [share, ...getShareAndParents(share.parent)]
}

/** Visits the shares with queues. It creates no lists, because a full queue is searched at every request. */
export function forEachAsker(share: Share, visit: (asker: Share) => void): void {
  if (share.level === 'asker') visit(share)
  else for (const part of share.parts.values()) forEachAsker(part, visit)
}

export function attachShare(share: Share): void {
  for (const each of getShareAndParents(share)) each.parent?.parts.set(each.name, each)
}

/** Forgets an idle share and its network. Classes are kept, and with them which one was served last. */
export function forgetIfIdle(share: Share): void {
  for (const { level, running, waiting, parent, name } of getShareAndParents(share)) {
    if (running > 0 || waiting > 0 || level === 'class') return
    parent?.parts.delete(name)
  }
}

export const isStaff = ({ level, name }: Share): boolean => level === 'class' && name === 'staff'

/** Returns true when a part is served before another one: staff first, then the one that occupies fewer slots. */
export function isServedBefore(one: Share, other: Share): boolean {
  return isStaff(one) === isStaff(other) ? one.running < other.running : isStaff(one)
}

/** A quantity of which shares may have too much, and how much a request adds to it. */
export type ShareLoad = { of: 'waiting'; added: 1 } | { of: 'held'; added: number }

/**
 * Returns the share that makes room for a request of the asking one, or null when all have as much right to stay: the one with the
 * highest load in the other class, network and then asker with the highest, if that has more than the asking one's would have.
 * Staff displace others in any case, and are only displaced by staff.
 */
export function findShareToDisplace(group: Share, asking: Share, load: ShareLoad): Share | null {
  const own = getShareAndParents(asking).find(({ parent }) => parent === group)
  if (own === undefined) return null
  const others = [...group.parts.values()].filter((part) => part !== own && !isStaff(part))
  const largest = getLargest(others, load)
  const most = isStaff(own) ? 0 : own[load.of] + load.added
  if (largest === undefined || largest[load.of] <= most)
    return findShareToDisplace(own, asking, load)
  return getLargestAsker(largest, load)
}

function getLargest(shares: Iterable<Share>, { of }: ShareLoad): Share | undefined {
  let largest: Share | undefined
  for (const share of shares) if (largest === undefined || share[of] > largest[of]) largest = share
  return largest
}

function getLargestAsker(share: Share, load: ShareLoad): Share {
  const largest = getLargest(share.parts.values(), load)
  return largest === undefined ? share : getLargestAsker(largest, load)
}

/** Returns the queued request that a share loses: the one with the most bytes when memory is short, otherwise the latest. */
export function findRequestToDisplace(
  { queue }: Share,
  { of }: ShareLoad,
): QueuedRequest | undefined {
  if (of === 'waiting') return queue.at(-1)
  const most = queue.reduce((bytes, each) => Math.max(bytes, each.bytes), 0)
  return queue.find(({ bytes }) => bytes === most)
}

/** Returns false for a request whose client has disconnected, and rejects its promise. */
export function isStillQueued({ isAborted, refuse }: QueuedRequest): boolean {
  if (!isAborted()) return true
  refuse('gone')
  return false
}
