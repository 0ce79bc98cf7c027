import type { BrowserContextOptions, Browser, ConsoleMessage, Page } from 'playwright-core'
import { findAccessibilityFaults } from '../support/axe.ts'
import { phone } from '../support/screens.ts'
import type { Check, Finding } from './finding.ts'
import {
  findCutOffElements,
  findSmallTargets,
  fitsWindow,
  isHydrated,
  isLoaded,
  type PageOutline,
  getReadingHeight,
  readOutline,
  scrollThrough,
  preventNewsletterPrompt,
  scrollToStart,
  recordShiftsAndViolations,
  recordPositions,
} from './in-page.ts'
import type { InspectedPage } from './pages.ts'

/** The size of a window in CSS pixels. */
export interface WindowSize {
  width: number
  height: number
}

/** The maximum cumulative layout shift of a page. */
const mostShift = 0.01
/** The minimum height in CSS pixels that bars may leave for reading at 400 % zoom, in a window that is 256 high. */
export const minReadingHeight = 110

type Note = (check: Check, details: (string | false)[], width?: number) => void
/**
 * The kinds of tabs: 'moving' is a usual browser, 'calm' has reduced motion and a clock that the test controls, and
 * 'plain' has no JavaScript.
 */
type Kind = 'moving' | 'calm' | 'plain'

export interface PageVisit {
  page: InspectedPage
  size: WindowSize
  /** The path for a screenshot of the whole page; null for none. */
  picture: string | null
}

/** The results of a visit to a page. */
export interface VisitResult {
  outline: PageOutline
  /** The URLs of everything that the page loaded. */
  loaded: string[]
  shift: number
}

/**
 * Visits pages one after the other, in one tab of each kind. Each tab keeps its cached fonts and code from page to
 * page.
 */
export class PageInspector {
  readonly findings: Finding[] = []
  readonly #browser: Browser
  readonly #url: string
  readonly #shopper: BrowserContextOptions['storageState']
  readonly #tabs = new Map<string, Page>()

  constructor(browser: Browser, url: string, shopper: BrowserContextOptions['storageState']) {
    this.#browser = browser
    this.#url = url
    this.#shopper = shopper
  }

