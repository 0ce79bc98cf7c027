/** `crowded`: too many wait already; `late`: no turn came in time; `gone`: the asker has hung up. */
export type Refusal = 'crowded' | 'late' | 'gone'

export interface Waiting {
  isGone: () => boolean
  bytes: number
  isKnown: boolean
  admit: () => void
  refuse: (reason: Refusal) => void
}

/** An address, or a session of staff. */
export interface Share {
  key: string
  network: Network
  running: number
  waiting: Waiting[]
}

/** A /48, an IPv4 address, or a session of staff. */
export interface Network {
  key: string
  isStaff: boolean
  running: number
  waiting: number
  /** Of those that run or wait; the next in turn comes first. */
  shares: Map<string, Share>
}

export function isBefore(one: Network, other: Network): boolean {
  return one.isStaff === other.isStaff ? one.running < other.running : one.isStaff
}

/** The latest of the address of which most wait; null when all have as much right to wait as the one that asks. */
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

/** The promise of a request that has hung up is rejected, for the sake of what waits for it. */
export function isStillThere({ isGone, refuse }: Waiting): boolean {
  if (!isGone()) return true
  refuse('gone')
  return false
}
