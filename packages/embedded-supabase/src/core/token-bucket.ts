export interface TokenBucketOptions {
  /** ms of each task that are not charged: the time of an ordinary one. */
  free: number
  /** ms available to an address that has used none for a while. */
  full: number
  /** ms that come back in each ms. */
  rate: number
  /** ms for which an address waits at most until it has a turn again, however much it took. */
  longestPause: number
}

/** Tracks the time that each address has left. Addresses with their full allowance are not stored. */
export class TokenBuckets {
  readonly #given: TokenBucketOptions
  /** Ordered by last charge. */
  readonly #spent = new Map<string, { left: number; at: number }>()

  constructor(given: TokenBucketOptions) {
    this.#given = given
  }

  /** Returns the rest as a fraction of a full allowance: 1 is all, and below 0 it has been exceeded. */
  left(key: string): number {
    return this.#ms(key) / this.#given.full
  }

  /** Returns the ms until the address has repaid the excess. */
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
