import type { ShopClient } from '../supabase/client.ts'

/**
 * The minimum time in ms for which rows are cached. A change empties the cache (`drop`) as soon as this process reads its
 * announcement, usually within a second; this time limits how long old rows are served when an announcement is lost.
 */
const FRESH_MS = 2_000
/**
 * The number of ms for which rows are cached per ms that their query took. With 20, repeated queries for the same rows run
 * at most a twentieth of the time, even if each of them is slow.
 */
const FRESH_FOR_EACH_MS = 20

interface Rows {
  asked: Promise<unknown>
  askedAt: number
  freshMs: number
}

export class RowCache {
  readonly #client: ShopClient
  readonly #clock: () => number
  readonly #rows = new Map<string, Rows>()

  constructor(client: ShopClient, clock: () => number) {
    this.#client = client
    this.#clock = clock
  }

  /**
   * Reads rows through the cache. Failures are not cached; nor is null, because visitors can request any name and would
   * fill the cache.
   */
  read<T>(name: string, ask: (client: ShopClient) => Promise<T>): Promise<T> {
    const kept = this.#rows.get(name)
    const askedAt = this.#clock()
    // After the clock was set back, rows that were read at a later time count as stale, too.
    if (kept && Math.abs(askedAt - kept.askedAt) < kept.freshMs) return kept.asked as Promise<T>
    const asked = ask(this.#client)
    const rows: Rows = { asked, askedAt, freshMs: FRESH_MS }
    const forget = () => {
      if (this.#rows.get(name) === rows) this.#rows.delete(name)
    }
    this.#rows.set(name, rows)
    asked.then((answer) => {
      if (answer === null) forget()
      rows.freshMs = Math.max(FRESH_MS, (this.#clock() - askedAt) * FRESH_FOR_EACH_MS)
    }, forget)
    return asked
  }

  /** Empties the cache, also of queries that are still running, so that later reads query again. */
  drop(): void {
    this.#rows.clear()
  }
}
