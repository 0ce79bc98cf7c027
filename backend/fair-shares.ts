import { limitedAddress } from './auth/limits.ts'

/** Who wants a place. */
export interface Asker {
  /** One IPv4 address, or the /64 of an IPv6 address, has one share. */
  address: string
  /** Whether nobody waits for the answer any more. */
  isGone?: (() => boolean) | undefined
}

export interface ShareLimits {
  /** How many pieces of work run at once. */
  places: number
  /** How many of them may be one address's. */
  perAddress: number
  /** How many more of one address may wait. */
  waitingPerAddress: number
  /** How many may wait, wherever they come from. */
  waitingInAll: number
  /** ms that each of them waits at most. */
  patience: number
}

/** `crowded`: too many wait already; `late`: no turn came in time; `gone`: the asker has hung up. */
export class NoPlaceError extends Error {
  override name = 'NoPlaceError'
  readonly reason: 'crowded' | 'late' | 'gone'

  constructor(reason: NoPlaceError['reason']) {
    super(`No place was given: ${reason}`)
    this.reason = reason
  }
}

interface Waiting {
  isGone: () => boolean
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
export class FairShares {
  readonly #limits: ShareLimits
  /** Of those who run or wait; whose turn is next stands first. */
  readonly #shares = new Map<string, Share>()
  #running = 0

  constructor(limits: ShareLimits) {
    this.#limits = limits
  }

  /**
   * Runs the work as soon as its turn has come.
   * @throws NoPlaceError when it does not come
   */
  async use<T>({ address, isGone = () => false }: Asker, work: () => Promise<T>): Promise<T> {
    const key = limitedAddress(address)
    const share = this.#shares.get(key) ?? { running: 0, waiting: [] }
    if (this.#mayRun(share)) this.#start(key, share)
    else await this.#wait(key, share, isGone)
    try {
      return await work()
    } finally {
      this.#leave(key, share)
    }
  }

  #mayRun({ running }: Share): boolean {
    return this.#running < this.#limits.places && running < this.#limits.perAddress
  }

  /** Whoever has got a place goes to the end of the row. */
  #start(key: string, share: Share): void {
    this.#running += 1
    share.running += 1
    this.#shares.delete(key)
    this.#shares.set(key, share)
  }

  #wait(key: string, share: Share, isGone: () => boolean): Promise<void> {
    if (this.#isCrowded(share)) throw new NoPlaceError('crowded')
    const turn = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      share.waiting.splice(share.waiting.indexOf(entry), 1)
      this.#forgetIfIdle(key, share)
      entry.refuse('late')
    }, this.#limits.patience)
    const entry: Waiting = {
      isGone,
      admit: turn.resolve,
      refuse: (reason) => turn.reject(new NoPlaceError(reason)),
    }
    share.waiting.push(entry)
    this.#shares.set(key, share)
    return turn.promise.finally(() => clearTimeout(timer))
  }

  /** Those that have hung up make room. */
  #isCrowded(asking: Share): boolean {
    let inAll = 0
    for (const [key, share] of this.#shares) {
      share.waiting = share.waiting.filter(isStillThere)
      inAll += share.waiting.length
      this.#forgetIfIdle(key, share)
    }
    const { waitingInAll, waitingPerAddress } = this.#limits
    return inAll >= waitingInAll || asking.waiting.length >= waitingPerAddress
  }

  #leave(key: string, share: Share): void {
    this.#running -= 1
    share.running -= 1
    while (this.#serveNext());
    this.#forgetIfIdle(key, share)
  }

  /** False when nobody is left whom a free place could serve. */
  #serveNext(): boolean {
    const [key, share] = this.#nextInTurn() ?? []
    const next = share?.waiting.shift()
    if (key === undefined || share === undefined || next === undefined) return false
    if (isStillThere(next)) {
      this.#start(key, share)
      next.admit()
    } else this.#forgetIfIdle(key, share)
    return true
  }

  /** Who has the fewest places already; of equals whose turn it is. Shares without a place come early: all wait. */
  #nextInTurn(): [key: string, share: Share] | undefined {
    let best: [key: string, share: Share] | undefined
    for (const each of this.#shares) {
      const [, share] = each
      if (share.waiting.length === 0 || !this.#mayRun(share)) continue
      if (best === undefined || share.running < best[1].running) best = each
      if (share.running === 0) break
    }
    return best
  }

  #forgetIfIdle(key: string, share: Share): void {
    if (share.running === 0 && share.waiting.length === 0) this.#shares.delete(key)
  }
}

/** Who has hung up is told so, for the sake of what waits for the promise. */
function isStillThere({ isGone, refuse }: Waiting): boolean {
  if (!isGone()) return true
  refuse('gone')
  return false
}
