import type { Locator, Page } from 'playwright-core'
import type { RunningShop } from './running-shop.ts'

export const promptTitles = {
  newsletter: 'Join Our Newsletter!',
  added: 'That’s one for the album!',
  cart: 'Save your cart?',
  exit: '10% off, before you go?',
  saved: 'Email saved!',
} as const

export function getDialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name })
}

/** Closes the sheet that opens after "Add to Cart", and waits until it has been removed. */
export async function closeAddedSheet(page: Page): Promise<void> {
  const sheet = getDialog(page, promptTitles.added)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })
}

/** Opens a page with a clock that the test controls, waits for hydration, and stops the clock. */
export async function openWithStoppedClock(
  page: Page,
  shop: RunningShop,
  path: string,
): Promise<void> {
  await page.clock.install()
  await openHydrated(page, shop, path)
  await page.clock.pauseAt(Date.now() + 5000)
}

/** Opens a page and waits until it has hydrated. */
export async function openHydrated(page: Page, shop: RunningShop, path: string): Promise<void> {
  await page.goto(`${shop.url}${path}`)
  await page.getByRole('button', { name: 'Search' }).waitFor()
}

/** Fires the event of a mouse that leaves the page at the top, as if to close the tab. */
export async function movePointerOutAtTop(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.dispatchEvent(new MouseEvent('mouseout', { clientY: -1, bubbles: true }))
  })
}
