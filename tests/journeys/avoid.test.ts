import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Allergen, allergens } from '../../domain/allergen-words.ts'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { insertOrders } from '../account/history.ts'
import { addRow, updateRows, createShopper, fetchRows, signIn } from '../account/shoppers.ts'
import { findAccessibilityFaults } from '../support/axe.ts'
import { collectErrors, openBrowser } from '../support/browser.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'
import { openHydrated } from '../support/prompt-steps.ts'
import { phone } from '../support/screens.ts'

const { shop, browser } = openJourney({ viewport: phone })

const ketchup = 'hot-tomato-ketchup'
const crisp = 'nashville-chilli-crisp'
const product = (slug: string) => `${shop.url}/shop/product/${slug}`
const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Products' }).getByRole('article').filter({ hasText: name })

/** Sets a product's allergen answers to null, as in a shop that is older than the fourteen questions. */
async function forgetAnswers(slug: string): Promise<void> {
  await updateRows(shop, `products?slug=eq.${slug}`, {
    allergens: 'Contains: soya, sesame, sulphites. Made in a kitchen that handles milk.',
    allergen_answers: null,
  })
}

async function avoid(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole('button', { name: 'I avoid…' }).click()
  const panel = page.getByRole('dialog', { name: 'I avoid…' })
  for (const name of names) await panel.getByLabel(name, { exact: true }).check()
  expect(await findAccessibilityFaults(page, { within: 'dialog' })).toEqual([])
  await panel.getByRole('button', { name: 'Done' }).click()
  await panel.waitFor({ state: 'detached' })
}

