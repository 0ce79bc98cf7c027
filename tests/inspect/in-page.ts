/** Playwright sends these functions to the browser as text, so they may not use anything outside themselves. */

declare global {
  interface Window {
    /** Layout shifts and violations of the content security policy since the page was opened. */
    noted: { shift: number; shifted: string[]; violations: string[] }
    /** The ms from each press of a pointer or a key until the next frame is painted. */
    interactions: number[]
    /** The ms from the watched press until its result was painted. */
    answered: Promise<number>
  }
}

/** Records every layout shift and every violation of the content security policy in `window.noted`. */
export function recordShiftsAndViolations(): void {
  const noted: Window['noted'] = { shift: 0, shifted: [], violations: [] }
  window.noted = noted
  document.addEventListener('securitypolicyviolation', (event) =>
    noted.violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`),
  )
  interface Shift extends PerformanceEntry {
    value: number
    sources?: { node?: Node | null }[]
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      noted.shift += entry.value
      for (const { node } of entry.sources ?? []) {
        const element = node instanceof Element ? node : node?.parentElement
        if (element) noted.shifted.push(`${element.localName}.${element.getAttribute('class')}`)
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * Records in `window.interactions` the delay from each press of a pointer or a key to the next frame. The browser does
 * not report delays below 16 ms.
 */
export function recordInteractions(): void {
  const noted: number[] = []
  window.interactions = noted
  const options: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  }
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId > 0) noted.push(duration)
  }).observe(options)
}

/**
 * Measures the ms from the next pointerdown until its result is painted: until the number of elements that match
 * `answer` has changed, or, without `answer`, until `main` no longer changes, because the press opens a screen.
 */
export function measureNextPress(answer?: string): void {
  const { promise, resolve } = Promise.withResolvers<number>()
  window.answered = promise
  const count = () => document.querySelectorAll(answer ?? ':root').length
  const before = count()
  function watch({ timeStamp }: Event): void {
    const sinceThen = () => performance.now() - timeStamp
    setTimeout(() => resolve(sinceThen()), 10_000)
    const look = () =>
      requestAnimationFrame(() =>
        count() === before ? look() : setTimeout(() => resolve(sinceThen())),
      )
    if (answer !== undefined) return void look()
    let changed = 0
    const main = document.querySelector('main') ?? document.body
    const changes = new MutationObserver(() =>
      requestAnimationFrame(() => setTimeout(() => (changed = sinceThen()))),
    )
    changes.observe(main, { subtree: true, childList: true, characterData: true })
    const timer = setInterval(() => {
      const isUnderWay = main.querySelector('[aria-busy=true]') !== null
      if (changed === 0 || isUnderWay || sinceThen() - changed < 500) return
      clearInterval(timer)
      changes.disconnect()
      resolve(changed)
    }, 50)
  }
  addEventListener('pointerdown', watch, { once: true, capture: true })
}

/** The title, the metadata, the headings and the landmarks of a page. */
export interface PageOutline {
  title: string
  description: string
  canonical: string | null
  robots: string
  /** The level and the text of each visible heading, in document order. */
  headings: [level: number, words: string][]
  /** The number of landmarks of each kind, and the number of navigation landmarks without a name. */
  landmarks: { banner: number; main: number; contentinfo: number; namelessNavigations: number }
  /** The text of `main`; `links` is the number of links in it. */
  words: string
  links: number
}

export function readOutline(): PageOutline {
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  const content = (selector: string) =>
    document.querySelector(selector)?.getAttribute('content') ?? ''
  const main = document.querySelector('main')
  return {
    title: document.title,
    description: content('meta[name=description]'),
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null,
    robots: content('meta[name=robots]'),
    headings: shown('h1,h2,h3,h4,h5,h6').map((heading) => [
      Number(heading.localName.slice(1)),
      heading.textContent.trim(),
    ]),
    landmarks: {
      banner: shown('body > header').length,
      main: shown('main').length,
      contentinfo: shown('body > footer').length,
      namelessNavigations: shown('nav:not([aria-label],[aria-labelledby])').length,
    },
    words: main?.innerText.trim() ?? '',
    links: main === null ? 0 : shown('main a[href]').length,
  }
}

/**
 * Returns the elements that overflow the window horizontally, except within a row that scrolls, and the texts that are
 * cut off by their own box. Vertical scrolling is allowed.
 */
export function findCutOffElements(width: number): string[] {
  const slack = 3
  const losses: string[] = []
  const name = (element: Element) =>
    `${element.localName}.${element.getAttribute('class') ?? ''} “${(element.textContent ?? '').trim().slice(0, 40)}”`
  const over = document.documentElement.scrollWidth - width
  if (over > 0) {
    const farthest = [...document.querySelectorAll('body *')].filter(
      (element) => Math.round(element.getBoundingClientRect().right) === width + over,
    )
    losses.push(`the page is ${over} px wider than the window: ${farthest.map(name).join(', ')}`)
  }
  const nearest = (element: Element | null, isMeant: (style: CSSStyleDeclaration) => boolean) => {
    for (let at = element; at !== null && at !== document.documentElement; at = at.parentElement) {
      if (at !== document.body && isMeant(getComputedStyle(at))) return at
    }
    return null
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (parent === null || node.textContent?.trim() === '') continue
    if (parent.closest('svg,script,style,noscript,[aria-hidden=true],select') !== null) continue
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) continue
    if (nearest(parent, ({ overflowX }) => overflowX === 'auto' || overflowX === 'scroll') !== null)
      continue
    const frame = nearest(parent, ({ overflowX, clipPath }) => {
      return overflowX === 'hidden' || overflowX === 'clip' || clipPath !== 'none'
    })?.getBoundingClientRect()
    // Text for screen readers only has a box of one pixel, and a skip link without focus is above the window; neither
    // is a loss.
    if (frame !== undefined && frame.width <= 2) continue
    if (box.bottom + scrollY < 0) continue
    if (box.right > width + slack || box.left < -slack)
      losses.push(`${name(parent)} leaves the window`)
    else if (
      frame !== undefined &&
      (box.right > frame.right + slack ||
        box.left < frame.left - slack ||
        box.bottom > frame.bottom + box.height / 3 ||
        box.top < frame.top - box.height / 3)
    )
      losses.push(`${name(parent)} is cut off`)
  }
  return [...new Set(losses)].slice(0, 8)
}

/** Returns the height in pixels of the window without the fixed and sticky bars at its edges. */
export function getReadingHeight(): number {
  const heights = [...document.querySelectorAll('body *')].map((element) => {
    const { position } = getComputedStyle(element)
    if (position !== 'fixed' && position !== 'sticky') return 0
    if (!element.checkVisibility({ visibilityProperty: true })) return 0
    const { top, bottom, width } = element.getBoundingClientRect()
    const isBar = width > innerWidth * 0.8 && bottom > 0 && top < innerHeight
    return isBar ? Math.min(bottom, innerHeight) - Math.max(top, 0) : 0
  })
  return innerHeight - heights.reduce((sum, height) => sum + height, 0)
}

/**
 * Returns the controls that are smaller than 44 × 44 px. Links within text are left out, and so is what the design
 * exempts.
 */
export function findSmallTargets(): string[] {
  const whole = 44
  const slack = 0.5
  const pressable = 'a[href],button,summary,select,textarea,input:not([type=hidden]),[tabindex="0"]'
  const isWithinWords = (element: Element) =>
    element.localName === 'a' &&
    getComputedStyle(element).display === 'inline' &&
    (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim()
  const labelOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
  /**
   * Returns the minimum size: 44 × 44 px, except for tag chips, which are 36 px high, and for the dots of a carousel,
   * which are 28 px apart.
   */
  const least = (element: Element): [width: number, height: number] => {
    if (labelOf(element).startsWith('#')) return [24, 36]
    return /^\d+ of \d+$/.test(labelOf(element)) ? [28, 28] : [whole, whole]
  }
  /**
   * Returns whether a press at this point reaches the element, for example through its label, even if the element's own
   * box is smaller.
   */
  const answersAt = (element: Element, x: number, y: number) => {
    const met = document.elementFromPoint(x, y)
    if (met === null) return false
    const isSameLink =
      element.hasAttribute('href') &&
      met.closest('a')?.getAttribute('href') === element.getAttribute('href')
    return isSameLink || element.contains(met) || met.closest('label')?.contains(element)
  }
  return [...document.querySelectorAll(pressable)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !isWithinWords(element) && element.closest('[inert]') === null)
    .filter((element) => {
      const label = element.closest('label') ?? element
      const { width, height } = label.getBoundingClientRect()
      const [wide, high] = least(element)
      if (width >= wide - slack && height >= high - slack) return false
      if (width <= 1 || getComputedStyle(element).clipPath !== 'none') return false
      label.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top } = label.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const reaches = [
        [x - wide / 2 + 1, y],
        [x + wide / 2 - 1, y],
        [x, y - high / 2 + 1],
        [x, y + high / 2 - 1],
      ] as const
      return !reaches.every((point) => answersAt(element, ...point))
    })
    .map((element) => {
      const { width, height } = element.getBoundingClientRect()
      const size = `${Math.round(width)}×${Math.round(height)}`
      return `${size} ${element.localName} “${labelOf(element).slice(0, 40)}”`
    })
}

/**
 * Returns the position of every element and the videos that play, for comparison: the result changes when something
 * moves.
 */
export function recordPositions(): string[] {
  const name = (element: Element) => `${element.localName}.${element.getAttribute('class') ?? ''}`
  const places = [...document.querySelectorAll('body *')].map((element) => {
    const { left, top } = element.getBoundingClientRect()
    return `${name(element)} at ${Math.round(left)},${Math.round(top)} scrolled ${element.scrollLeft}`
  })
  const films = [...document.querySelectorAll('video')]
    .filter(({ paused }) => !paused)
    .map((film) => `${name(film)} plays`)
  const running = document
    .getAnimations()
    .filter(({ playState, effect }) => {
      const length = effect?.getComputedTiming().endTime
      return playState === 'running' && typeof length === 'number' && length > 500
    })
    .map(
      (animation) =>
        `the animation of ${String(animation.effect && 'target' in animation.effect && animation.effect.target instanceof Element ? name(animation.effect.target) : '')} runs`,
    )
  return [...places, ...films.map((film) => `! ${film}`), ...running.map((one) => `! ${one}`)]
}

/** Records that the newsletter prompt has been shown, because it would otherwise open during a slow visit. */
export function preventNewsletterPrompt(key: string): void {
  if (location.protocol.startsWith('http')) localStorage.setItem(key, 'true')
}

/** Returns true once React has hydrated the page, which replaces links in the header by buttons. */
export function isHydrated(): boolean {
  return document.querySelector('header button') !== null
}

/** Returns true when no part of `main` is marked as still loading. */
export function isLoaded(): boolean {
  return document.querySelector('main [aria-busy=true]') === null
}

/**
 * Resolves to true when the page has been laid out for a window of this size, and to false when it has another size.
 */
export async function fitsWindow({
  width,
  height,
}: {
  width: number
  height: number
}): Promise<boolean> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return innerWidth === width && innerHeight === height
}

/** Scrolls the page, and all scrolled elements in it, back to the start. */
export function scrollToStart(): void {
  for (const element of document.querySelectorAll('body *')) {
    if (element.scrollLeft !== 0 || element.scrollTop !== 0)
      element.scrollTo({ left: 0, top: 0, behavior: 'instant' })
  }
  scrollTo({ top: 0, behavior: 'instant' })
}

/** Scrolls through the page to its end and back, so that lazy images load. */
export async function scrollThrough(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight * 0.8) {
    scrollTo({ top: y, behavior: 'instant' })
    await frame()
    await frame()
  }
  // Hidden images, and images outside the window in a scrolling row, are left out, because the browser does not load
  // them.
  const pictures = [...document.images].filter((picture) => {
    const { left, right } = picture.getBoundingClientRect()
    return !picture.complete && picture.checkVisibility() && right > 0 && left < innerWidth
  })
  await Promise.race([
    Promise.all(
      pictures.map(
        (picture) =>
          new Promise((resolve) => {
            picture.addEventListener('load', resolve, { once: true })
            picture.addEventListener('error', resolve, { once: true })
          }),
      ),
    ),
    new Promise((resolve) => setTimeout(resolve, 3000)),
  ])
  await frame()
  scrollTo({ top: 0, behavior: 'instant' })
  await frame()
}

/**
 * Returns the URLs of all pictures that are at least partly in the window: images, SVG uses, backgrounds and
 * masks.
 */
export function findPicturesInView(): string[] {
  const found = new Set<string>()
  for (const element of document.querySelectorAll('*')) {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    if (top >= innerHeight || bottom <= 0 || left >= innerWidth || right <= 0) continue
    if (element instanceof HTMLImageElement) found.add(element.currentSrc)
    if (element instanceof SVGUseElement)
      found.add(new URL(element.href.baseVal, location.href).href)
    for (const pseudo of [null, '::before', '::after']) {
      const { backgroundImage, maskImage, borderImageSource } = getComputedStyle(element, pseudo)
      const all = `${backgroundImage} ${maskImage} ${borderImageSource}`
      for (const [, address = ''] of all.matchAll(/url\("(.*?)"\)/g)) found.add(address)
    }
  }
  return [...found]
}
