import { vi } from 'vitest'
import type { Driver } from './driver.ts'

/** Runs in the page: marks the first visible element that has these words in its name, and says whether there is one. */
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

/** Waits until something can be seen. */
export async function see(driver: Driver, css: string, words = '', isExact = false): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!(await driver.run(mark, css, words, isExact)))
        throw new Error(`No ${css} "${words}" at ${await driver.run(() => location.href)}`)
    },
    { timeout: 20_000, interval: 100 },
  )
}

export async function press(driver: Driver, css: string, words = '', isExact = false) {
  await see(driver, css, words, isExact)
  await driver.click('[data-found]')
}

/** Types into the field of a label. */
export async function fill(driver: Driver, css: string, text: string): Promise<void> {
  await see(driver, css)
  await driver.type('[data-found]', text)
}

export async function isAt(driver: Driver, path: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const address = await driver.run(() => location.href)
      if (!address.includes(path)) throw new Error(`At ${address}, not at ${path}`)
    },
    { timeout: 20_000, interval: 100 },
  )
}
