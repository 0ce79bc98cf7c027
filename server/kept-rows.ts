import type { SupabaseClient } from '@supabase/supabase-js'

/**
 * Rows are asked for anew after this, in ms: an announcement of a change can get lost, and on hosted Supabase there
 * are none.
 */
const FRESH_MS = 2_000

interface Rows {
  asked: Promise<unknown>
  askedAt: number
}

/** What loaders have read of the catalogue, for all pages that are rendered until it changes. */
export class KeptRows {
  readonly #client: SupabaseClient
  readonly #clock: () => number
  readonly #rows = new Map<string, Rows>()

  constructor(client: SupabaseClient, clock: () => number) {
    this.#client = client
    this.#clock = clock
  }

  /**
   * The rows of a name, which always stands for the same question. Failures are not kept, nor is nothing, which anybody
   * can ask for under any name.
   */
  read<T>(name: string, ask: (client: SupabaseClient) => Promise<T>): Promise<T> {
    const kept = this.#rows.get(name)
    if (kept && this.#clock() - kept.askedAt < FRESH_MS) return kept.asked as Promise<T>
    const asked = ask(this.#client)
    const rows = { asked, askedAt: this.#clock() }
    const forget = () => {
      if (this.#rows.get(name) === rows) this.#rows.delete(name)
    }
    this.#rows.set(name, rows)
    asked.then((answer) => {
      if (answer === null) forget()
    }, forget)
    return asked
  }

  /** What was asked for before this moment is given to nobody who asks after it. */
  drop(): void {
    this.#rows.clear()
  }
}
