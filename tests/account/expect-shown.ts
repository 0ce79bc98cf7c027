import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the element is visible. Fails when it does not become visible within Playwright's default timeout. */
export async function expectShown(part: Locator): Promise<void> {
  await part.waitFor()
}

/** Waits until an element has the focus; a dialog returns the focus only after it has closed. */
export async function expectFocus(part: Locator): Promise<void> {
  await expect.poll(() => part.evaluate((one) => one === document.activeElement)).toBe(true)
}
