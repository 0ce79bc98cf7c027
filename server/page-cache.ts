import { CompressedPage } from './compressed-page.ts'

/** Time in ms for which a rendered page counts as fresh (specification, section 9: five minutes). */
export const FRESH_MS = 5 * 60_000
/** Time in ms for which the old page is still served after its data has changed; later visitors wait for the new one. */
export const GRACE_MS = 2_000
const MAX_BYTES = 32 * 1024 * 1024

export interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: Buffer
  mayBeCached: boolean
  reads: ReadonlySet<string>
}

/** Decides whether a change may affect a page, given the names of the rows that the page was rendered from. */
export type InvalidationFilter = (reads: ReadonlySet<string>) => boolean

interface Entry {
  page: CompressedPage
  reads: ReadonlySet<string>
  renderedAt: number
  visits: number
  /** Time of the first change of a row that the page shows, in ms since 1970; null while nothing has changed. */
  changedAt: number | null
}

interface Rendering {
  address: string
  /** The visitor who waits for the page; null for a rendering in the background. */
  visitor: string | null
  /** Changes that were announced during the rendering; the page may have been rendered from rows as they were before. */
  changes: { affects: InvalidationFilter; at: number }[]
}

/** A visitor's requests for a page that is not being rendered yet. */
interface Waiting {
  page: Promise<CompressedPage>
  /** Called when a rendering begins, in this or another visitor's turn. */
  onBegin: (page: Promise<CompressedPage>) => void
}

interface PageCacheOptions {
  clock: () => number
  render: (address: string) => Promise<RenderedPage>
  /** Runs the work when it is the visitor's turn, unless `isAborted` returns true by then. Rejects when there is no turn. */
  takeTurn: (
    visitor: string,
    isAborted: () => boolean,
    work: () => Promise<unknown>,
  ) => Promise<unknown>
  onLookup: (isReady: boolean) => void
  /** Called when a page could not be rendered again; the old one stays. */
  onRefreshFailed: (address: string, error: unknown) => void
}

/**
 * Caches rendered pages. A page that is older than five minutes, or shows something that has changed, is rendered again
 * in the background, one page at a time and the most visited first, while the old one is served; two seconds after a
 * change the old one is no longer served. An error never replaces a page.
 *
 * A page is rendered in the turn of the first visitor who gets one, for all who wait for it. Nobody waits in the queue of
 * another visitor, because a flood would then delay those who ask for the same page.
 */
export class PageCache {
  /** Least recently visited first. */
  readonly #entries = new Map<string, Entry>()
  readonly #underWay = new Map<string, Rendering & { page: Promise<CompressedPage> }>()
  /** By address and visitor. */
  readonly #waiting = new Map<string, Map<string, Waiting>>()
  readonly #toRenew = new Set<string>()
  readonly #options: PageCacheOptions
  #isRenewing = false

  constructor(options: PageCacheOptions) {
    this.#options = options
  }

  has(address: string): boolean {
    return this.#entries.has(address)
  }

  peek(address: string): CompressedPage | undefined {
    const entry = this.#entries.get(address)
    if (!entry) return undefined
    const { changedAt, renderedAt } = entry
    const now = this.#options.clock()
    entry.visits += 1
    this.#entries.delete(address)
    this.#entries.set(address, entry)
    if (changedAt !== null && Math.abs(now - changedAt) >= GRACE_MS) return undefined
    // After the clock was set back, a page that was rendered at a later time counts as stale, too.
    if (changedAt !== null || Math.abs(now - renderedAt) >= FRESH_MS) this.#renewSoon([address])
    return entry.page
  }

