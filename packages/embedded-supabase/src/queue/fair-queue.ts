import { TokenBuckets } from '../core/token-bucket.ts'
import type { Asker } from './asker.ts'
import type { ShareLimits } from './share-limits.ts'
import {
  findLongest,
  isBefore,
  isWaiting,
  getShareKeys,
  type Network,
  type SlotRefusal,
  type Share,
  type Waiting,
} from './shares.ts'

export class NoSlotError extends Error {
  override name = 'NoPlaceError'
  readonly reason: SlotRefusal

  constructor(reason: SlotRefusal) {
    super(`No place was given: ${reason}`)
    this.reason = reason
  }
}

/** Charges an address for the milliseconds that its work took. */
export type Charge = (ms: number) => void

/**
 * Shares slots (concurrent tasks) fairly between networks, and within a network between its addresses. The signed-in accounts of a
 * network count as another network, in which each account has a share. Queued requests take turns, in order of arrival within a
 * share, so a client delays the others by one turn, however many requests it sends. With an `allowance`, an address that has used
 * much time gets its next turn later. When too many requests are queued, the latest request of the largest network is dropped for
 * one of a smaller network, an anonymous one for a known one, and any for staff.
 */
export class FairQueue {
  readonly #limits: ShareLimits
  /** Networks in the order of their turns, the next one first. */
  readonly #networks = new Map<string, Network>()
  readonly #allowances: TokenBuckets | null
  #running = 0
  /** The number of queued requests, including disconnected ones, and the bytes held for them. */
  #waiting = 0
  #held = 0
  #pauseTimer: NodeJS.Timeout | undefined

  constructor(limits: ShareLimits) {
    this.#limits = limits
    this.#allowances = limits.allowance === undefined ? null : new TokenBuckets(limits.allowance)
  }

  /** True while any request waits for a slot. */
  get isAwaited(): boolean {
    return this.#waiting > 0
  }

  /** Runs the work once it gets a slot. @throws NoSlotError when it gets none */
  async use<T>(asker: Asker, work: (charge: Charge) => Promise<T>): Promise<T> {
    const { isAborted = () => false, bytes = 0, isKnown = false } = asker
    const share = this.#shareOf(asker)
    if (share.waiting.length === 0 && this.#mayRun(share)) this.#start(share)
    else await this.#wait(share, { isAborted, bytes, isKnown })
    try {
      return await work((ms) => this.#allowances?.charge(share.key, ms))
    } finally {
      this.#leave(share)
    }
  }

  /** Finds or creates the asker's share. `#keep` stores it once it has tasks that run or wait. */
  #shareOf(asker: Asker): Share {
    const isStaff = typeof asker.staffSession === 'string'
    const { key, networkKey } = getShareKeys(asker)
    const network = this.#networks.get(networkKey) ?? {
      key: networkKey,
      isStaff,
      running: 0,
      waiting: 0,
      shares: new Map<string, Share>(),
    }
    return network.shares.get(key) ?? { key, network, running: 0, waiting: [] }
  }

