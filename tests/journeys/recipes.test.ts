import { expect, test } from 'vitest'
import { business } from '../../domain/business.ts'
import { findAccessibilityFaults } from '../support/axe.ts'
import { collectErrors, openBrowser } from '../support/browser.ts'
import { readHead } from '../support/html-head.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'

const { shop, browser } = openJourney()

test('a product leads to its recipe, and the recipe to the cart', async () => {
  const { page } = browser
  const errors = collectErrors(page)
  await page.goto(`${shop.url}/shop/seasoning/spice-bag-mix`)
  const ways = page.getByRole('list', { name: 'Three ways to eat it' })
  expect(await ways.getByRole('heading').count()).toBe(3)
  await ways.getByRole('link', { name: 'Oven chips' }).click()
  await page.getByRole('heading', { level: 1, name: 'Oven chips' }).waitFor()
  const ours = page.getByRole('complementary', { name: 'From our shelf' })
  await ours.getByText('£4.50').waitFor()
  await ours.getByRole('button', { name: /^Add to Cart/ }).click()
  await page.getByRole('link', { name: /Shopping bag\W+1 item/ }).waitFor()
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('main').getByText('Spice Bag Mix').first().waitFor()
  expect(errors).toEqual([])
})

test('a recipe page is complete without JavaScript', async () => {
  const plain = await openBrowser({ javaScriptEnabled: false, viewport: phone })
  await plain.page.goto(`${shop.url}/recipes/hot-wings`)
  const { page } = plain
  expect(await page.getByRole('list').filter({ hasText: 'no pink at the bone' }).count()).toBe(1)
  await page
    .getByRole('region', { name: 'Allergens' })
    .getByText(/Contains: .*mustard/)
    .first()
    .waitFor()
  const way = page.getByRole('main').getByRole('link', { name: 'Nashville Hot Dust' }).first()
  expect(await way.getAttribute('href')).toBe('/shop/seasoning/nashville-hot-dust')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await plain.close()
})

test('the structured data of a recipe contains nothing invented', async () => {
  const answer = await fetch(`${shop.url}/recipes/roast-pork`)
  const { structured } = readHead(await answer.text())
  const recipe = structured[0] as Record<string, unknown>
  expect(recipe).toMatchObject({
    '@type': 'Recipe',
    name: 'Roast pork with Apple Terror Sauce',
    author: { name: business.tradingName },
    prepTime: 'PT15M',
    cookTime: 'PT100M',
    totalTime: 'PT135M',
  })
  expect(recipe['recipeIngredient']).toContain('1 tsp Apple Terror Sauce')
  expect(Object.keys(recipe).filter((key) => /rating|review/i.test(key))).toEqual([])
})

test('an unknown recipe answers 404', async () => {
  expect((await fetch(`${shop.url}/recipes/soup`)).status).toBe(404)
})

test.each(['/recipes', '/recipes/oven-chips', '/heat', '/flags'])(
  '%s passes the accessibility checks',
  async (path) => {
    await browser.page.goto(shop.url + path)
    expect(await findAccessibilityFaults(browser.page)).toEqual([])
  },
)