  /** Inspects a page in one window size. Returns null when the page could not be opened. */
  async visit(visit: PageVisit): Promise<VisitResult | null> {
    const { page, size, picture } = visit
    return this.#inTab('moving', visit, async (tab, note) => {
      const answer = await this.#arrive(tab, page)
      await tab.waitForLoadState('networkidle')
      if (answer !== page.status) note('status', [`answers ${answer}`])
      const loaded = await tab.evaluate(() => [
        location.href,
        ...performance.getEntriesByType('resource').map(({ name }) => name),
      ])
      const outline = await tab.evaluate(readOutline)
      await tab.evaluate(scrollThrough)
      const { shift, shifted, violations } = await tab.evaluate(() => window.noted)
      note('policy', violations)
      if (shift >= mostShift)
        note('shift', [`${shift.toFixed(3)}: ${[...new Set(shifted)].slice(0, 5).join(', ')}`])
      await tab.emulateMedia({ reducedMotion: 'reduce' })
      if (picture !== null) await draw(tab, picture)
      // axe's own check of target sizes is off, because another check here requires nearly twice that size.
      note('axe', await findAccessibilityFaults(tab, { without: ['target-size'] }))
      note('targets', await tab.evaluate(findSmallTargets))
      await tab.evaluate(scrollToStart)
      await narrowAndEnlarge(tab, size, note)
      return { outline, loaded, shift }
    })
  }

  /** Checks that nothing moves by itself with `prefers-reduced-motion`, in twelve seconds of the page's own clock. */
  async watchStillness(page: InspectedPage): Promise<void> {
    await this.#inTab('calm', { page, size: phone }, async (tab, note) => {
      await this.#arrive(tab, page)
      await tab.evaluate(layOutAll)
      const before = await settle(tab)
      await tab.clock.runFor(12_000)
      const after = await tab.evaluate(recordPositions)
      note('stillness', movedBetween(before, after))
      await tab.evaluate(loadSheetsAgain)
      note('order', movedBetween(after, await settle(tab)))
    })
  }

  /** Checks that a page can be read completely in a browser without JavaScript. */
  async readWithoutJavaScript(page: InspectedPage, picture: string | null): Promise<void> {
    await this.#inTab('plain', { page, size: phone }, async (tab, note) => {
      await tab.goto(this.#url + page.path, { waitUntil: 'load' })
      await tab.evaluate(() => document.fonts.ready.then(() => null))
      const { headings, words, links, landmarks } = await tab.evaluate(readOutline)
      note('without JavaScript', [
        headings.every(([level]) => level !== 1) && 'no first heading',
        words.length < 80 && `only “${words}” in main`,
        links === 0 && page.canonical !== null && 'no link in main',
        (landmarks.banner === 0 || landmarks.contentinfo === 0) && 'no header or no footer',
        ...(await tab.evaluate(findCutOffElements, phone.width)),
      ])
      if (picture !== null) await draw(tab, picture)
    })
  }

  /** Runs `look` in the tab for the given kind. An error becomes a finding, and the tab is closed. */
  async #inTab<T>(
    kind: Kind,
    { page, size }: Pick<PageVisit, 'page' | 'size'>,
    look: (tab: Page, note: Note) => Promise<T>,
  ): Promise<T | null> {
    const note: Note = (check, details, width = size.width) => {
      for (const detail of details)
        if (detail !== false) this.findings.push({ check, page: page.name, width, detail })
    }
    const hear = (message: ConsoleMessage) => {
      const isOwnStatus = message.location().url === this.#url + page.path && page.status === 404
      if (message.type() === 'error' && !isOwnStatus)
        note('console', [`${message.text()} ${message.location().url}`])
    }
    const hearFault = (error: Error) => note('console', [error.message])
    const tab = await this.#tab(kind, page.visitor)
    tab.on('console', hear).on('pageerror', hearFault)
    try {
      await tab.setViewportSize(size)
      await tab.emulateMedia({
        reducedMotion: kind === 'calm' ? 'reduce' : 'no-preference',
      })
      return await inTime(look(tab, note))
    } catch (error) {
      note('visit', [String(error)])
      this.#tabs.delete(kind + page.visitor)
      // A tab that does not respond may not close either, so nothing waits for that.
      tab
        .context()
        .close()
        .catch(() => undefined)
      return null
    } finally {
      tab.off('console', hear).off('pageerror', hearFault)
    }
  }

  async #tab(kind: Kind, visitor: InspectedPage['visitor']): Promise<Page> {
    const known = this.#tabs.get(kind + visitor)
    if (known !== undefined) return known
    const context = await this.#browser.newContext({
      locale: 'en-GB',
      javaScriptEnabled: kind !== 'plain',
      ...(visitor === 'shopper' && { storageState: this.#shopper }),
    })
    const tab = await context.newPage()
    this.#tabs.set(kind + visitor, tab)
    await tab.addInitScript(recordShiftsAndViolations)
    await tab.addInitScript(preventNewsletterPrompt, 'newsletter_popup_seen')
    if (kind === 'calm') await tab.clock.install()
    // The home page is loaded first, so that fonts are cached: tabs that load in parallel fetch them later than a
    // visitor's browser does, and text that is laid out again counts as a shift. Lighthouse measures an uncached first
    // view (npm run bench).
    if (kind === 'moving') await tab.goto(this.#url, { waitUntil: 'networkidle' })
    return tab
  }

  /** Opens a page and waits until it is hydrated and has no more requests. Returns its status. */
  async #arrive(tab: Page, page: InspectedPage): Promise<number> {
    const answer = await tab.goto(this.#url + page.path, { waitUntil: 'load' })
    // The usual polling in every frame would keep the page drawing, so this polls every 50 ms.
    await tab.waitForFunction(isHydrated, undefined, { polling: 50 })
    await tab.waitForFunction(isLoaded, undefined, { polling: 50 })
    return answer?.status() ?? 0
  }
}

