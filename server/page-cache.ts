import { PackedPage } from './packed-page.ts'

/** How long a page is answered without asking again (specification, section 9: five minutes). */
export const FRESH_MS = 5 * 60_000
const MOST_PAGES = 400

export interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: Buffer
  mayBeCached: boolean
}

interface Entry {
  page: PackedPage
  renderedAt: number
  refreshing: boolean
  /** Set when the catalogue has changed; such a page is only a last resort while nothing better can be rendered. */
  dropped: boolean
}

export interface PageCacheOptions {
  /** Milliseconds since 1970. */
  clock: () => number
  /** Told when a stale page could not be rendered anew; the stale one stays. */
  onRefreshFailed: (key: string, error: unknown) => void
}

/**
 * Keeps rendered pages: fresh ones are answered as they are, stale ones are answered and rendered anew
 * behind the visitor's back, and all are dropped when the catalogue changes. A fault never replaces a page.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>()
  readonly #underWay = new Map<string, Promise<PackedPage>>()
  readonly #options: PageCacheOptions
  #generation = 0

  constructor(options: PageCacheOptions) {
    this.#options = options
  }

  /** A page that can be answered at once, or undefined. Stale pages are rendered anew meanwhile. */
  peek(key: string, render: () => Promise<RenderedPage>): PackedPage | undefined {
    const entry = this.#entries.get(key)
    if (!entry || entry.dropped) return undefined
    if (this.#options.clock() - entry.renderedAt >= FRESH_MS && !entry.refreshing)
      this.#refresh(key, entry, render)
    return entry.page
  }

  /** The page of a key; `render` is asked once by visitors who come together. */
  async get(key: string, render: () => Promise<RenderedPage>): Promise<PackedPage> {
    const ready = this.peek(key, render)
    if (ready) return ready
    const running = this.#underWay.get(key)
    if (running) return running
    const work = this.#renderAndStore(key, render).finally(() => {
      if (this.#underWay.get(key) === work) this.#underWay.delete(key)
    })
    this.#underWay.set(key, work)
    return work
  }

  /** Called when the catalogue changes: every page is rendered anew at its next visit. */
  drop(): void {
    this.#generation += 1
    this.#underWay.clear()
    for (const entry of this.#entries.values()) entry.dropped = true
  }

  async #renderAndStore(key: string, render: () => Promise<RenderedPage>): Promise<PackedPage> {
    const generation = this.#generation
    const rendered = await render()
    const lastResort = this.#entries.get(key)
    if (rendered.status >= 500 && lastResort) return lastResort.page
    return this.#store(key, rendered, generation)
  }

  #refresh(key: string, entry: Entry, render: () => Promise<RenderedPage>): void {
    const generation = this.#generation
    entry.refreshing = true
    render()
      .then((rendered) => {
        if (rendered.status >= 500) throw new Error(`the page answered ${rendered.status}`)
        this.#store(key, rendered, generation)
      })
      .catch((error: unknown) => this.#options.onRefreshFailed(key, error))
      .finally(() => {
        entry.refreshing = false
      })
  }

  /** What was rendered before the last change of the catalogue is answered, but not kept. */
  #store(key: string, rendered: RenderedPage, generation: number): PackedPage {
    const page = new PackedPage(
      rendered.status,
      rendered.headers,
      rendered.body,
      rendered.mayBeCached,
    )
    if (generation !== this.#generation) return page
    this.#entries.delete(key)
    if (!rendered.mayBeCached) return page
    this.#entries.set(key, {
      page,
      renderedAt: this.#options.clock(),
      refreshing: false,
      dropped: false,
    })
    const oldest = this.#entries.keys().next()
    if (this.#entries.size > MOST_PAGES && !oldest.done) this.#entries.delete(oldest.value)
    return page
  }
}
