const AT_ONCE = 8
const MOST_WAITING_EACH = 64
const MOST_WAITING = 256

/** More pages are being asked for than can be rendered. */
export class TooBusy extends Error {
  constructor() {
    super('too many pages are waiting to be rendered')
    this.name = 'TooBusy'
  }
}

/**
 * Where pages that are not in the cache wait to be rendered. Visitors take turns, so that somebody who asks for a
 * thousand pages stands in nobody's way but their own.
 */
export class RenderQueue {
  readonly #waiting = new Map<string, (() => void)[]>()
  #waitingInAll = 0
  #running = 0

  /** @throws TooBusy when the visitor, or all together, wait for too many pages */
  async run<T>(visitor: string, render: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await this.#wait(visitor)
    else this.#running += 1
    try {
      return await render()
    } finally {
      this.#next()
    }
  }

  #wait(visitor: string): Promise<void> {
    const own = this.#waiting.get(visitor) ?? []
    if (own.length >= MOST_WAITING_EACH || this.#waitingInAll >= MOST_WAITING) throw new TooBusy()
    const turn = Promise.withResolvers<void>()
    own.push(turn.resolve)
    this.#waiting.set(visitor, own)
    this.#waitingInAll += 1
    return turn.promise
  }

  /** Hands the place of a page that is done to the next visitor, who goes to the end of the row with the rest. */
  #next(): void {
    const first = this.#waiting.entries().next()
    if (first.done) {
      this.#running -= 1
      return
    }
    const [visitor, own] = first.value
    const start = own.shift()
    this.#waiting.delete(visitor)
    if (own.length > 0) this.#waiting.set(visitor, own)
    this.#waitingInAll -= 1
    start?.()
  }
}
