import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { fetchRows } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { insertPaidOrder } from './desk-orders.ts'
import {
  duplicateProduct,
  expectAllergenConflict,
  expectPublished,
  getProductBySlug,
  clickPublish,
} from './desk-product.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'
import { answerRemainingAllergens } from './desk-typed.ts'

const { shop, browser } = openJourney({ viewport: phone, images: true }, { isShopUsedUp: true })

test(
  'an owner announces the new recipe of a product to its buyers, and copies the product',
  { tags: ['abuse-one-tap'] },
  async () => {
    const { page } = browser
    const number = await insertPaidOrder(shop, 'Priya Raman')
    await openDeskAsFirstOwner(page, shop)
    const { id } = await getProductBySlug(shop, 'nashville-chilli-crisp')
    await page.goto(`${shop.url}/desk/products/${id}`)
    await tellOfAnotherRecipe(page, number)
    const copy = await duplicateProduct(page, shop)
    await expectAllergenConflict(page, copy, shop)
    await page.goto(`${shop.url}/shop/product/${copy.slug}`)
    expect(await page.getByRole('button', { name: /Add to Cart/ }).count()).toBe(0)
  },
)

/**
 * Checks that the buyers of the former recipe are listed and sent one email, which can be called back before it is
 * sent.
 */
async function tellOfAnotherRecipe(page: Page, number: number): Promise<void> {
  const ingredients = page.getByLabel('Ingredients, biggest amount first')
  await ingredients.fill(`${await ingredients.inputValue()}, mustard seeds`)
  const panel = page.locator('[data-recipe-panel]').filter({ visible: true })
  await expectShown(panel.getByText('Recipe changed: mustard is new'))
  await expectShown(panel.getByText('1 person bought the old one'))
  await expectShown(panel.getByText('You can write to them once it is published.'))
  const write = panel.getByRole('button', { name: 'Write to them…' })
  expect(await write.count()).toBe(0)
  await answerRemainingAllergens(page)
  await clickPublish(page)
  await expectPublished(page)
  await expectShown(panel.getByText(/Recipe changed: mustard is new, on /))
  await panel.getByRole('button', { name: 'See the 1' }).click()
  const buyers = page.getByRole('dialog', { name: '1 person bought the old one' })
  await expectShown(buyers.getByRole('link', { name: `Priya Raman Order ${number}` }))
  expect(await buyers.getByRole('link').count()).toBe(1)
  expect(await findDeskFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await buyers.waitFor({ state: 'hidden' })

  const mails = () => fetchRows(shop, 'outbox?select=recipient&template=eq.recipe_news')
  const question = page.getByRole('dialog', { name: 'Write to them' })
  await write.click()
  await expectShown(question.getByText('Priya Raman'))
  await expectShown(question.getByText(`Order ${number}: not sent yet, jar not chosen`))
  const changed = { name: 'The recipe changed' }
  await question.getByRole('button', changed).click()
  await expectShown(question.getByRole('button', { ...changed, pressed: true }))
  await expectShown(
    question
      .frameLocator('iframe')
      .getByText(`Your order ${number} hasn’t left yet, and you may get the new recipe.`),
  )
  expect(await findDeskFaults(page)).toEqual([])
  await question.getByRole('button', { name: 'Don’t send' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await mails()).toEqual([])
  await write.click()
  await question.getByRole('button', { name: 'Send 1 email' }).click()
  await expectShown(page.getByText('An email to 1 person leaves in 30 seconds.'))
  await write.waitFor({ state: 'hidden' })
  expect(await mails()).toEqual([{ recipient: 'priya@example.com' }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectShown(page.getByText('Taken back: 1 email did not leave.'))
  expect(await mails()).toEqual([])
  await write.click()
  await question.getByRole('button', { name: 'Send 1 email' }).click()
  await expectShown(panel.getByText('Mails written: 1.'))
  await write.waitFor({ state: 'hidden' })
  await page.reload()
  await expectShown(panel.getByText('Mails written: 1.'))
  expect(await write.count()).toBe(0)
  expect(await mails()).toHaveLength(1)
}
