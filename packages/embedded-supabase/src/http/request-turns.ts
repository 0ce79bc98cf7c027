import { toRateLimitKey, getNetworkPrefix } from '../core/addresses.ts'

/** Maximum requests per network, and in all, that begin in one iteration of the event loop. */
const [perNetwork, inAll] = [8, 32]

/**
 * Spreads requests over iterations ("turns") of the event loop. A request that waits for the database continues once per turn, and
 * a sign-in has dozens of statements, so turns with hundreds of requests would delay everybody. In one turn a network (an IPv6 /48
 * or an IPv4 address) begins at most eight requests, and networks alternate.
 */
export class RequestTurns {
  #began = 0
  readonly #beganOf = new Map<string, number>()
  /** The waiting requests by network, in the order in which networks get their next turn. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #isScheduled = false

  /** Resolves at once if the current turn has room, otherwise in a later turn. */
  async next(address: string): Promise<void> {
    const network = getNetworkPrefix(address) ?? toRateLimitKey(address)
    this.#schedule()
    if (this.#waiting.size === 0 && this.#hasRoom(network)) return this.#count(network)
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = this.#waiting.get(network)
    if (waiting === undefined) this.#waiting.set(network, [resolve])
    else waiting.push(resolve)
    return promise
  }

  #hasRoom(network: string): boolean {
    return this.#began < inAll && (this.#beganOf.get(network) ?? 0) < perNetwork
  }

  #count(network: string): void {
    this.#began += 1
    this.#beganOf.set(network, (this.#beganOf.get(network) ?? 0) + 1)
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#startTurn())
  }

  #startTurn(): void {
    this.#isScheduled = false
    this.#began = 0
    this.#beganOf.clear()
    // A network that has begun one request moves to the end of the map, where this loop reaches it again.
    for (const [network, waiting] of this.#waiting) {
      if (!this.#hasRoom(network)) continue
      this.#waiting.delete(network)
      const begin = waiting.shift()
      if (waiting.length > 0) this.#waiting.set(network, waiting)
      this.#count(network)
      begin?.()
    }
    if (this.#waiting.size > 0) this.#schedule()
  }
}
