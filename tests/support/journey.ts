import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import {
  type FreshBrowser,
  closeWorkerBrowsers,
  type FreshBrowserOptions,
  openBrowser,
} from './browser.ts'
import { openPreparedShop, type RunningShop } from './running-shop.ts'

export interface Journey {
  /** The shop for all tests of the file. */
  shop: RunningShop
  /** The browser of the current test, without any stored data from earlier tests. */
  browser: FreshBrowser
  /** Replaces the browser by a new one in the middle of a test. */
  takeAnother: (options?: FreshBrowserOptions) => Promise<void>
}

/**
 * Opens the shop and the browsers that the tests of a file need, and closes them after the tests. The returned objects
 * are empty until the first test begins.
 */
export function openJourney(
  options: FreshBrowserOptions = {},
  /**
   * `isShopUsedUp` gives a retried test a new shop. It is set for tests that use up what a shop has only once, such as
   * the first invitation.
   */
  { isShopUsedUp = false } = {},
): Journey {
  const shop = {} as RunningShop
  const browser = {} as FreshBrowser
  const { reducedMotion = 'reduce' } = options
  const open = async (wanted: FreshBrowserOptions): Promise<void> => {
    Object.assign(browser, await openBrowser({ reducedMotion, ...wanted }))
  }

  beforeAll(async () => {
    Object.assign(shop, await openPreparedShop())
  })
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) > 0) {
      // A retry gets a new Chromium, because an earlier one that is broken would fail again.
      await closeWorkerBrowsers()
      if (isShopUsedUp) {
        await shop.remove()
        Object.assign(shop, await openPreparedShop())
      }
    }
    await open(options)
  })
  afterEach(() => browser.close())
  afterAll(() => shop.remove())

  return {
    shop,
    browser,
    async takeAnother(wanted = {}) {
      await browser.close()
      await open(wanted)
    },
  }
}
