import { limitedAddress } from '../auth/limits.ts'

/** Who wants a place. */
export interface Asker {
  /** One IPv4 address, or the /64 of an IPv6 address, has one share. */
  address: string
  /** Whether nobody waits for the answer any more. */
  isGone?: (() => boolean) | undefined
}

export interface FairShares {
  /**
   * Runs the work as soon as its turn has come.
   * @throws NoPlaceError when it does not come
   */
  use: <T>(asker: Asker, work: () => Promise<T>) => Promise<T>
}

export interface ShareLimits {
  /** How many pieces of work run at once. */
  places: number
  /** How many of them may be one address's. */
  perAddress: number
  /** How many more of one address may wait. */
  waitingPerAddress: number
  /** ms that each of them waits at most. */
  patience: number
}

/** `crowded`: too many of that address wait already; `late`: no turn came in time; `gone`: the asker has hung up. */
export class NoPlaceError extends Error {
  override name = 'NoPlaceError'
  readonly reason: 'crowded' | 'late' | 'gone'

  constructor(reason: NoPlaceError['reason']) {
    super(`No place was given: ${reason}`)
    this.reason = reason
  }
}

interface Waiting {
  asker: Asker
  admit: () => void
  refuse: (reason: NoPlaceError['reason']) => void
}

interface Share {
  running: number
  waiting: Waiting[]
}

/**
 * Divides places among addresses. Those that wait are served in turn, an address at a time, and within an address in
 * the order in which they came, so that one of them delays the others by a turn, however many requests it sends.
 */
export function createFairShares(limits: ShareLimits): FairShares {
  /** Whose turn is next stands first. */
  const shares = new Map<string, Share>()
  let running = 0

  function enter(key: string, asker: Asker): Promise<void> | void {
    const share = shares.get(key) ?? { running: 0, waiting: [] }
    shares.set(key, share)
    if (mayRun(share)) return start(key, share)
    share.waiting = share.waiting.filter(isStillThere)
    if (share.waiting.length >= limits.waitingPerAddress) throw new NoPlaceError('crowded')
    return wait(key, share, asker)
  }

  function mayRun(share: Share): boolean {
    return running < limits.places && share.running < limits.perAddress
  }

  function start(key: string, share: Share): void {
    running++
    share.running++
    shares.delete(key)
    shares.set(key, share)
  }

  function wait(key: string, share: Share, asker: Asker): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(entry), 1)
        forgetIfIdle(key, share)
        entry.refuse('late')
      }, limits.patience)
      const entry: Waiting = {
        asker,
        admit: () => {
          clearTimeout(timer)
          resolve()
        },
        refuse: (reason) => {
          clearTimeout(timer)
          reject(new NoPlaceError(reason))
        },
      }
      share.waiting.push(entry)
    })
  }

  function leave(key: string): void {
    const share = shares.get(key)
    if (share === undefined) return
    running--
    share.running--
    while (serveNext());
    forgetIfIdle(key, share)
  }

  /** False when nobody is left whom a free place could serve. */
  function serveNext(): boolean {
    const [key, share] = nextInTurn() ?? []
    const next = share?.waiting.shift()
    if (key === undefined || share === undefined || next === undefined) return false
    if (isStillThere(next)) {
      start(key, share)
      next.admit()
    }
    return true
  }

  /** Who has the fewest places already; of equals whose turn it is. Shares without a place come early: all wait. */
  function nextInTurn(): [key: string, share: Share] | undefined {
    let best: [key: string, share: Share] | undefined
    for (const each of shares) {
      const [, share] = each
      if (share.waiting.length === 0 || !mayRun(share)) continue
      if (best === undefined || share.running < best[1].running) best = each
      if (share.running === 0) break
    }
    return best
  }

  function forgetIfIdle(key: string, share: Share): void {
    if (share.running === 0 && share.waiting.length === 0) shares.delete(key)
  }

  return {
    use: async (asker, work) => {
      const key = limitedAddress(asker.address)
      await enter(key, asker)
      try {
        return await work()
      } finally {
        leave(key)
      }
    },
  }
}

/** Who has hung up is told so, for the sake of what waits for the promise. */
function isStillThere({ asker, refuse }: Waiting): boolean {
  if (asker.isGone?.() !== true) return true
  refuse('gone')
  return false
}
