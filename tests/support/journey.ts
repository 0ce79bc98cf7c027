import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type FreshBrowser, endChromium, type FreshOptions, openBrowser } from './browser.ts'
import { openPreparedShop, type RunningShop } from './running-shop.ts'

export interface Journey {
  /** One shop for all tests of the file. */
  shop: RunningShop
  /** A fresh browser for each test. */
  browser: FreshBrowser
  /** Replaces the browser by a fresh one in the middle of a test. */
  takeAnother: (options?: FreshOptions) => Promise<void>
}

/** Opens what the tests of a file need, before them, and closes it after them. Nothing of it is there any earlier. */
export function openJourney(
  options: FreshOptions = {},
  /** `isShopUsedUp`: a test that is retried needs a new shop, because it consumes something that exists only once. */
  { isShopUsedUp = false } = {},
): Journey {
  const shop = {} as RunningShop
  const browser = {} as FreshBrowser
  const { reducedMotion = 'reduce' } = options
  const open = async (wanted: FreshOptions): Promise<void> => {
    Object.assign(browser, await openBrowser({ reducedMotion, ...wanted }))
  }

  beforeAll(async () => {
    Object.assign(shop, await openPreparedShop())
  })
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) > 0) {
      // A retry needs a new Chromium: a fault of the browser itself would occur again.
      await endChromium()
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
