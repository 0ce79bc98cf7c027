import { vi } from 'vitest'
import type { BrowserDriver } from './driver.ts'

/**
 * Runs in the page: marks the first visible element whose label or text contains these words. Returns whether there is
 * one.
 */
function mark(css: string, words: string, isExact: boolean): boolean {
  document.querySelector('[data-found]')?.removeAttribute('data-found')
  const isNamed = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent
    const plain = name.replaceAll(/\s+/g, ' ').trim()
    return isExact ? plain === words : plain.includes(words)
  }
  const found = [...document.querySelectorAll(css)].find(
    (element) => element.getClientRects().length > 0 && isNamed(element),
  )
  found?.setAttribute('data-found', '')
  found?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return found !== undefined
}

export const waitOptions = { timeout: 20_000, interval: 100 }

/** Waits until an element with these words is visible. */
export function waitForElement(
  driver: BrowserDriver,
  css: string,
  words = '',
  isExact = false,
): Promise<void> {
  return vi.waitFor(() => find(driver, css, words, isExact), waitOptions)
}

async function find(
  driver: BrowserDriver,
  css: string,
  words: string,
  isExact: boolean,
): Promise<void> {
  if (await driver.run(mark, css, words, isExact)) return
  const [address, text] = await driver.run(() => [location.href, document.body.innerText])
  throw new Error(`No ${css} "${words}" at ${address}: ${text}`)
}

/** Presses an element with these words, and tries again when the page changes at that moment. */
export function pressElement(
  driver: BrowserDriver,
  css: string,
  words = '',
  isExact = false,
): Promise<void> {
  return vi.waitFor(async () => {
    await find(driver, css, words, isExact)
    await driver.click('[data-found]')
  }, waitOptions)
}

/**
 * Presses a link until its page is open. A single press may miss: the driver clicks where the link was, and a toast may
 * have moved it away since.
 */
export function followLink(driver: BrowserDriver, words: string, path: string): Promise<void> {
  return vi.waitFor(async () => {
    if ((await driver.run(() => location.pathname)).startsWith(path)) return
    await find(driver, 'a', words, false)
    await driver.click('[data-found]')
    throw new Error(`“${words}” has not led to ${path} yet`)
  }, waitOptions)
}

export async function fillField(driver: BrowserDriver, css: string, text: string): Promise<void> {
  await waitForElement(driver, css)
  await driver.type('[data-found]', text)
}

export async function waitForPath(driver: BrowserDriver, path: string): Promise<void> {
  await vi.waitFor(async () => {
    const address = await driver.run(() => location.href)
    if (!address.includes(path)) throw new Error(`At ${address}, not at ${path}`)
  }, waitOptions)
}
