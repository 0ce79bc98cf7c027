import type { Browser, BrowserContextOptions } from 'playwright-core'
import { paths } from '../../app/core/paths.ts'
import { createShopper, signIn } from '../account/shoppers.ts'
import type { RunningShop } from '../support/running-shop.ts'

/** Signs in a new shopper, puts two products into the cart, and returns the browser's stored state. */
export async function signInShopperWithCart(
  browser: Browser,
  shop: RunningShop,
): Promise<BrowserContextOptions['storageState']> {
  const shopper = await createShopper(shop)
  const context = await browser.newContext({ locale: 'en-GB' })
  // The sheet that opens after "Add to Cart" would cover the next button.
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) sessionStorage.setItem('basket_sheet_off', 'true')
  })
  const page = await context.newPage()
  await signIn(page, shop, shopper)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.goto(shop.url + paths.shop)
  const buttons = page.getByRole('main').getByRole('button', { name: /Add to Cart/ })
  await buttons.first().click()
  await buttons.last().click()
  await page.getByRole('link', { name: /Shopping bag\W+2/ }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}
