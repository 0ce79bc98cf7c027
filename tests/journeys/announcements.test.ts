import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signInByApi, createShopper } from '../account/shoppers.ts'
import { insertOrders } from '../account/history.ts'
import { recordAnnouncements, takeAnnouncements } from '../support/announcements.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { insertPaidOrder } from './desk-orders.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser, takeAnother } = openJourney({}, { isShopUsedUp: true })

const patience = { timeout: 15_000 }

/** Expects that the action causes exactly these screen reader announcements, each once and in this order. */
async function expectAnnounced(page: Page, act: () => Promise<unknown>, ...expected: RegExp[]) {
  await takeAnnouncements(page)
  await act()
  const announcements: string[] = []
  const takeNew = async () => {
    announcements.push(...(await takeAnnouncements(page)))
    return announcements
  }
  await expect
    .poll(async () => (await takeNew()).length, patience)
    .toBeGreaterThanOrEqual(expected.length)
  await page.waitForLoadState('networkidle')
  await takeNew()
  expect(announcements).toEqual(expected.map((words) => expect.stringMatching(words)))
}

const press = (page: Page, name: string | RegExp) => () =>
  page.getByRole('button', { name }).first().click()

test('each change of the cart is announced once, whether it was pressed or is a consequence', async () => {
  const { page } = browser
  await recordAnnouncements(page)
  await putInCart(page, shop, 'hot-tomato-ketchup')
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('button', { name: 'One more' }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const total = /^Total: £\d+\.\d\d$/
  await expectAnnounced(page, press(page, 'One more'), /^Quantity of .*Ketchup.*: 2$/, total)
  await expectAnnounced(page, press(page, 'One fewer'), /^Quantity of .*Ketchup.*: 1$/, total)
  const quantity = page.getByRole('textbox', { name: /^Quantity of/ })
  await expectAnnounced(page, () => quantity.press('ArrowUp'), /: 2$/, total)
  await expectAnnounced(page, () => page.getByRole('radio', { name: /Standard/ }).check(), total)
  const many = async () => {
    await quantity.fill('6')
    await quantity.press('Enter')
  }
  // The new quantity itself is not announced, because a screen reader already reads typed characters.
  await expectAnnounced(page, many, /^Delivery is XL now\./, total)
  await expectAnnounced(page, press(page, /^Remove/), /^Removed .* is out of your cart/)
  await expectAnnounced(page, press(page, 'Undo'), /is back in your cart\.$/)
  const code = async () => {
    await page.getByLabel('Discount code').fill('NOSUCHCODE')
    await page.getByRole('button', { name: 'Apply' }).click()
  }
  await expectAnnounced(page, code, /^One moment/, /./)
  await expectAnnounced(
    page,
    press(page, 'Proceed to Checkout'),
    /^Processing/,
    /^Sign in required/,
  )
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('button', { name: 'Clear Cart' }).waitFor()
  await page.waitForLoadState('networkidle')
  await expectAnnounced(page, press(page, 'Clear Cart'), /^Cart cleared\.$/)
})

test('an added product, a newsletter sign-up and the number of search results are announced once', async () => {
  const { page } = browser
  await recordAnnouncements(page)
  await page.goto(`${shop.url}/shop/product/hot-tomato-ketchup`)
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  await expectAnnounced(page, press(page, 'One more'), /: 2$/)
  await expectAnnounced(page, press(page, /Add to Cart/), /was added to your cart$/)
  await page.goto(`${shop.url}/about`)
  await page.waitForLoadState('networkidle')
  const block = page.getByRole('region', { name: 'Join Our Newsletter!' })
  const signUp = async () => {
    await block.getByLabel('Name').fill('Marsha')
    await block.getByLabel('E-mail').fill('said-once@example.com')
    await block.getByRole('button', { name: 'Sign Up' }).click()
  }
  await expectAnnounced(page, signUp, /^Signing Up/, /^Success!/)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const search = page.getByRole('combobox')
  await search.waitFor()
  await page.waitForLoadState('networkidle')
  await expectAnnounced(page, () => search.fill('ketchup'), /^Searching/, /results?$/)
})

test('a result is announced again when a second press has the same', async () => {
  const { page } = browser
  await recordAnnouncements(page)
  await signInByApi(page, shop, await createShopper(shop))
  await insertOrders(page, shop, [{}])
  await page.goto(`${shop.url}/account-settings`)
  const again = press(page, /^Buy it again/)
  await page.getByRole('button', { name: /^Buy it again/ }).waitFor()
  await page.waitForLoadState('networkidle')
  const inCart = / in your cart\.$/
  await expectAnnounced(page, again, /^One moment/, inCart)
  await expectAnnounced(page, again, /^One moment/, inCart)
  await expectAnnounced(page, press(page, 'Save'), /^Saved on this device\.$/)
  await expectAnnounced(page, press(page, 'Save'), /^Saved on this device\.$/)
})

test('an order that becomes paid is announced once without moving what is being read', async () => {
  const { page } = browser
  await recordAnnouncements(page)
  const shopper = await createShopper(shop)
  await signInByApi(page, shop, shopper)
  await putInCart(page, shop, 'hot-tomato-ketchup')
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.waitForURL(/\/sandbox\/payments\/pay\//)
  const held = Promise.withResolvers<void>()
  await page.route(/\/rest\/v1\/.*orders/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('heading', { name: 'One moment, please' }).waitFor()
  await takeAnnouncements(page)
  held.resolve()
  await page.getByRole('heading', { name: 'Got it. Thank you!' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await takeAnnouncements(page)).toEqual([
    expect.stringMatching(/^Paid, thank you! Your order is number \d+\.$/),
  ])
})

test('each change at the desk is announced once: the connection, the queue, a new order, and what was moved or saved', async () => {
  await takeAnother({ viewport: phone })
  const { page, context } = browser
  await recordAnnouncements(page)
  await openDeskAsFirstOwner(page, shop)
  const number = await insertPaidOrder(shop, 'Priya Raman')
  await page.goto(`${shop.url}/desk/pack/send?orders=${number}`)
  const mark = page.getByRole('button', { name: 'Mark 1 as sent' })
  await mark.waitFor()
  await page.waitForLoadState('networkidle')
  await expectAnnounced(page, () => context.setOffline(true), /^No signal\./)
  await expectAnnounced(page, () => mark.click(), /^Kept on this device:/)
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Pack' }).waitFor()
  await page.goto(`${shop.url}/desk/words`)
  const down = page.getByRole('button', { name: /^Move “.*down$/ }).first()
  await down.waitFor()
  await page.waitForLoadState('networkidle')
  await expectAnnounced(page, () => down.click(), /^“.*: 2 of \d+$/)
  const coming = () => insertPaidOrder(shop, 'Tom Adeyemi')
  await expectAnnounced(page, coming, /^New order/)
})
