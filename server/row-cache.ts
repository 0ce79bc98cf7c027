import type { ShopClient } from '../supabase/client.ts'

/** ms. A change is heard of up to a second later. */
const FRESH_MS = 2_000
/** A large catalogue takes long to read, and is asked for so much less often: a twentieth of the time at most. */
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

  /** Failures are not kept, nor is nothing, which anybody can ask for under any name. */
  read<T>(name: string, ask: (client: ShopClient) => Promise<T>): Promise<T> {
    const kept = this.#rows.get(name)
    if (kept && this.#clock() - kept.askedAt < kept.freshMs) return kept.asked as Promise<T>
    const askedAt = this.#clock()
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

  /** What was asked for before this moment is given to nobody who asks after it. */
  drop(): void {
    this.#rows.clear()
  }
}
