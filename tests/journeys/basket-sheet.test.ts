import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { createShopper, signIn } from '../account/shoppers.ts'
import { findAccessibilityFaults } from '../support/axe.ts'
import { getAddButton, clickAddChilliCrisp } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'
import { getDialog, openHydrated, promptTitles } from '../support/prompt-steps.ts'
import { phone } from '../support/screens.ts'

const { shop, browser, takeAnother } = openJourney({ prompts: true })

const patience = { timeout: 10_000 }
const crisp = 'Nashville Chilli Crisp'

function sheetOf(page: Page): Locator {
  return getDialog(page, promptTitles.added)
}

async function countIs(page: Page, count: number): Promise<void> {
  const bag = page.locator('header a[href="/cart"]')
  await expect.poll(() => bag.innerText(), patience).toContain(String(count))
}

/** Opens a page for a visitor whom the sheet has asked for an email address before. */
async function openAsked(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => sessionStorage.setItem('add_email_shown', 'true'))
  await openHydrated(page, shop, path)
}

test('adding a product opens a sheet with the product, the sum, the parcel, the email question and suggestions', async () => {
  const { page } = browser
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await openHydrated(page, shop, '/shop')
  await page.mouse.move(300, 300)
  expect(scripts.filter((url) => /basket-sheet|pairings/.test(url))).toEqual([])
  await clickAddChilliCrisp(page)
  const sheet = sheetOf(page)
  await expectFocus(sheet.getByRole('heading', { level: 2 }))
  await expectShown(sheet.getByText('190 g · 1 added · £8.50'))
  // The @font-face rules must be loaded only once, because a second copy would lay out the whole page again.
  const withFonts = () =>
    [...document.styleSheets].filter(({ cssRules }) =>
      [...cssRules].some((rule) => rule instanceof CSSFontFaceRule),
    ).length
  expect(await page.evaluate(withFonts)).toBe(1)
  await expectShown(sheet.getByText('Room for four more. With six or more it goes XL for £6.49.'))
  expect(await sheet.getByRole('checkbox', { name: /Remind me/ }).isChecked()).toBe(false)
  await sheet.getByRole('button', { name: 'No thanks' }).click()
  await sheet.getByLabel('E-mail address').waitFor({ state: 'detached' })
  await expectFocus(sheet.getByRole('heading', { level: 2 }))
  const near = sheet.getByRole('region', { name: 'Sits nicely next to' })
  expect(await near.getByRole('listitem').count()).toBe(3)
  const quick = near.getByRole('button', { name: /Add to Cart/ }).first()
  await quick.click()
  await expectShown(near.getByRole('button', { name: /✓ Added!/ }))
  await expectShown(sheet.getByText('2 items'))
  await countIs(page, 2)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await expectFocus(getAddButton(page, crisp))
})

test('adding a second product opens the sheet without the email question, and a double click adds once', async () => {
  const { page } = browser
  await openHydrated(page, shop, '/shop')
  await clickAddChilliCrisp(page)
  await sheetOf(page).getByRole('button', { name: 'Close' }).click()
  await sheetOf(page).waitFor({ state: 'detached' })
  await getAddButton(page, 'Apple Terror Sauce').dblclick()
  await expectShown(sheetOf(page).getByText('150 ml · 1 added · £7.00'))
  await countIs(page, 2)
  await expect.poll(() => page.getByText('✓ Added!').count(), patience).toBe(0)
  await expectShown(sheetOf(page).getByText('2 items'))
  expect(await sheetOf(page).getByLabel('E-mail address').count()).toBe(0)
})

test('the sheet on a phone rises from the bottom with the chosen quantity and leads to the cart', async () => {
  await takeAnother({ prompts: true, viewport: phone, isMobile: true })
  const { page } = browser
  await openHydrated(page, shop, '/shop/chilli-crisp/nashville-chilli-crisp')
  const more = page.getByRole('main').getByRole('button', { name: 'One more' })
  await more.click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /Add to Cart/ })
    .first()
    .click()
  const sheet = sheetOf(page)
  await expectShown(sheet.getByText('190 g · 2 added · £17.00'))
  await expect
    .poll(async () => {
      const box = await sheet.boundingBox()
      // The sheet has the width of the window except for the scroll bar.
      return box && [box.x, box.width > phone.width - 20, box.y + box.height]
    }, patience)
    .toEqual([0, true, phone.height])
  // The suggested product is visible together with the question for an email address above it.
  await expectShown(sheet.getByLabel('E-mail address'))
  const add = sheet.getByRole('button', { name: /Add to Cart/ }).first()
  await expectShown(add)
  const [near, way] = [await add.boundingBox(), await sheet.getByText('View cart').boundingBox()]
  expect((near?.y ?? Infinity) + (near?.height ?? 0)).toBeLessThan(way?.y ?? 0)
  expect(await findAccessibilityFaults(page, { within: 'dialog[open]' })).toEqual([])
  await sheet.getByRole('link', { name: 'View cart' }).click()
  await page.waitForURL(`${shop.url}/cart`)
  await expectFocus(page.getByRole('heading', { level: 1 }))
  expect(await page.locator('dialog[open]').count()).toBe(0)
})