test('a shopper who avoids peanuts sees what fits on every page and is asked once before paying', async () => {
  const { page } = browser
  const errors = collectErrors(page)
  await signIn(page, shop, await createShopper(shop))
  await openHydrated(page, shop, '/shop')
  await page.getByLabel('Only what fits').check()
  await page.getByRole('dialog').getByText('Kept on this device only. We never see it.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('Only what fits').uncheck()
  await avoid(page, 'Peanuts')
  // The panel loads shared styles again, after the page's own ones. They must not show the Apply button of the filters,
  // which is for browsers without JavaScript.
  expect(await page.getByRole('button', { name: 'Apply' }).count()).toBe(0)
  // The style sheet of the cards must not be loaded a second time, because the copy would override later styles.
  expect(await page.locator('link[rel=stylesheet][href*="/cards-"]').count()).toBe(1)
  await expectShown(
    card(page, 'Nashville Chilli Crisp').getByText('May contain peanuts', { exact: true }),
  )
  await expectShown(card(page, 'Hot Tomato Ketchup').getByText('Fits', { exact: true }))
  await expectShown(card(page, 'Mug').getByText('Not food', { exact: true }))
  await expectShown(
    card(page, 'Bear Box, Monthly').getByText('May contain peanuts', { exact: true }),
  )
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.getByLabel('Only what fits').check()
  await card(page, 'Nashville Chilli Crisp').waitFor({ state: 'hidden' })
  await expectShown(card(page, 'Hot Tomato Ketchup').getByText('Fits', { exact: true }))
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Subscription Box' })
    .click()
  await expectShown(page.getByText('Nothing here fits your list.'))
  await page.goto(`${shop.url}/search?q=crisp`)
  await expectShown(
    page.getByRole('link', { name: /Nashville Chilli Crisp/ }).getByText('May contain peanuts'),
  )
  await putInCart(page, shop, ketchup)
  await putInCart(page, shop, crisp)
  await expectShown(
    page.getByRole('region', { name: /^Pictures of/ }).getByText('May contain peanuts'),
  )
  await page.goto(`${shop.url}/cart`)
  await expectShown(
    page
      .getByRole('list', { name: 'What is in your cart' })
      .getByText('May contain peanuts', { exact: true }),
  )
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.getByRole('radio', { name: /Standard/ }).check()
  const pay = page.getByRole('button', { name: 'Proceed to Checkout' })
  await pay.click()
  const question = page.getByRole('dialog', {
    name: 'One thing in your cart doesn’t fit your list',
  })
  await question.getByText('Nashville Chilli Crisp').waitFor()
  expect(await findAccessibilityFaults(page, { within: 'dialog' })).toEqual([])
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expectFocus(pay)
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Back to the cart' }).click()
  await question.waitFor({ state: 'detached' })
  await pay.click()
  await question.getByRole('button', { name: 'Pay anyway' }).click()
  await page.waitForURL(/\/sandbox\/payments\/pay\//)
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.waitForURL(/\/sandbox\/payments\/pay\//)
  expect(errors).toEqual([])
})

test('labels that cannot be read count as not known, and clearing the list removes all marks', async () => {
  const { page } = browser
  await page.route('**/rest/v1/products?*', (route) => route.abort())
  await page.goto(`${shop.url}/allergens`)
  await avoid(page, 'Lupin')
  await page.goto(product(ketchup))
  const pictures = page.getByRole('region', { name: /^Pictures of/ })
  await expectShown(pictures.getByText('Not known: lupin'))
  await page.getByRole('link', { name: /your avoid list$/ }).click()
  await page.getByRole('button', { name: 'I avoid…' }).click()
  await page.getByRole('button', { name: 'Clear my list' }).click()
  await page.goto(product(ketchup))
  await page.getByRole('button', { name: 'Search' }).waitFor()
  expect(await pictures.getByText('Not known: lupin').count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('avoid'))).toBeNull()
})

test('a shopper without an avoid list loads none of its code', async () => {
  const { page } = browser
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  for (const path of ['/', '/shop', `/shop/product/${crisp}`, '/cart']) {
    await page.goto(shop.url + path)
    await page.waitForLoadState('networkidle')
  }
  expect(
    urls.filter((url) => /marks|avoid-panel|confirm-allergens|allergen_answers/.test(url)),
  ).toEqual([])
})

/**
 * Runs in the page with the allergen table: returns each product's name and the label on the product page to which its
 * row links.
 */
function readLabels(): Promise<[string, string][]> {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('tbody th a')]
  return Promise.all(
    links.map(async ({ href, textContent }): Promise<[string, string]> => {
      const answer = await (await fetch(href)).text()
      const product = new DOMParser().parseFromString(answer, 'text/html')
      const list = [...product.querySelectorAll('main a')].find((link) =>
        link.textContent?.trim().endsWith('your avoid list'),
      )
      return [textContent ?? '', list?.previousElementSibling?.textContent ?? '']
    }),
  )
}

/** Returns the cells of the allergen table's rows, by product name. */
async function table(page: Page): Promise<Map<string, string[]>> {
  await page.goto(`${shop.url}/allergens`)
  const found = await page
    .getByRole('row')
    .evaluateAll((rows) =>
      rows
        .slice(1)
        .map((row): [string, string[]] => [
          row.querySelector('th')?.textContent ?? '',
          [...row.querySelectorAll('td .visually-hidden')].map((cell) => cell.textContent ?? ''),
        ]),
    )
  return new Map(found)
}

test(
  'cards, product pages and the table agree for every avoided allergen, and some food always fits',
  { tags: ['abuse-allergens'] },
  async () => {
    const { page } = browser
    const cells = await table(page)
    const texts = new Map(await page.evaluate(readLabels))
    const fits = { contains: 'contains', may: 'may contain', fits: 'free', unknown: 'not known' }
    for (const [place, { id, name: allergen, names: own }] of (
      [...allergens] as Allergen[]
    ).entries()) {
      await page.evaluate((one) => localStorage.setItem('avoid', JSON.stringify([one])), id)
      await page.goto(`${shop.url}/shop`)
      await page.getByRole('list', { name: 'Products' }).locator('[data-fit]').first().waitFor()
      const cards = await page
        .getByRole('list', { name: 'Products' })
        .getByRole('article')
        .evaluateAll((all) =>
          all.map((one): [string, string] => [
            one.querySelector('h2, h3')?.textContent ?? '',
            one.querySelector<HTMLElement>('[data-fit]')?.dataset['fit'] ?? '',
          ]),
        )
      const food = cards.filter(([, fit]) => fit !== 'not-food')
      expect(food.map(([name, fit]) => [name, fits[fit as keyof typeof fits]])).toEqual(
        food.map(([name]) => [name, cells.get(name)?.[place]]),
      )
      for (const [name, fit] of food) {
        const words = new RegExp(own ?? allergen, 'i')
        const [contained = ''] = /Contains: [^.]*\./.exec(texts.get(name) ?? '') ?? []
        const isNamed = words.test(contained) || contained.includes(allergen.toLowerCase())
        expect([name, allergen, isNamed]).toEqual([name, allergen, fit === 'contains'])
      }
      expect([id, food.filter(([, fit]) => fit === 'fits').length > 3]).toEqual([id, true])
    }
  },
)

test('one table shows all labels without JavaScript, and the shop links to it', async () => {
  const plain = await openBrowser({ javaScriptEnabled: false, viewport: phone })
  const { page } = plain
  await forgetAnswers(crisp)
  await expect
    .poll(async () => {
      await page.goto(product(crisp))
      return page.getByRole('main').innerText()
    })
    .toMatch(/Contains: sesame, soya, sulphites\. May contain: milk\. Not known: .*lupin/)
  expect(await page.getByText('Back label').count()).toBe(0)
  await page.getByRole('link', { name: /your avoid list$/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Allergens' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Nashville Chilli Crisp' })
  const cells = await row.getByRole('cell').allInnerTexts()
  expect(cells).toHaveLength(allergens.length)
  const soya = allergens.findIndex(({ id }) => id === 'soya')
  expect(cells[soya]?.replace(/\s+/g, ' ')).toBe('● contains')
  const lupin = allergens.findIndex(({ id }) => id === 'lupin')
  expect(cells[lupin]?.replace(/\s+/g, ' ')).toBe('? not known')
  const mug = page.getByRole('row').filter({ hasText: 'Mug' })
  expect(await mug.getByRole('cell').allInnerTexts()).toEqual(['Not food'])
  await plain.close()
})

test('a buyer of an older recipe is warned on the product’s page', async () => {
  const { page } = browser
  await signIn(page, shop, await createShopper(shop))
  await insertOrders(page, shop, [{}])
  const id = 'a1b00000-0000-4000-8000-000000000001'
  await updateRows(shop, 'orders?status=eq.paid', { paid_at: '2026-10-02T00:00:00Z' })
  await updateRows(shop, `order_items?slug=eq.${crisp}`, { product_id: id, recipe_version: 1 })
  await page.goto(product(crisp))
  await page.getByText('Ingredients', { exact: true }).waitFor()
  await updateRows(shop, `products?id=eq.${id}`, { ingredients: ['chillies', 'peanuts'] })
  await expect
    .poll(async () => {
      await page.goto(product(crisp))
      return page.getByText(/^Recipe changed on/).count()
    })
    .toBe(1)
  await expectShown(page.getByText('Changed since you bought it'))

  // The inserted row of `packed_recipes` has the same effect as packing the order with a jar of the new recipe.
  const [placed] = await fetchRows<{ lines: { id: string }[] }>(
    shop,
    'orders?select=lines:order_items(id)&order=number.desc&limit=1',
  )
  const [latest] = await fetchRows<{ version: number }>(
    shop,
    `recipe_versions?select=version&product_id=eq.${id}&order=version.desc&limit=1`,
  )
  await addRow(shop, 'packed_recipes', {
    item_id: placed?.lines[0]?.id,
    version: latest?.version,
    latest_version: latest?.version,
    since: new Date().toISOString(),
    is_as_ordered: false,
    is_latest: true,
    ingredients: ['chillies', 'peanuts'],
    allergens: 'Contains: peanuts.',
  })
  const lookedUp = page.waitForResponse(/rpc\/has_former_recipe/)
  await page.goto(product(crisp))
  await (await lookedUp).finished()
  await expectShown(page.getByText(/^Recipe changed on/))
  expect(await page.getByText('Changed since you bought it').count()).toBe(0)
  await page.goto(`${shop.url}/account-settings`)
  await expectShown(page.getByText('packed with its new recipe.'))
  await expectShown(page.getByText(/Contains: peanuts/))
  expect(await findAccessibilityFaults(page)).toEqual([])
})
