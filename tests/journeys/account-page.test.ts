import { expect, test } from 'vitest'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { insertSubscription, insertOrders } from '../account/history.ts'
import { signInByApi, updateRows, createShopper, submitSignIn } from '../account/shoppers.ts'
import { recordAnnouncements, takeAnnouncements } from '../support/announcements.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'

const { shop, browser } = openJourney({ viewport: phone })

const boxes = (): string => `${shop.url}/account-settings#your-boxes`

const eight = Array.from({ length: 8 }, () => ({}))

/** Signs in a new customer, adds data to the account with `fill`, and opens the account page at the boxes. */
async function arrive(fill: () => Promise<void>): Promise<void> {
  await signInByApi(browser.page, shop, await createShopper(shop))
  await fill()
  await browser.page.goto(boxes())
}

test('an email’s link to the boxes focuses the boxes once the account page has loaded', async () => {
  const { page } = browser
  await arrive(() => insertOrders(page, shop, eight))
  const heading = page.getByRole('heading', { name: 'Your boxes' })
  await expectShown(page.getByRole('heading', { name: 'Your data' }))
  const top = () => heading.evaluate((element) => element.getBoundingClientRect().top)
  await expect.poll(top).toBeLessThan(200)
  expect(await top()).toBeGreaterThan(60)
  await expectFocus(heading)
  const below = page.getByRole('heading', { name: 'Order history' })
  expect(await below.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(
    await top(),
  )
})

test('the button to the payment provider can be pressed again after Back', async () => {
  const { page } = browser
  await arrive(() => insertSubscription(page, shop, null))
  const address = `${shop.url}/portal-of-the-provider`
  await page.route('**/functions/v1/billing-portal', (route) =>
    route.fulfill({
      headers: { 'content-type': 'application/json', 'x-shop-response': '1' },
      body: JSON.stringify({ url: address }),
    }),
  )
  // The browser stays on the page, as it does for one that the back/forward cache restores.
  await page.route(address, (route) => route.fulfill({ status: 204 }))
  const button = page.getByRole('button', { name: /^Manage or cancel/ })
  const requested = page.waitForRequest(address)
  await button.click()
  await requested
  expect(await button.isDisabled()).toBe(true)
  const show = (persisted: boolean) =>
    page.evaluate((persisted) => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted }))
    }, persisted)
  await show(true)
  await expect.poll(() => button.isEnabled()).toBe(true)
})

test('an email’s link to an order focuses the order history', async () => {
  const { page } = browser
  await arrive(() => insertOrders(page, shop, [{}, {}]))
  await page.goto(`${shop.url}/account-settings?again#order-history`)
  const heading = page.getByRole('heading', { name: 'Order history' })
  await expectShown(page.getByRole('heading', { name: 'Your data' }))
  const top = () => heading.evaluate((element) => element.getBoundingClientRect().top)
  await expect.poll(top).toBeLessThan(200)
  await expectFocus(heading)
})

