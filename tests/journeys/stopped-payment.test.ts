import { expect, test } from 'vitest'
import { insertSubscription } from '../account/history.ts'
import { signInByApi, createShopper } from '../account/shoppers.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser } = openJourney()

const patience = { timeout: 20_000 }

test('the checkout button can be pressed again after the payment page was stopped while it loaded', async () => {
  const { page, context } = browser
  await signInByApi(page, shop, await createShopper(shop))
  await putInCart(page, shop, 'hot-tomato-ketchup')
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  const paymentPage = /\/sandbox\/payments\/pay\//
  await page.route(paymentPage, () => undefined, { times: 1 })
  const button = page.getByRole('button', { name: 'Proceed to Checkout' })
  const requested = page.waitForRequest(paymentPage)
  await button.click()
  await requested
  await (await context.newCDPSession(page)).send('Page.stopLoading')
  await expect.poll(() => button.isEnabled(), patience).toBe(true)
  await button.click()
  await page.waitForURL(paymentPage)
})

test('no code can be typed while the browser leaves for the payment page', async () => {
  const { page } = browser
  await signInByApi(page, shop, await createShopper(shop))
  await putInCart(page, shop, 'hot-tomato-ketchup')
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  const code = page.getByLabel('Discount code')
  expect(await code.isEditable()).toBe(true)
  const paymentPage = /\/sandbox\/payments\/pay\//
  await page.route(paymentPage, (route) => route.fulfill({ status: 204 }))
  const requested = page.waitForRequest(paymentPage)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await requested
  expect(await code.isEditable()).toBe(false)
  await expect.poll(() => code.isEditable(), patience).toBe(true)
})

test('the button to the payment provider can be pressed again when the browser stays on the page', async () => {
  const { page } = browser
  await signInByApi(page, shop, await createShopper(shop))
  await insertSubscription(page, shop, null)
  await page.goto(`${shop.url}/account-settings`)
  const address = `${shop.url}/portal-of-the-provider`
  await page.route('**/functions/v1/billing-portal', (route) =>
    route.fulfill({
      headers: { 'content-type': 'application/json', 'x-shop-response': '1' },
      body: JSON.stringify({ url: address }),
    }),
  )
  await page.route(address, (route) => route.fulfill({ status: 204 }))
  const button = page.getByRole('button', { name: /^Manage or cancel/ })
  const requested = page.waitForRequest(address)
  await button.click()
  await requested
  expect(await button.isDisabled()).toBe(true)
  await expect.poll(() => button.isEnabled(), patience).toBe(true)
})
