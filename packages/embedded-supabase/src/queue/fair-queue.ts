import { TokenBuckets } from '../core/token-bucket.ts'
import type { Asker } from './asker.ts'
import type { ShareLimits } from './share-limits.ts'
import {
  createShares,
  findRequestToDisplace,
  findShareToDisplace,
  findShare,
  forEachAsker,
  forgetIfIdle,
  getShareAndParents,
  isServedBefore,
  isStaff,
  isStillQueued,
  attachShare,
  type ShareLoad,
  type SlotRefusal,
  type Share,
  type QueuedRequest,
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
export type ChargeTime = (ms: number) => void

/**
 * Shares slots (concurrent tasks) fairly: between known callers and strangers, in each of these classes between networks, and in a
 * network between its addresses and accounts. Queued requests take turns, in order of arrival within a share, so a client delays
 * the others of its class by one turn, however many requests it sends, and the other class by one turn, however many its class
 * sends. With an `allowance`, an address that has used much time gets its next turn later. When too many requests are queued, or
 * too many bytes, the larger class, network and address makes room for a smaller one, and any for staff.
 */
export class FairQueue {
  readonly #limits: ShareLimits
  /** All running and queued tasks, including those of disconnected clients. */
  readonly #all = createShares()
  readonly #allowances: TokenBuckets | null
  #pauseTimer: NodeJS.Timeout | undefined

  constructor(limits: ShareLimits) {
    this.#limits = limits
    this.#allowances = limits.allowance === undefined ? null : new TokenBuckets(limits.allowance)
  }

  /** True while any request waits for a slot. */
  get isAwaited(): boolean {
    return this.#all.waiting > 0
  }

  /** Runs the work once it gets a slot. @throws NoSlotError when it gets none */
  async use<T>(asker: Asker, work: (charge: ChargeTime) => Promise<T>): Promise<T> {
    const { isAborted = () => false, bytes = 0 } = asker
    const share = findShare(this.#all, asker)
    const mayStart = getShareAndParents(share).every((each) => this.#hasSlot(each))
    if (share.queue.length === 0 && mayStart) this.#start(share)
    else await this.#wait(share, { isAborted, bytes })
    try {
      return await work((ms) => this.#allowances?.charge(share.key, ms))
    } finally {
      this.#leave(share)
    }
  }

  #hasSlot(share: Share): boolean {
    const { slots, perAddress, staffSlots = 0 } = this.#limits
    switch (share.level) {
      case 'all':
        return true
      case 'class':
        return this.#all.running < (isStaff(share) ? slots + staffSlots : slots)
      case 'network':
        return share.running < Math.max(perAddress, Math.ceil(slots / 2))
      case 'asker':
        return share.running < this.#slotsOf(share.key)
    }
  }

  /**
   * Returns the maximum of slots for an address: one after it has used half of its allowance, and none while the allowance is
   * overdrawn.
   */
  #slotsOf(key: string): number {
    const left = this.#allowances?.left(key) ?? 1
    if (left < 0) return 0
    return left < 0.5 ? 1 : this.#limits.perAddress
  }

  /** Occupies a slot, and moves the share, its network and its class to the end of their orders of turns. */
  #start(share: Share): void {
    for (const each of getShareAndParents(share)) {
      each.running += 1
      each.parent?.parts.delete(each.name)
    }
    attachShare(share)
  }

  #wait(share: Share, asker: Pick<QueuedRequest, 'isAborted' | 'bytes'>): Promise<void> {
    if (!this.#makeRoom(share, asker.bytes)) throw new NoSlotError('crowded')
    const turn = Promise.withResolvers<void>()
    const timer = setTimeout(() => this.#remove(share, entry, 'late'), this.#limits.timeoutMs)
    const entry: QueuedRequest = {
      ...asker,
      admit: turn.resolve,
      refuse: (reason) => turn.reject(new NoSlotError(reason)),
    }
    share.queue.push(entry)
    for (const each of getShareAndParents(share)) {
      each.waiting += 1
      each.held += asker.bytes
    }
    attachShare(share)
    this.#wakeAfterPause()
    return turn.promise.finally(() => clearTimeout(timer))
  }

  #remove(share: Share, entry: QueuedRequest, reason: SlotRefusal): void {
    share.queue.splice(share.queue.indexOf(entry), 1)
    this.#countOut(share, entry)
    forgetIfIdle(share)
    entry.refuse(reason)
  }

  #makeRoom(asking: Share, bytes: number): boolean {
    const { waitingPerAddress } = this.#limits
    if (asking.waiting < waitingPerAddress && this.#findShortage(asking, bytes) === null)
      return true
    this.#forgetGone()
    if (asking.waiting >= waitingPerAddress) return false
    for (;;) {
      const shortage = this.#findShortage(asking, bytes)
      if (shortage === null) return true
      const { group, load } = shortage
      const largest = findShareToDisplace(group, asking, load)
      const entry = largest === null ? undefined : findRequestToDisplace(largest, load)
      if (largest === null || entry === undefined) return false
      this.#remove(largest, entry, 'crowded')
    }
  }

  /** Returns the group, and the load, in which there is no room for a request of these bytes; null when there is. */
  #findShortage(asking: Share, bytes: number): { group: Share; load: ShareLoad } | null {
    const { waitingPerAddress, waitingInAll, heldInAll = Infinity } = this.#limits
    const [all, network] = [this.#all, asking.parent ?? asking]
    const load = { of: 'waiting', added: 1 } as const
    if (network.waiting >= 4 * waitingPerAddress) return { group: network, load }
    if (all.waiting >= waitingInAll) return { group: all, load }
    return all.held + bytes > heldInAll ? { group: all, load: { of: 'held', added: bytes } } : null
  }

  /** Removes requests of disconnected clients from the queue. */
  #forgetGone(): void {
    forEachAsker(this.#all, (share) => {
      const gone = share.queue.filter((each) => !isStillQueued(each))
      if (gone.length === 0) return
      share.queue = share.queue.filter((each) => !gone.includes(each))
      for (const each of gone) this.#countOut(share, each)
      forgetIfIdle(share)
    })
  }

  #countOut(share: Share, { bytes }: QueuedRequest): void {
    for (const each of getShareAndParents(share)) {
      each.waiting -= 1
      each.held -= bytes
    }
  }

  #leave(share: Share): void {
    for (const each of getShareAndParents(share)) each.running -= 1
    this.#serveAll()
    forgetIfIdle(share)
  }

  #serveAll(): void {
    while (this.#serveNext());
    this.#wakeAfterPause()
  }

  /** Sets a timer for addresses whose allowance is overdrawn: when it recovers, no other event starts their queued requests. */
  #wakeAfterPause(): void {
    const allowances = this.#allowances
    clearTimeout(this.#pauseTimer)
    if (allowances === null || this.#all.running >= this.#limits.slots) return
    const pauses: number[] = []
    forEachAsker(this.#all, ({ key, running, waiting }) => {
      if (running === 0 && waiting > 0) pauses.push(allowances.pause(key))
    })
    if (pauses.length > 0)
      this.#pauseTimer = setTimeout(() => this.#serveAll(), Math.min(...pauses))
  }

  /** Starts the next queued request. Returns false when no queued request may use a slot. */
  #serveNext(): boolean {
    const share = this.#findNext(this.#all)
    const next = share?.queue.shift()
    if (share === null || next === undefined) return false
    this.#countOut(share, next)
    if (isStillQueued(next)) {
      this.#start(share)
      next.admit()
    } else forgetIfIdle(share)
    return true
  }

  /**
   * Returns the share whose turn it is: of staff, or of the class, then the network, then the asker that occupies the fewest slots.
   * Between equals the order of turns decides.
   */
  #findNext(group: Share): Share | null {
    if (group.waiting === 0 || !this.#hasSlot(group)) return null
    if (group.level === 'asker') return group
    let best: Share | undefined
    let found: Share | null = null
    for (const part of group.parts.values()) {
      if (best !== undefined && !isServedBefore(part, best)) continue
      const next = this.#findNext(part)
      if (next !== null) [best, found] = [part, next]
    }
    return found
  }
}
