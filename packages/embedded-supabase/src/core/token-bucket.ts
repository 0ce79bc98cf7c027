export interface TokenBucketOptions {
  /** Milliseconds per task that are not charged: what an ordinary task takes. */
  free: number
  /** Milliseconds that an address has available at first, and at most. */
  full: number
  /** Milliseconds that an address regains per millisecond. */
  rate: number
  /** Maximum milliseconds until an address gets its next turn, however much it has used. */
  longestPause: number
}

/** Tracks how much processing time each address has left. Addresses with their full allowance are not stored. */
export class TokenBuckets {
  readonly #given: TokenBucketOptions
  /** The addresses that were charged, ordered by their last charge. */
  readonly #spent = new Map<string, { left: number; at: number }>()

  constructor(given: TokenBucketOptions) {
    this.#given = given
  }

  /** Returns the time that is left as a fraction of the full allowance: 1 when nothing is used, below 0 when it is overdrawn. */
  left(key: string): number {
    return this.#ms(key) / this.#given.full
  }

  /** Returns the milliseconds until the address is no longer overdrawn. */
  pause(key: string): number {
    return Math.ceil(Math.max(0, -this.#ms(key)) / this.#given.rate)
  }

  charge(key: string, ms: number): void {
    const { free, longestPause, rate } = this.#given
    if (ms <= free) return
    const left = Math.max(-longestPause * rate, this.#ms(key) - (ms - free))
    this.#spent.delete(key)
    this.#spent.set(key, { left, at: performance.now() })
    this.#forgetFull()
  }

  #ms(key: string): number {
    const { full, rate } = this.#given
    const spent = this.#spent.get(key)
    if (spent === undefined) return full
    return Math.min(full, spent.left + (performance.now() - spent.at) * rate)
  }

  #forgetFull(): void {
    for (const [key] of this.#spent) {
      if (this.#ms(key) < this.#given.full) return
      this.#spent.delete(key)
    }
  }
}
