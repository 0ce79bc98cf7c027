import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { updateRows, fetchRows } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { openHydrated } from '../support/prompt-steps.ts'
import { phone } from '../support/screens.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })
const ketchup = 'hot-tomato-ketchup'
const products = (page: Page) => page.getByRole('list', { name: 'Products' })

test('an allergen that is added while a shopper looks around marks the product on every page that is opened after it', async () => {
  const { page } = browser
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('allergen_answers')) requests.push(request.url())
  })
  await openHydrated(page, shop, '/shop')
  await page.evaluate(() => localStorage.setItem('avoid', '["peanuts"]'))
  await page.reload()
  const card = products(page).getByRole('article').filter({ hasText: 'Hot Tomato Ketchup' })
  await expectShown(card.getByText('Fits', { exact: true }))
  expect(requests).toHaveLength(1)

  const [row] = await fetchRows<{ allergen_answers: object }>(
    shop,
    `products?slug=eq.${ketchup}&select=allergen_answers`,
  )
  const allergen_answers = { ...row?.allergen_answers, peanuts: 'contains' }
  await updateRows(shop, `products?slug=eq.${ketchup}`, { allergen_answers })
  const product = `/shop/condiment/${ketchup}`
  const readsPeanuts = async () =>
    /Contains:[^.]*peanuts/.test(await (await fetch(shop.url + product)).text())
  await expect.poll(readsPeanuts).toBe(true)
  await card.getByRole('link').first().click()
  await page.waitForURL(`**${product}`)
  const pictures = page.getByRole('region', { name: /^Pictures of/ })
  await expectShown(pictures.getByText('Contains peanuts'))
  expect(await pictures.getByText('Fits', { exact: true }).count()).toBe(0)

  await page.goBack()
  await expectShown(card.getByText('Contains peanuts', { exact: true }))
  await page.getByLabel('Only what fits').check()
  await card.waitFor({ state: 'hidden' })
  expect(requests).toHaveLength(3)
})
