import { limitedAddress } from './addresses.ts'
import { type Allowance, Allowances } from './allowances.ts'

export interface Asker {
  /** One IPv4 address, or the /64 of an IPv6 address, has one share. */
  address: string
  /** Whether nobody waits for the answer any more. */
  isGone?: (() => boolean) | undefined
  /** What is held for as long as it waits. */
  bytes?: number | undefined
  /** Whether it is somebody who is signed in. */
  isKnown?: boolean | undefined
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
  /** How many bytes those that wait may hold; without it nobody counts them. */
  heldInAll?: number
  /** ms that each of them waits at most. */
  patience: number
  /** How much time an address may have charged; without one nobody counts it. */
  allowance?: Allowance
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
  bytes: number
  isKnown: boolean
  admit: () => void
  refuse: (reason: NoPlaceError['reason']) => void
}

interface Share {
  running: number
  waiting: Waiting[]
}

/** Notes that work which was given a place took so many ms of what is shared. */
export type Charge = (ms: number) => void

/**
 * Divides places among addresses. Those that wait are served in turn, an address at a time, and within an address in
 * the order in which they came, so that one of them delays the others by a turn, however many requests it sends. With
 * an allowance an address that takes much time gets its next turn later. When too many wait in all, the latest of the
 * address of which most wait makes room for an address of which fewer do, and a stranger for somebody who is known.
 */
export class FairShares {
  readonly #limits: ShareLimits
  /** Of those who run or wait; whose turn is next stands first. */
  readonly #shares = new Map<string, Share>()
  readonly #allowances: Allowances | null
  #running = 0
  /** How many wait, those that have hung up among them, and the bytes that are held for them. */
  #waiting = 0
  #held = 0
  #pauseTimer: NodeJS.Timeout | undefined

  constructor(limits: ShareLimits) {
    this.#limits = limits
    this.#allowances = limits.allowance === undefined ? null : new Allowances(limits.allowance)
  }

  /** Whether anybody waits for a place. */
  get isAwaited(): boolean {
    return this.#waiting > 0
  }

  /**
   * Runs the work as soon as its turn has come.
   * @throws NoPlaceError when it does not come
   */
  async use<T>(
    { address, isGone = () => false, bytes = 0, isKnown = false }: Asker,
    work: (charge: Charge) => Promise<T>,
  ): Promise<T> {
    const key = limitedAddress(address)
    const share = this.#shares.get(key) ?? { running: 0, waiting: [] }
    if (share.waiting.length === 0 && this.#mayRun(key, share)) this.#start(key, share)
    else await this.#wait(key, share, { isGone, bytes, isKnown })
    try {
      return await work((ms) => this.#allowances?.charge(key, ms))
    } finally {
      this.#leave(key, share)
    }
  }

  #mayRun(key: string, { running }: Share): boolean {
    if (this.#running >= this.#limits.places) return false
    return running < this.#placesOf(key)
  }

  /** An address that has used up half of its time goes on with one place, and with none while it owes some. */
  #placesOf(key: string): number {
    const left = this.#allowances?.left(key) ?? 1
    if (left < 0) return 0
    return left < 0.5 ? 1 : this.#limits.perAddress
  }

  /** Whoever has got a place goes to the end of the row. */
  #start(key: string, share: Share): void {
    this.#running += 1
    share.running += 1
    this.#shares.delete(key)
    this.#shares.set(key, share)
  }

  #wait(
    key: string,
    share: Share,
    asker: Pick<Waiting, 'isGone' | 'bytes' | 'isKnown'>,
  ): Promise<void> {
    if (!this.#makeRoom(share, asker)) throw new NoPlaceError('crowded')
    const turn = Promise.withResolvers<void>()
    const timer = setTimeout(() => this.#remove(key, share, entry, 'late'), this.#limits.patience)
    const entry: Waiting = {
      ...asker,
      admit: turn.resolve,
      refuse: (reason) => turn.reject(new NoPlaceError(reason)),
    }
    share.waiting.push(entry)
    this.#waiting += 1
    this.#held += asker.bytes
    this.#shares.set(key, share)
    this.#wakeAfterPause()
    return turn.promise.finally(() => clearTimeout(timer))
  }

  #remove(key: string, share: Share, entry: Waiting, reason: NoPlaceError['reason']): void {
    share.waiting.splice(share.waiting.indexOf(entry), 1)
    this.#countOut(entry)
    this.#forgetIfIdle(key, share)
    entry.refuse(reason)
  }

  #makeRoom(asking: Share, { bytes, isKnown }: Pick<Waiting, 'bytes' | 'isKnown'>): boolean {
    const { waitingPerAddress } = this.#limits
    if (this.#hasRoom(bytes) && asking.waiting.length < waitingPerAddress) return true
    this.#forgetGone()
    if (asking.waiting.length >= waitingPerAddress) return false
    while (!this.#hasRoom(bytes)) {
      const longest = this.#longest(asking, isKnown)
      if (longest === null) return false
      this.#remove(...longest, 'crowded')
    }
    return true
  }

  /** The latest of the address of which most wait; null when all have as much right to wait as who asks. */
  #longest(asking: Share, isKnown: boolean): [key: string, share: Share, entry: Waiting] | null {
    let found: [key: string, share: Share, entry: Waiting] | null = null
    let most = 0
    for (const [key, share] of this.#shares) {
      if (share === asking || share.waiting.length <= most) continue
      const isLonger = share.waiting.length > asking.waiting.length + 1
      const stranger =
        isLonger || isKnown ? share.waiting.findLast((one) => !one.isKnown) : undefined
      const entry = stranger ?? (isLonger ? share.waiting.at(-1) : undefined)
      if (entry === undefined) continue
      most = share.waiting.length
      found = [key, share, entry]
    }
    return found
  }

  #hasRoom(bytes: number): boolean {
    const { waitingInAll, heldInAll = Infinity } = this.#limits
    return this.#waiting < waitingInAll && this.#held + bytes <= heldInAll
  }

  /** Those that have hung up make room. */
  #forgetGone(): void {
    for (const [key, share] of this.#shares) {
      share.waiting = share.waiting.filter((each) => {
        const isThere = isStillThere(each)
        if (!isThere) this.#countOut(each)
        return isThere
      })
      this.#forgetIfIdle(key, share)
    }
  }

  #countOut({ bytes }: Waiting): void {
    this.#waiting -= 1
    this.#held -= bytes
  }

  #leave(key: string, share: Share): void {
    this.#running -= 1
    share.running -= 1
    this.#serveAll()
    this.#forgetIfIdle(key, share)
  }

  #serveAll(): void {
    while (this.#serveNext());
    this.#wakeAfterPause()
  }

  /** Nobody's leaving ends the wait of an address that has no place because its time is used up. */
  #wakeAfterPause(): void {
    clearTimeout(this.#pauseTimer)
    if (this.#allowances === null || this.#running >= this.#limits.places) return
    const pauses: number[] = []
    for (const [key, { running, waiting }] of this.#shares)
      if (running === 0 && waiting.length > 0) pauses.push(this.#allowances.pause(key))
    if (pauses.length > 0)
      this.#pauseTimer = setTimeout(() => this.#serveAll(), Math.min(...pauses))
  }

  /** False when nobody is left whom a free place could serve. */
  #serveNext(): boolean {
    const [key, share] = this.#nextInTurn() ?? []
    const next = share?.waiting.shift()
    if (key === undefined || share === undefined || next === undefined) return false
    this.#countOut(next)
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
      const [key, share] = each
      if (share.waiting.length === 0 || !this.#mayRun(key, share)) continue
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
