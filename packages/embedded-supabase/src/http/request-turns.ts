import { limitedAddress, getNetwork } from '../core/addresses.ts'

/** Maximum number of requests of one network, and of all, that begin in one turn of the event loop. */
const [perNetwork, inAll] = [8, 32]

/**
 * Spreads requests over turns of the event loop. A request that waits for the database continues once in a turn, and a
 * sign-in has dozens of statements, so a turn with hundreds of requests would delay everybody. A network begins at most
 * eight requests in a turn, and networks take turns.
 */
export class RequestTurns {
  #began = 0
  readonly #beganOf = new Map<string, number>()
  /** The network whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #isScheduled = false

  /** Resolves at once while the turn has room, and otherwise in a later turn. */
  async next(address: string): Promise<void> {
    const network = getNetwork(address) ?? limitedAddress(address)
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
    // A network that has begun one request goes to the end of the map, where the loop visits it again.
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
