import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { updateRows, fetchRows } from '../account/shoppers.ts'
import type { RunningShop } from '../support/running-shop.ts'

export interface StoredProduct {
  id: string
  slug: string
  name: string
  tagline: string
  description: string
  image_url: string[]
  image_alt: string[]
  ingredients: string[]
  allergens: string
  allergen_answers: object
  active: boolean
  stock: number | null
  recipe_changed_at: string | null
  prices: { unit_amount: number }[]
}

export async function getProductBySlug(shop: RunningShop, slug: string): Promise<StoredProduct> {
  const [row] = await fetchRows<StoredProduct>(
    shop,
    `products?select=*,prices(unit_amount)&slug=eq.${slug}`,
  )
  if (row === undefined) throw new Error(`There is no ${slug}`)
  return row
}

/** Adds an ingredient that is an allergen to the recipe and the label of the product that `insertPaidOrder` orders. */
export async function addAllergenToRecipe(shop: RunningShop, allergen: string): Promise<void> {
  const { id, ingredients, allergens } = await getProductBySlug(shop, 'nashville-chilli-crisp')
  await updateRows(shop, `products?id=eq.${id}`, {
    ingredients: [...ingredients, allergen],
    allergens: allergens.replace('Contains: ', `Contains: ${allergen}, `),
  })
}

export const getConflictDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Somebody else changed this first' })

export async function clickPublish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish changes', exact: true }).click()
}

export async function expectPublished(page: Page): Promise<void> {
  await expectShown(page.getByText('Nashville Chilli Crisp: on sale as you see it here.'))
  await closeToasts(page)
}

/** Runs in the page: returns the number of drafts of products that are stored on this device and not published. */
export const countDrafts = () =>
  Object.keys(localStorage).filter((name) => /^desk-draft:.*product:/.test(name)).length

/** Closes all toasts. A toast that is closing stays in the page until its transition has ended, and does not count. */
export async function closeToasts(page: Page): Promise<void> {
  const toasts = page.locator('[data-toast]:not([data-ending-style])')
  await toasts.first().waitFor()
  for (let open = await toasts.count(); open > 0; open = await toasts.count()) {
    await toasts.getByLabel('Close').last().click()
    await expect.poll(() => toasts.count()).toBeLessThan(open)
  }
}

export async function confirmConflictChoices(page: Page): Promise<void> {
  await getConflictDialog(page).getByRole('button', { name: 'Go on with these' }).click()
  await getConflictDialog(page).waitFor({ state: 'hidden' })
}

/**
 * Checks a conflict between two people's allergen answers: the dialog shows both answers for each allergen on which
 * they differ.
 */
export async function expectAllergenConflict(
  page: Page,
  { id, allergen_answers: answers }: StoredProduct,
  shop: RunningShop,
): Promise<void> {
  const lupin = page.getByRole('group', { name: /^Lupin/ })
  await lupin.getByText('May contain').click()
  await updateRows(shop, `products?id=eq.${id}`, {
    allergen_answers: { ...answers, lupin: 'contains' },
  })
  await clickPublish(page)
  await expectShown(getConflictDialog(page).getByLabel('You typed Lupin: may contain'))
  expect(await getConflictDialog(page).getByLabel('It became Lupin: contains').isChecked()).toBe(
    true,
  )
  await confirmConflictChoices(page)
  expect(await lupin.getByRole('radio', { name: 'Contains' }).isChecked()).toBe(true)
}

/**
 * Duplicates a product, and checks that the copy exists only on this device until it is saved as hidden, with the texts
 * of the original but without its history.
 */
export async function duplicateProduct(page: Page, shop: RunningShop): Promise<StoredProduct> {
  await updateRows(shop, 'products?slug=eq.nashville-chilli-crisp', { stock: 7 })
  const former = await getProductBySlug(shop, 'nashville-chilli-crisp')
  await page.getByRole('link', { name: 'Duplicate' }).click()
  const name = page.getByLabel('Name', { exact: true })
  await expect.poll(() => name.inputValue()).toBe('Nashville Chilli Crisp (copy)')
  expect(page.url()).not.toContain(`/products/${former.id}`)
  expect(await fetchRows(shop, 'products?select=id&name=like.*copy*')).toEqual([])
  expect(await page.getByRole('button', { name: 'Back to it' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectShown(page.getByText('Nashville Chilli Crisp (copy): saved. Nobody sees it yet.'))
  const copy = await getProductBySlug(shop, 'nashville-chilli-crisp-copy')
  const { tagline, description, image_url, image_alt, ingredients, allergens } = former
  expect(copy).toMatchObject({ tagline, description, image_url, image_alt, ingredients, allergens })
  expect(copy).toMatchObject({ active: false, stock: null, recipe_changed_at: null })
  expect(copy.prices).toEqual(former.prices)
  expect(page.url()).toBe(`${shop.url}/desk/products/${copy.id}`)
  expect(await page.locator('[data-recipe-panel]').count()).toBe(0)
  expect(await getProductBySlug(shop, 'nashville-chilli-crisp')).toEqual(former)
  return copy
}
