import type { Locator } from 'playwright-core'

/** Waits until a part of the page is seen; fails when it is not within the browser's patience. */
export async function expectShown(part: Locator): Promise<void> {
  await part.waitFor()
}
