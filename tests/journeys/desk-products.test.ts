import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { fetchRows } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { desktop, phone } from '../support/screens.ts'
import { countInQueryCache, findDeskFaults, pausedMutationText } from './desk-faults.ts'
import { generateAuthenticatorCode, openDeskAsFirstOwner, ownersPassword } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

const spiceBag = async () =>
  (
    await fetchRows<{ stock: number | null; prices: { unit_amount: number }[] }>(
      shop,
      'products?select=stock,prices(unit_amount)&slug=eq.spice-bag-mix',
    )
  )[0]

async function typeThePrice(page: Page, price: string): Promise<void> {
  await page.getByRole('button', { name: /^Price of Spice Bag Mix, / }).click()
  await page.getByLabel('Price of Spice Bag Mix', { exact: true }).fill(price)
}

/** Changes products while responses are slow, at two desks, and while offline. */
async function changeOnABadLine(page: Page): Promise<void> {
  const { context } = browser
  await page.setViewportSize(desktop)
  const tabs = page.getByRole('navigation', { name: 'Show' })
  expect(await tabs.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0)
  await page.setViewportSize(phone)
  const stock = page.getByLabel('Spice Bag Mix in stock')
  const more = page.getByRole('button', { name: 'One Spice Bag Mix more' })
  const search = page.getByLabel('Search products')
  await search.pressSequentially('allspice')
  expect(await search.inputValue()).toBe('allspice')
  await findByAGuess(page)
  await page.getByRole('button', { name: 'Start counting Spice Bag Mix' }).click()
  await page.keyboard.type('-1')
  await page.keyboard.press('Enter')
  await expectShown(page.getByText('A whole number, such as 12.'))
  await page.getByLabel('How many Spice Bag Mix there are').fill('20')
  await page.keyboard.press('Enter')
  await expectShown(page.getByText('Spice Bag Mix: 20 left.'))
  await stock.fill('9.999')
  await stock.press('Enter')
  await expectShown(page.getByText('A whole number, such as 12.'))
  expect(await findDeskFaults(page)).toEqual([])
  await stock.press('Escape')
  expect(await stock.inputValue()).toBe('20')

  const slow = Promise.withResolvers<void>()
  await page.route(/desk_move_stock/, async (route) => {
    await slow.promise
    await route.continue()
  })
  await Promise.all([page.waitForRequest(/desk_move_stock/), more.click()])
  await more.click()
  await expect.poll(() => stock.inputValue()).toBe('22')
  slow.resolve()
  await expectShown(page.getByText('Spice Bag Mix: 22 left. It was 21.'))
  expect(await stock.inputValue()).toBe('22')

  await typeThePrice(page, '4.9')
  await stock.fill('29')
  await page.reload()
  await expectShown(page.getByText('not saved yet, was 22'))
  expect(await stock.inputValue()).toBe('29')
  await stock.press('Escape')
  const price = page.getByLabel('Price of Spice Bag Mix', { exact: true })
  expect(await price.inputValue()).toBe('4.9')
  await price.press('Escape')

  const other = await context.newPage()
  await other.goto(page.url())
  await expectShown(other.getByRole('button', { name: /^Price of Spice Bag Mix, / }))
  await typeThePrice(page, '5')
  await stock.fill('30')
  await typeThePrice(other, '5.25')
  await other.keyboard.press('Enter')
  await other.getByLabel('Spice Bag Mix in stock').fill('25')
  await other.keyboard.press('Enter')
  await expectShown(other.getByText('Spice Bag Mix: 25 left. It was 22 left.'))
  await expectShown(page.getByText('was £5.25'))
  await stock.press('Enter')
  await expectShown(page.getByText('You typed 30 left. It became 25 left.'))
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Use 30 left' }).click()
  await expectShown(page.getByText('Spice Bag Mix: 30 left. It was 25 left.'))
  await page.getByLabel('Price of Spice Bag Mix', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Keep £5.25' }).click()
  await switchToAndFro(page, other)
  await other.close()

  await expect.poll(() => page.evaluate(async () => (await caches.match('/desk'))?.ok)).toBe(true)
  await context.setOffline(true)
  await more.click()
  await typeThePrice(page, '5.50')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(countInQueryCache, pausedMutationText)).toBe(2)
  // The new stock is stored in the cached product list, and in the cached search results if there was a search.
  await expect.poll(() => page.evaluate(countInQueryCache, '"stock":31')).toBeGreaterThan(0)
  await page.reload()
  await expect.poll(() => stock.inputValue()).toBe('31')
  await context.setOffline(false)
  await expect.poll(spiceBag).toEqual({ stock: 31, prices: [{ unit_amount: 550 }] })
}

