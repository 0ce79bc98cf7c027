interface Waiting<T> {
  item: T
  bytes: number
  done: PromiseWithResolvers<void>
}

/** More is waiting than is kept. */
export class CrowdedError extends Error {
  override name = 'CrowdedError'
}

/** Does work in turns: what comes during one turn is done together in the next. */
export class Batch<T> {
  readonly #work: (items: T[]) => Promise<unknown>
  readonly #mostBytes: number
  #waiting: Waiting<T>[] = []
  #bytes = 0
  #isRunning = false

  constructor(work: (items: T[]) => Promise<unknown>, mostBytes = 16 * 1024 * 1024) {
    this.#work = work
    this.#mostBytes = mostBytes
  }

  /**
   * Resolves when it is done.
   * @throws CrowdedError; what the work throws
   */
  add(item: T, bytes = 0): Promise<void> {
    if (this.#bytes + bytes > this.#mostBytes) return Promise.reject(new CrowdedError('Too busy'))
    const done = Promise.withResolvers<void>()
    this.#waiting.push({ item, bytes, done })
    this.#bytes += bytes
    if (!this.#isRunning) void this.#run()
    return done.promise
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      const turn = this.#waiting
      this.#waiting = []
      this.#bytes = 0
      try {
        await this.#work(turn.map(({ item }) => item))
        for (const { done } of turn) done.resolve()
      } catch (error) {
        for (const { done } of turn) done.reject(error)
      }
    }
    this.#isRunning = false
  }
}