test('the sheet says when an order goes XL, and its Checkout leads to the delivery', async () => {
  const { page } = browser
  await openAsked(page, '/shop/chilli-crisp/nashville-chilli-crisp')
  const quantity = page.getByRole('main').getByRole('textbox', { name: 'Quantity' })
  await quantity.fill('6')
  await quantity.press('Enter')
  await page
    .getByRole('main')
    .getByRole('button', { name: /Add to Cart/ })
    .first()
    .click()
  await expectShown(sheetOf(page).getByText('More than five items, so this goes XL for £6.49.'))
  await sheetOf(page).getByRole('link', { name: 'Checkout' }).click()
  await page.waitForURL(`${shop.url}/cart#delivery`)
  await expectFocus(page.locator('#delivery'))
  await expectShown(page.getByText('Upgraded to XL.'))
})

test('a shopper who dismisses the sheet for good sees neither it nor its question again on this visit', async () => {
  const { page } = browser
  await openHydrated(page, shop, '/shop')
  await clickAddChilliCrisp(page)
  await sheetOf(page)
    .getByRole('checkbox', { name: /Don’t show this again/ })
    .check()
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: 'Search' }).waitFor()
  await getAddButton(page, 'Apple Terror Sauce').click()
  await expectShown(page.getByText('✓ Added!'))
  await countIs(page, 2)
  expect(await page.locator('dialog[open]').count()).toBe(0)
})

test('the sheet asks a signed-in customer for no address, and works when the pairings cannot be loaded', async () => {
  const { page } = browser
  await signIn(page, shop, await createShopper(shop))
  await page
    .getByRole('dialog', { name: 'WELCOME!' })
    .getByRole('button', { name: 'Close' })
    .click()
  await page.route('**/pairings/**', (route) => route.abort())
  await openHydrated(page, shop, '/shop')
  await clickAddChilliCrisp(page)
  const sheet = sheetOf(page)
  await expectShown(sheet.getByText('190 g · 1 added · £8.50'))
  await sheet.getByText('Sits nicely next to').waitFor({ state: 'detached' })
  expect(await sheet.getByText(/goes XL/).count()).toBe(0)
  expect(await sheet.getByLabel('E-mail address').count()).toBe(0)
})

test.each([/shop-prompts-/, /basket-sheet-.*css/])(
  'a sheet that fails to load (%s) does not affect the cart and appears at the next add once online',
  async (lost) => {
    const { page } = browser
    await page.route(lost, (route) => route.abort())
    const isLost = page.waitForEvent('console', (said) =>
      said.text().startsWith('Prompt: could not be loaded'),
    )
    await openHydrated(page, shop, '/shop')
    await clickAddChilliCrisp(page)
    await isLost
    await countIs(page, 1)
    expect(await page.locator('dialog[open]').count()).toBe(0)
    await page.unroute(lost)
    await getAddButton(page, 'Apple Terror Sauce').click()
    await expectShown(sheetOf(page).getByText('150 ml · 1 added · £7.00'))
    expect(await sheetOf(page).evaluate((one) => getComputedStyle(one).borderLeftStyle)).toBe(
      'solid',
    )
  },
)

test('an empty cart suggests four products, and one press adds one without opening the sheet', async () => {
  const { page } = browser
  await openAsked(page, '/cart')
  const start = page.getByRole('region', { name: 'Four to start with' })
  await expect.poll(() => start.getByRole('listitem').count(), patience).toBe(4)
  const name = (await start.getByRole('link').first().textContent()) ?? ''
  await start
    .getByRole('button', { name: /Add to Cart/ })
    .first()
    .click()
  const lines = page.getByRole('list', { name: 'What is in your cart' })
  await expectShown(lines.getByRole('link', { name }))
  expect(await page.locator(':focus').innerText()).toBe('Your cart')
  const near = page.getByRole('region', { name: 'Sits nicely next to' })
  await expect.poll(() => near.getByRole('listitem').count(), patience).toBe(4)
  expect(await near.getByRole('link', { name }).count()).toBe(0)
  expect(await page.locator('dialog[open]').count()).toBe(0)
})