/** Checks a press of a switch whose request is delayed while another person switches it on and off. */
async function switchToAndFro(page: Page, other: Page): Promise<void> {
  const isSoldOut = (at: Page) => at.getByRole('switch', { name: 'Spice Bag Mix sold out' })
  const slow = Promise.withResolvers<void>()
  await page.route(/desk_set_sold_out/, async (route) => {
    await slow.promise
    await route.continue()
  })
  await Promise.all([page.waitForRequest(/desk_set_sold_out/), isSoldOut(page).click()])
  await isSoldOut(other).click()
  await expectShown(other.getByText('Spice Bag Mix is sold out.'))
  await isSoldOut(other).click()
  await expectShown(other.getByText('Spice Bag Mix is back on sale.'))
  slow.resolve()
  await expectShown(page.getByText('You chose sold out. It became not sold out.'))
  await page.getByRole('button', { name: 'Keep not sold out' }).click()
  expect(await isSoldOut(page).getAttribute('aria-checked')).toBe('false')
}

/**
 * Checks that two tabs with queued changes, one of them closed, show that the session has ended, and that all changes
 * are sent after the next sign-in.
 */
async function signedOutMeanwhile(page: Page, key: string): Promise<void> {
  const { context } = browser
  const other = await context.newPage()
  await other.goto(page.url())
  const isSoldOut = other.getByRole('switch', { name: 'Nashville Chilli Crisp sold out' })
  await expectShown(isSoldOut)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'One Spice Bag Mix more' }).click()
  await isSoldOut.click()
  await expect.poll(() => page.evaluate(countInQueryCache, pausedMutationText)).toBe(2)
  await other.close()
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await page.getByRole('button', { name: /^Lock the desk/ }).click()
  await expectShown(page.getByText('2 changes are waiting for signal.'))
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Stay until it is done' }).click()

  const token = await page.evaluate(
    () => /"access_token":"([^"]+)/.exec(localStorage.getItem('desk-session') ?? '')?.[1] ?? '',
  )
  const { auth } = createClient(shop.url, (await shop.keys()).secret)
  expect((await auth.admin.signOut(token)).error).toBeNull()
  await context.setOffline(false)
  await expectShown(
    page.getByText('2 changes wait on this device. Sign in again to send them.').first(),
  )
  expect(await spiceBag()).toMatchObject({ stock: 31 })
  await page.getByLabel('Email').fill('beau@example.com')
  await page.getByLabel('Password').fill(ownersPassword)
  await page.keyboard.press('Enter')
  await page.getByLabel('Six digits from your app').fill(generateAuthenticatorCode(key, 1))
  await expect.poll(spiceBag).toMatchObject({ stock: 32 })
  const crisp = 'products?select=isSoldOut&slug=eq.nashville-chilli-crisp'
  await expect.poll(() => fetchRows(shop, crisp)).toEqual([{ isSoldOut: true }])
}

/**
 * Checks that a search without results suggests a similar name, the list that has the product, or a link to all
 * products.
 */