/**
 * Fails after a minute. Chromium sometimes stops drawing a tab, and a call that waits for the tab's next frame then
 * never ends.
 */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('came to no end in a minute')), 60_000)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Resizes the window and waits until the page has been laid out for its new size. */
async function resize(tab: Page, size: WindowSize): Promise<void> {
  await tab.setViewportSize(size)
  await tab.waitForFunction(fitsWindow, size)
}

/**
 * Returns the overflowing or cut-off elements, but only those that are still there after a reload, because some
 * overflow exists only while the window is being resized.
 */
async function lossesThatStay(tab: Page, width: number): Promise<string[]> {
  const losses = await tab.evaluate(findCutOffElements, width)
  if (losses.length === 0) return losses
  await tab.reload({ waitUntil: 'networkidle' })
  return tab.evaluate(findCutOffElements, width)
}

/**
 * Checks a page of the large screen also in a window 768 px wide, with text at 200 %, and at 400 % zoom, and a page of
 * the small screen also in a window 320 px wide.
 */
async function narrowAndEnlarge(tab: Page, size: WindowSize, note: Note): Promise<void> {
  const isDesk = size.width > 1000
  note('sideways', await tab.evaluate(findCutOffElements, size.width))
  const narrower = { width: isDesk ? 768 : 320, height: size.height }
  await resize(tab, narrower)
  note('sideways', await lossesThatStay(tab, narrower.width), narrower.width)
  if (!isDesk) return
  await resize(tab, { width: 320, height: 256 })
  const left = await tab.evaluate(getReadingHeight)
  note('enlarged', [left < minReadingHeight && `400% leaves ${left} of 256 px for reading`])
  const at400 = await tab.evaluate(findCutOffElements, 320)
  await resize(tab, size)
  await tab.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const at200 = await tab.evaluate(findCutOffElements, size.width)
  note('enlarged', [
    ...at400.map((loss) => `400%: ${loss}`),
    ...at200.map((loss) => `200%: ${loss}`),
  ])
}

/**
 * Turns off `content-visibility`: browsers lay out distant parts of a page later, which would move the elements below
 * them.
 */
function layOutAll(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** Returns the first three elements that have moved since `before`, or that an animation is moving now. */
function movedBetween(before: string[], after: string[]): string[] {
  const moved = after.filter((place) => !before.includes(place) || place.startsWith('!'))
  return moved.slice(0, 3).map((place) => `${place}, was ${before[after.indexOf(place)]}`)
}

/** Loads the shared style sheets again, after those of the page, as a lazily loaded component does. */
async function loadSheetsAgain(): Promise<void> {
  const shared = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][href$="#"]')
  const loading = [...shared].map(({ href }) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href.slice(0, -1)
    document.head.append(link)
    return new Promise((resolve) => link.addEventListener('load', resolve, { once: true }))
  })
  await Promise.all(loading)
}

/**
 * Returns the position of every element once all images have loaded and no position changes any more, or after ten
 * attempts.
 */
async function settle(tab: Page, last = '', patience = 10): Promise<string[]> {
  await tab.clock.runFor(2000)
  await tab.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  )
  const places = await tab.evaluate(recordPositions)
  if (patience === 0 || places.join() === last) return places
  return settle(tab, places.join(), patience - 1)
}

let drawing: Promise<unknown> = Promise.resolve()

/**
 * Takes a screenshot of the whole page. Screenshots are taken one after the other, because tabs that are drawn in
 * parallel get parts of each other's picture.
 */
async function draw(tab: Page, path: string): Promise<void> {
  const turn = drawing.then(async () => {
    await tab.evaluate(scrollToStart)
    await tab.screenshot({ path, fullPage: true, quality: 80 })
  })
  drawing = turn.catch(() => null)
  await turn
}