test('the settings are beside the orders on a wide screen, and nothing shifts while they load', async () => {
  const { page } = browser
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.addInitScript(() => {
    const moved = Object.assign(window, { moved: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.moved += Number(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await arrive(() => insertOrders(page, shop, eight))
  const settings = page.getByRole('region', { name: 'Settings' })
  const left = async (name: string) =>
    (await page.getByRole('heading', { name, exact: true }).boundingBox())?.x
  await expectShown(settings.getByRole('heading', { name: 'Your data' }))
  expect(await left('Settings')).toBeGreaterThan((await left('Order history')) ?? Infinity)
  expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toBeLessThan(0.01)
  await page.emulateMedia({ media: 'print' })
  expect(await settings.isVisible()).toBe(false)
  await expectShown(page.getByRole('heading', { name: 'Order history' }))
  expect(await page.getByRole('button').count()).toBe(0)
})

test('a signed-out visitor to the boxes’ address comes to the boxes after signing in', async () => {
  const { page } = browser
  const shopper = await createShopper(shop)
  await page.goto(boxes())
  await page.waitForURL(/\/auth\?next=/)
  await submitSignIn(page, shopper)
  await page.waitForURL(boxes())
  await expectShown(page.getByText('No boxes yet.'))
})

test('a long order history shows the last six orders, and a button shows the rest', async () => {
  const { page } = browser
  await arrive(() => insertOrders(page, shop, eight))
  const receipts = page.getByRole('heading', { name: /^Order \d+$/ })
  const button = page.getByRole('button', { name: 'Show all 8 orders' })
  await expectShown(button)
  expect(await receipts.count()).toBe(6)
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await button.press('Enter')
  await expect.poll(() => receipts.count()).toBe(8)
  expect(await button.count()).toBe(0)
  const seventh = receipts.nth(6)
  await expectFocus(seventh)
})

test('a partly refunded order shows its state, and its stamp covers no text', async () => {
  const { page } = browser
  const back = { status: 'partially_refunded', refunded: 500 }
  await arrive(() =>
    insertOrders(page, shop, [
      back,
      { ...back, fulfilled_at: '2026-10-09T12:00:00Z' },
      { ...back, status: 'fulfilled', fulfilled_at: '2026-10-09T12:00:00Z' },
    ]),
  )
  await expectShown(page.getByText('We’re packing it. £5.00 paid back', { exact: true }))
  const sent = page.getByText('On its way. £5.00 paid back', { exact: true })
  expect(await sent.count()).toBe(2)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(coveredByStamps), `${width} px`).toEqual([])
  }
})

test('the receipt says that a renewal’s delivery is included and shows another order’s delivery price', async () => {
  const { page } = browser
  await arrive(() => insertOrders(page, shop, [{}, { is_subscription: true, delivery_price: 0 }]))
  const delivery = page.getByText('Standard delivery').locator('xpath=following-sibling::dd')
  await expect.poll(() => delivery.allTextContents()).toEqual(['included', '3.29'])
})

test('a sent order shows its address and tracking number and can be bought again with one press', async () => {
  const { page } = browser
  const parcel = {
    status: 'fulfilled',
    fulfilled_at: '2026-10-09T12:00:00Z',
    delivery_address: {
      name: 'Marsha',
      line1: '12 Rye Lane',
      city: 'London',
      postcode: 'SE15 4QL',
    },
    carrier: 'Royal Mail',
    tracking: 'AB123456789GB',
  }
  await arrive(() => insertOrders(page, shop, [parcel]))
  const receipt = page.getByRole('region', { name: /^Order \d+$/ })
  await expectShown(receipt.getByText('To Marsha, 12 Rye Lane, London, SE15 4QL'))
  await expectShown(receipt.getByText('Royal Mail AB123456789GB'))
  await receipt.getByRole('button', { name: /^Buy it again/ }).press('Enter')
  await expectShown(receipt.getByRole('status').filter({ hasText: 'One item is in your cart.' }))
  await receipt.getByRole('link', { name: 'your cart' }).click()
  const lines = page.getByRole('list', { name: 'What is in your cart' })
  await expectShown(lines.getByRole('link', { name: 'Nashville Chilli Crisp' }))
})

test('an order’s hold and its dispatch appear while its buyer looks, and each is announced once', async () => {
  const { page } = browser
  await recordAnnouncements(page)
  await arrive(() => insertOrders(page, shop, [{}]))
  const receipt = page.getByRole('region', { name: /^Order \d+$/ })
  await expectShown(receipt.getByText('We’re packing it'))
  await expectShown(page.getByRole('heading', { name: 'Your data' }))
  await takeAnnouncements(page)
  const number = (await receipt.getAttribute('aria-label'))?.replace('Order ', '')
  const order = `orders?number=eq.${number}`
  await updateRows(shop, order, { on_hold_since: '2026-10-02T12:00:00Z', dispute_state: 'open' })
  await expectShown(receipt.getByText('On hold while your bank looks at the payment'))
  await updateRows(shop, order, { status: 'fulfilled', fulfilled_at: '2026-10-09T12:00:00Z' })
  await expectShown(receipt.getByText('On its way'))
  expect(await takeAnnouncements(page)).toEqual([
    `Order ${number}: Paid. On hold while your bank looks at the payment.`,
    `Order ${number}: Sent. On its way.`,
  ])
})

test('a cancelled box that still runs offers to keep it', async () => {
  const { page } = browser
  await arrive(() => insertSubscription(page, shop, '2026-12-20T12:00:00Z'))
  const card = page.getByRole('article').filter({ hasText: '2 × Twink Box, Monthly' })
  await expectShown(card.getByText(/You can keep it until then\.$/))
  await expectShown(card.getByRole('button', { name: 'Keep my box after all' }))
  expect(await card.getByRole('button', { name: /Manage or cancel/ }).count()).toBe(0)
})

test('a refused new password is announced and its field gets the focus', async () => {
  const { page } = browser
  await arrive(async () => {})
  const field = page.getByLabel('New password')
  const submit = page.getByRole('button', { name: 'Change password' })
  await submit.click()
  await field.fill('short')
  await submit.click()
  const fault = page.locator('[aria-live="assertive"]').getByText(/^Password requirements: /)
  await expectShown(fault)
  await expectFocus(field)
  expect(await field.getAttribute('aria-describedby')).toBe('field-new-password-error')
  await page.route('**/auth/v1/user', (route) =>
    route.fulfill({ status: 422, json: { code: 422, error_code: 'same_password', msg: 'No' } }),
  )
  await field.fill('Fresh5auce4Me')
  await submit.click()
  await expectShown(page.getByRole('alert').filter({ hasText: 'Authentication Error' }))
  await expectFocus(field)
})

/** Runs in the page: returns the texts of receipts that a stamp overlaps. */
function coveredByStamps(): string[] {
  return [...document.querySelectorAll('section[aria-label^="Order "]')].flatMap((receipt) => {
    const stamp = receipt.querySelector('p[style*="--k"]')?.getBoundingClientRect()
    return [...receipt.querySelectorAll('dl, dl + p ~ p')].flatMap((words) => {
      const { top, bottom } = words.getBoundingClientRect()
      const isApart = stamp === undefined || stamp.bottom <= top + 4 || stamp.top >= bottom - 4
      return isApart ? [] : [words.textContent]
    })
  })
}

test('a failed request in the settings returns the focus to its button', async () => {
  const { page, context } = browser
  await arrive(async () => {})
  const change = page.getByRole('button', { name: 'Change e-mail' })
  await change.click()
  await page.getByLabel('New e-mail').fill('moved@example.com')
  await context.setOffline(true)
  await change.press('Enter')
  await expectShown(page.getByText('We can’t reach the sign-in desk. Please try again.'))
  await expectShown(page.locator('button:focus').getByText('Change e-mail'))
})
