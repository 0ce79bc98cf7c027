import type { ShopClient } from '../supabase/client.ts'

/** ms. A change is noticed up to a second late. */
const FRESH_MS = 2_000
/** The longer a read takes, the longer it stays fresh: reading takes a twentieth of the time at most. */
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

  /** Failures are not cached, nor is null, which anybody can ask for under any name. */
  read<T>(name: string, ask: (client: ShopClient) => Promise<T>): Promise<T> {
    const kept = this.#rows.get(name)
    const askedAt = this.#clock()
    // A clock that was set back makes nothing fresh.
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

  /** Later reads get nothing that was asked for before this. */
  drop(): void {
    this.#rows.clear()
  }
}