  async get(address: string, visitor: () => string): Promise<CompressedPage> {
    const ready = this.peek(address)
    this.#options.onLookup(ready !== undefined)
    if (ready) return ready
    try {
      const outdated = this.#outdated(address)
      if (!outdated) return await this.#render(address, visitor())
      // An error of this rendering is reported to the requests that started it.
      await outdated.catch(() => undefined)
      return this.peek(address) ?? (await this.#render(address, visitor()))
    } catch (error) {
      const old = this.#entries.get(address)
      if (!old) throw error
      this.#options.onRefreshFailed(address, error)
      return old.page
    }
  }

  /** Marks the affected pages as changed. `at` is the time of the change in ms since 1970, now by default. */
  invalidate(affects: InvalidationFilter, at = this.#options.clock()): void {
    for (const { changes } of this.#underWay.values()) changes.push({ affects, at })
    const visited: string[] = []
    for (const [address, entry] of this.#entries) {
      if (!affects(entry.reads)) continue
      entry.changedAt = Math.min(entry.changedAt ?? at, at)
      if (entry.visits > 0) visited.push(address)
    }
    this.#renewSoon(visited)
  }

  /**
   * Returns the pending rendering of an address if it began before a change after which the old page may no longer be
   * served.
   */
  #outdated(address: string): Promise<CompressedPage> | undefined {
    const running = this.#underWay.get(address)
    const changedAt = running?.changes[0]?.at
    if (changedAt === undefined || Math.abs(this.#options.clock() - changedAt) < GRACE_MS)
      return undefined
    return running?.page
  }

  #render(address: string, visitor: string | null): Promise<CompressedPage> {
    const running = this.#underWay.get(address)
    if (running) return running.page
    return visitor === null ? this.#begin(address, null) : this.#wait(address, visitor)
  }

  /** Waits until a rendering begins. Requests of one visitor share its turn. */
  #wait(address: string, visitor: string): Promise<CompressedPage> {
    const waiting = this.#waiting.get(address) ?? new Map<string, Waiting>()
    const same = waiting.get(visitor)
    if (same) return same.page
    const { promise, resolve, reject } = Promise.withResolvers<CompressedPage>()
    let hasBegun = false
    const onBegin: Waiting['onBegin'] = (page) => {
      hasBegun = true
      resolve(page)
    }
    this.#waiting.set(address, waiting.set(visitor, { page: promise, onBegin }))
    const work = async () => hasBegun || this.#begin(address, visitor)
    this.#options
      .takeTurn(visitor, () => hasBegun, work)
      .catch((error: unknown) => {
        if (hasBegun) return
        waiting.delete(visitor)
        if (waiting.size === 0) this.#waiting.delete(address)
        reject(error)
      })
    return promise
  }

  #begin(address: string, visitor: string | null): Promise<CompressedPage> {
    const rendering: Rendering = { address, visitor, changes: [] }
    const page = this.#renderAndStore(rendering)
    this.#underWay.set(address, { ...rendering, page })
    for (const { onBegin } of this.#waiting.get(address)?.values() ?? []) onBegin(page)
    this.#waiting.delete(address)
    return page
  }

  async #renderAndStore(rendering: Rendering): Promise<CompressedPage> {
    const { address } = rendering
    let rendered: RenderedPage
    try {
      rendered = await this.#options.render(address)
    } finally {
      this.#underWay.delete(address)
    }
    return this.#store(rendered, rendering)
  }

  #store(rendered: RenderedPage, { address, visitor, changes }: Rendering): CompressedPage {
    const { status, headers, body, reads, mayBeCached } = rendered
    if (status >= 500 && this.#entries.has(address))
      throw new Error(`the page answered with ${status}`)
    const page = new CompressedPage(status, headers, body)
    const change = changes.find(({ affects }) => affects(reads))
    this.#entries.delete(address)
    this.#toRenew.delete(address)
    if (!mayBeCached) return page
    this.#entries.set(address, {
      page,
      reads,
      renderedAt: this.#options.clock(),
      visits: visitor === null ? 0 : 1,
      changedAt: change?.at ?? null,
    })
    this.#makeRoom()
    if (change) this.#renewSoon([address])
    return page
  }

  #makeRoom(): void {
    let bytes = 0
    for (const { page } of this.#entries.values()) bytes += page.bytes
    for (const [address, { page }] of this.#entries) {
      if (bytes <= MAX_BYTES) return
      this.#entries.delete(address)
      bytes -= page.bytes
    }
  }

  #renewSoon(addresses: string[]): void {
    for (const address of addresses) this.#toRenew.add(address)
    if (this.#isRenewing || this.#toRenew.size === 0) return
    this.#isRenewing = true
    void this.#renewAll()
  }

  async #renewAll(): Promise<void> {
    for (let next = this.#mostVisited(); next !== undefined; next = this.#mostVisited()) {
      this.#toRenew.delete(next)
      try {
        await this.#render(next, null)
      } catch (error) {
        this.#options.onRefreshFailed(next, error)
      }
      // Lets requests that wait in the event loop run before the next page is rendered.
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#isRenewing = false
  }

  #mostVisited(): string | undefined {
    const visits = (address: string) => this.#entries.get(address)?.visits ?? 0
    let most: string | undefined
    for (const address of this.#toRenew)
      if (most === undefined || visits(address) > visits(most)) most = address
    return most
  }
}
