import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until a part of the page is seen; fails when it is not within the browser's patience. */
export async function expectShown(part: Locator): Promise<void> {
  await part.waitFor()
}

/** Waits until a part of the page has the focus: what gives it back does so once it has closed. */
export async function expectFocus(part: Locator): Promise<void> {
  await expect.poll(() => part.evaluate((one) => one === document.activeElement)).toBe(true)
}
