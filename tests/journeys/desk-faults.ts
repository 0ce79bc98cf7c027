import type { Page } from 'playwright-core'
import { findCutOffElements, findSmallTargets, getReadingHeight } from '../inspect/in-page.ts'
import { minReadingHeight, type WindowSize } from '../inspect/visit.ts'
import { findAccessibilityFaults } from '../support/axe.ts'
import { desktop, phone } from '../support/screens.ts'

/**
 * A height in CSS pixels at which the whole screen is visible without scrolling, so that the bar at the bottom covers
 * no rows. Which rows it covers in a usual window varies from day to day, and they can be scrolled into view.
 */
const tall = 8000

/**
 * Returns the faults of a screen of the desk: axe's findings on a phone and on a laptop; controls that are too small
 * for a thumb; elements that overflow or are cut off on a phone, on a laptop, at 320 px, with text at 200 % and at 400
 * % zoom; too little height for reading at 400 %; and motion despite `prefers-reduced-motion`. The screen is only
 * resized, not reloaded.
 */
export async function findDeskFaults(page: Page): Promise<string[]> {
  const size = page.viewportSize() ?? phone
  const faults: string[] = []
  const look = async (how: string, at: WindowSize, ...looks: (() => Promise<string[]>)[]) => {
    await page.setViewportSize(at)
    await page.waitForFunction(fits, at)
    for (const each of [() => page.evaluate(findCutOffElements, at.width), ...looks])
      faults.push(...(await each()).map((fault) => `${how}: ${fault}`))
  }
  const enlarge = (words: string) =>
    page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), words)

  await look('400%', { width: 320, height: 256 }, async () => {
    const left = (await page.evaluate(dialogHeight)) ?? (await page.evaluate(getReadingHeight))
    return left < minReadingHeight ? [`leaves ${left} of 256 px for reading`] : []
  })
  await look('320 px', { width: 320, height: tall })
  await look('laptop', { ...desktop, height: tall }, () => findAccessibilityFaults(page))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await look(
    'phone',
    { ...phone, height: tall },
    // axe's own check of target sizes is off, because another check here requires nearly twice that size.
    () => findAccessibilityFaults(page, { without: ['target-size'] }),
    () => page.evaluate(findSmallTargets),
    () => page.evaluate(findMotion),
  )
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await enlarge('200%')
  await look('200%', { ...phone, height: tall })
  await enlarge('')
  await page.setViewportSize(size)
  await page.waitForFunction(fits, size)
  return faults
}

/** Runs in the page, like the functions below: returns whether the window has this size. */
function fits({ width, height }: WindowSize): boolean {
  return innerWidth === width && innerHeight === height
}

/** Returns the visible height of an open dialog in pixels; undefined when there is none. */
function dialogHeight(): number | undefined {
  return document.querySelector('[data-dialog]')?.clientHeight
}

/**
 * Returns a fault for each element with an animation or a transition, of its own or of a pseudo-element, and one more
 * when the page scrolls smoothly.
 */
function findMotion(): string[] {
  const still = (style: CSSStyleDeclaration) =>
    style.animationName === 'none' && /^[0s, ]+$/.test(style.transitionDuration)
  const slides = getComputedStyle(document.documentElement).scrollBehavior === 'smooth'
  const moving = [...document.querySelectorAll('body, body *')].filter((element) =>
    [null, '::before', '::after', '::backdrop'].some(
      (part) => !still(getComputedStyle(element, part)),
    ),
  )
  return [
    ...moving.map(({ localName, className }) => `${localName}.${String(className)} moves`),
    ...(slides ? ['the page slides where it is led to'] : []),
  ]
}

/** The text by which a queued (paused) mutation is recognised in the stored query cache. */
export const pausedMutationText = '"isPaused":true'

/** Runs in the page: returns how often a text occurs in the query cache that is stored in IndexedDB. */
export async function countInQueryCache(words: string): Promise<number> {
  const heard = (asked: IDBRequest) =>
    new Promise((resolve, reject) => {
      asked.addEventListener('success', resolve)
      asked.addEventListener('error', reject)
    })
  const opened = indexedDB.open('desk')
  await heard(opened)
  const read = opened.result.transaction('read').objectStore('read').getAll()
  await heard(read)
  opened.result.close()
  return read.result.join('').split(words).length - 1
}