  #keep(share: Share): void {
    share.network.shares.set(share.key, share)
    this.#networks.set(share.network.key, share.network)
  }

  #mayRun({ key, running, network }: Share): boolean {
    return this.#mayRunMore(network) && running < this.#placesOf(key)
  }

  #mayRunMore({ isStaff, running }: Network): boolean {
    const { slots, perAddress, staffSlots = 0 } = this.#limits
    if (this.#running >= (isStaff ? slots + staffSlots : slots)) return false
    return running < Math.max(perAddress, Math.ceil(slots / 2))
  }

  /**
   * Returns the maximum of slots for an address: one after it has used half of its allowance, and none while the allowance is
   * overdrawn.
   */
  #placesOf(key: string): number {
    const left = this.#allowances?.left(key) ?? 1
    if (left < 0) return 0
    return left < 0.5 ? 1 : this.#limits.perAddress
  }

  /** Occupies a slot, and moves the share and its network to the end of their orders of turns. */
  #start(share: Share): void {
    const { network } = share
    this.#running += 1
    network.running += 1
    share.running += 1
    network.shares.delete(share.key)
    this.#networks.delete(network.key)
    this.#keep(share)
  }

  #wait(share: Share, asker: Pick<Waiting, 'isAborted' | 'bytes' | 'isKnown'>): Promise<void> {
    if (!this.#makeRoom(share, asker)) throw new NoSlotError('crowded')
    const turn = Promise.withResolvers<void>()
    const timer = setTimeout(() => this.#remove(share, entry, 'late'), this.#limits.timeoutMs)
    const entry: Waiting = {
      ...asker,
      admit: turn.resolve,
      refuse: (reason) => turn.reject(new NoSlotError(reason)),
    }
    share.waiting.push(entry)
    share.network.waiting += 1
    this.#waiting += 1
    this.#held += asker.bytes
    this.#keep(share)
    this.#wakeAfterPause()
    return turn.promise.finally(() => clearTimeout(timer))
  }

  #remove(share: Share, entry: Waiting, reason: SlotRefusal): void {
    share.waiting.splice(share.waiting.indexOf(entry), 1)
    this.#countOut(share, entry)
    this.#forgetIfIdle(share)
    entry.refuse(reason)
  }

  #makeRoom(asking: Share, { bytes, isKnown }: Pick<Waiting, 'bytes' | 'isKnown'>): boolean {
    const { waitingPerAddress } = this.#limits
    const { network } = asking
    const isFull = () => network.waiting >= 4 * waitingPerAddress
    if (asking.waiting.length < waitingPerAddress && !isFull() && this.#hasRoom(bytes)) return true
    this.#forgetGone()
    if (asking.waiting.length >= waitingPerAddress) return false
    while (isFull() || !this.#hasRoom(bytes)) {
      const within = isFull() ? [network] : [...this.#networks.values()]
      const longest = findLongest(within, asking, isKnown)
      if (longest === null) return false
      this.#remove(...longest, 'crowded')
    }
    return true
  }

  #hasRoom(bytes: number): boolean {
    const { waitingInAll, heldInAll = Infinity } = this.#limits
    return this.#waiting < waitingInAll && this.#held + bytes <= heldInAll
  }

  /** Removes requests of disconnected clients from the queue. */
  #forgetGone(): void {
    for (const { shares } of this.#networks.values())
      for (const share of shares.values()) {
        share.waiting = share.waiting.filter((each) => {
          const isThere = isWaiting(each)
          if (!isThere) this.#countOut(share, each)
          return isThere
        })
        this.#forgetIfIdle(share)
      }
  }

  #countOut({ network }: Share, { bytes }: Waiting): void {
    network.waiting -= 1
    this.#waiting -= 1
    this.#held -= bytes
  }

  #leave(share: Share): void {
    this.#running -= 1
    share.network.running -= 1
    share.running -= 1
    this.#serveAll()
    this.#forgetIfIdle(share)
  }

  #serveAll(): void {
    while (this.#serveNext());
    this.#wakeAfterPause()
  }

  /** Sets a timer for addresses whose allowance is overdrawn: when it recovers, no other event starts their queued requests. */
  #wakeAfterPause(): void {
    clearTimeout(this.#pauseTimer)
    if (this.#allowances === null || this.#running >= this.#limits.slots) return
    const pauses: number[] = []
    for (const { shares } of this.#networks.values())
      for (const { key, running, waiting } of shares.values())
        if (running === 0 && waiting.length > 0) pauses.push(this.#allowances.pause(key))
    if (pauses.length > 0)
      this.#pauseTimer = setTimeout(() => this.#serveAll(), Math.min(...pauses))
  }

  /** Starts the next queued request. Returns false when no queued request may use a slot. */
  #serveNext(): boolean {
    const share = this.#nextInTurn()
    const next = share?.waiting.shift()
    if (share === undefined || next === undefined) return false
    this.#countOut(share, next)
    if (isWaiting(next)) {
      this.#start(share)
      next.admit()
    } else this.#forgetIfIdle(share)
    return true
  }

  /**
   * Returns the next share: staff first, then the network that occupies the fewest slots. Between equals the order of turns
   * decides.
   */
  #nextInTurn(): Share | undefined {
    let best: Share | undefined
    for (const network of this.#networks.values()) {
      if (network.waiting === 0 || !this.#mayRunMore(network)) continue
      if (best !== undefined && !isBefore(network, best.network)) continue
      best = this.#nextOf(network) ?? best
    }
    return best
  }

  #nextOf({ shares }: Network): Share | undefined {
    let best: Share | undefined
    for (const share of shares.values()) {
      if (share.waiting.length === 0 || !this.#mayRun(share)) continue
      if (best === undefined || share.running < best.running) best = share
      if (share.running === 0) break
    }
    return best
  }

  #forgetIfIdle({ key, running, waiting, network }: Share): void {
    if (running > 0 || waiting.length > 0) return
    network.shares.delete(key)
    if (network.shares.size === 0) this.#networks.delete(network.key)
  }
}