async function findByAGuess(page: Page): Promise<void> {
  const search = page.getByLabel('Search products')
  const ranch = page.getByRole('listitem').filter({ hasText: 'Black Garlic Ranch Dust' })
  await search.fill('ranhc')
  await expectShown(page.getByText('No sticker called ‘ranhc’'))
  await page.getByRole('button', { name: 'Black Garlic Ranch Dust', exact: true }).click()
  await expectShown(ranch)
  expect(await search.inputValue()).toBe('Black Garlic Ranch Dust')
  await page.getByRole('link', { name: /^Hidden/ }).click()
  await expectShown(page.getByText('You are looking at Hidden. There’s one in another list.'))
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Show it' }).click()
  await expectShown(ranch)
  await search.fill('zzzzzz')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect.poll(() => search.inputValue()).toBe('')
}

/**
 * Checks that a product opens at its top, even when it was opened before, and that the back link restores the list's scroll
 * position.
 */
async function openAndComeBack(page: Page): Promise<void> {
  const scrolled = () => page.evaluate(() => scrollY)
  const last = page.getByRole('listitem').last().getByRole('link')
  for (const _ of ['first', 'again']) {
    await last.scrollIntoViewIfNeeded()
    const left = await scrolled()
    expect(left).toBeGreaterThan(300)
    await last.click()
    await expectShown(page.getByRole('heading', { name: 'Name and price' }))
    expect(await scrolled()).toBe(0)
    await page.getByRole('link', { name: 'Back to Products' }).click()
    await expect.poll(scrolled).toBe(left)
  }
}

test('a product is marked sold out in three taps from Today and gets another price in four', async () => {
  const { page } = browser
  const key = await openDeskAsFirstOwner(page, shop)
  let taps = 0
  const tap = async (role: 'link' | 'button' | 'switch', name: RegExp | string) => {
    taps += 1
    await page.getByRole(role, { name }).first().click()
  }
  await tap('link', /^Products/)
  await tap('switch', 'Spice Bag Mix sold out')
  await expectShown(page.getByText('Spice Bag Mix is sold out.'))
  expect(taps).toBeLessThanOrEqual(3)
  // A toast does not close by itself while it has the focus.
  await page.getByRole('button', { name: 'Undo' }).focus()
  expect(await findDeskFaults(page)).toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  const grounds = await page
    .getByRole('switch')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each, '::before').backgroundColor))
  expect(new Set(grounds).size).toBe(2)
  await page.emulateMedia({ forcedColors: 'none' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectShown(page.getByText('Spice Bag Mix is back on sale.'))

  expect(await page.locator('[data-state=coming-soon]').count()).toBe(2)
  await openAndComeBack(page)
  await page.getByRole('link', { name: 'Today' }).click()
  taps = 0
  const field = page.getByLabel('Price of Spice Bag Mix', { exact: true })
  await tap('link', /^Products/)
  await tap('button', 'Price of Spice Bag Mix, £4.50, change')
  await field.fill('45')
  await tap('button', 'Save 45')
  await expectShown(page.getByText('ten times the old price'))
  await page.getByRole('button', { name: 'No, keep £4.50' }).click()

  await page.getByRole('link', { name: 'Today' }).click()
  taps = 0
  await tap('link', /^Products/)
  await tap('button', 'Price of Spice Bag Mix, £4.50, change')
  await field.fill('4,75')
  await tap('button', 'Save 4,75')
  await expectShown(page.getByText('Spice Bag Mix: £4.75. It was £4.50.'))
  const price = page.getByRole('button', { name: 'Price of Spice Bag Mix, £4.75, change' })
  await expectFocus(price)
  expect(taps).toBeLessThanOrEqual(4)
  await changeOnABadLine(page)
  await signedOutMeanwhile(page, key)
  await page.goto(`${shop.url}/shop/product/spice-bag-mix`)
  await expect
    .poll(async () => (await page.reload(), page.getByText('£5.50').count()))
    .toBeGreaterThan(0)
})
