import type { Locator, Page } from 'playwright-core'
import type { RunningShop } from './running-shop.ts'

export const prompts = {
  newsletter: 'Join Our Newsletter!',
  added: 'That’s one for the album!',
  cart: 'Save your cart?',
  exit: '10% off, before you go?',
  saved: 'Email saved!',
} as const

export function dialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name })
}

/** Closes the sheet that an Add has opened, and waits until it is gone. */
export async function closeSheet(page: Page): Promise<void> {
  const sheet = dialog(page, prompts.added)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })
}

/** Opens a page with a clock of its own, alive and standing still. */
export async function openStill(page: Page, shop: RunningShop, path: string): Promise<void> {
  await page.clock.install()
  await openAlive(page, shop, path)
  await page.clock.pauseAt(Date.now() + 5000)
}

/** Opens a page and waits until it answers. */
export async function openAlive(page: Page, shop: RunningShop, path: string): Promise<void> {
  await page.goto(`${shop.url}${path}`)
  await page.getByRole('button', { name: 'Search' }).waitFor()
}

/** Moves the mouse out of the page at the top, as if to close the tab. */
export async function leaveAtTop(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.dispatchEvent(new MouseEvent('mouseout', { clientY: -1, bubbles: true }))
  })
}
