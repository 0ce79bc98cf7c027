import type { Locator, Page } from 'playwright-core'
import type { RunningShop } from './running-shop.ts'

/** Opens a product's page, adds one piece to the cart, and waits until the header counts it. */
export async function putInCart(page: Page, shop: RunningShop, slug: string): Promise<void> {
  await page.goto(`${shop.url}/shop/product/${slug}`)
  await page
    .getByRole('button', { name: /Add to Cart/ })
    .first()
    .click()
  await page.getByRole('link', { name: /Shopping bag\W+\d/ }).waitFor()
}

/** Returns the "Add to Cart" button of a product's card on the page of all products. */
export function getAddButton(page: Page, name: string): Locator {
  return page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: /Add to Cart|Added!/ })
    .first()
}

export function clickAddChilliCrisp(page: Page): Promise<void> {
  return getAddButton(page, 'Nashville Chilli Crisp').click()
}
