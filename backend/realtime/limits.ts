/** What one process gives its connections, as a project on the platform does or more narrowly. */
export interface RealtimeLimits {
  connections: number
  connectionsPerAddress: number
  /** How many topics a connection may have joined. */
  channels: number
  /** Bytes of the largest message. */
  messageBytes: number
  /** Messages a second; a large one counts for several. */
  messageRate: number
  /** How many may come at once. */
  messageBurst: number
  /** Bytes that wait for a reader before it is taken for one that does not read. */
  unreadBytes: number
  /** ms without a sign of life. */
  silence: number
}

export const usualLimits: RealtimeLimits = {
  connections: 2000,
  connectionsPerAddress: 100,
  channels: 100,
  messageBytes: 256 * 1024,
  messageRate: 100,
  messageBurst: 300,
  unreadBytes: 1024 * 1024,
  silence: 60_000,
}

/** Bytes of a message that count as one. */
const unit = 4096

/** Says whether a message still fits into a rate. */
export class Allowance {
  readonly #rate: number
  readonly #burst: number
  #left: number
  #at: number

  constructor(rate: number, burst: number, now: number) {
    this.#rate = rate
    this.#burst = burst
    this.#left = burst
    this.#at = now
  }

  /** @param now ms */
  take(bytes: number, now: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#rate)
    this.#at = now
    this.#left -= 1 + Math.floor(bytes / unit)
    return this.#left >= 0
  }
}
