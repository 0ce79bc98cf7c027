import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import {
  addRow,
  aShopper,
  signInByApi,
  createShopper,
  submitSignIn,
  fetchRows,
  type Shopper,
} from '../account/shoppers.ts'
import { type FreshBrowser, openBrowser } from '../support/browser.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'
import { waitForEmail } from '../support/mailbox.ts'

const { shop, browser } = openJourney()

const summaryOf = (page: Page) => page.getByRole('region', { name: 'Order summary' })

/** Signs up from a cart with a discount code of £2, and returns the link of the confirmation email. */
async function signUpWithCode(page: Page, shopper: Shopper, code: string): Promise<string> {
  await addRow(shop, 'discount_codes', { code, percent: null, pence: 200 })
  await putInCart(page, shop, 'hot-tomato-ketchup')
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  await page.getByLabel('Discount code').fill(code)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.waitForURL(/\/auth/)
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click()
  await page.getByLabel('Full Name').fill(shopper.name)
  await page.getByLabel('Email').fill(shopper.email)
  await page.getByLabel('Password', { exact: true }).fill(shopper.password)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expectShown(page.getByText(/Open the link we sent to/))
  await expect
    .poll(() => fetchRows(shop, `guest_carts?email=eq.${shopper.email}&select=email`))
    .toHaveLength(1)
  const { links } = await waitForEmail(shop.url, shopper.email, /confirm/i)
  return links.find((one) => one.includes('/auth/v1/verify')) ?? ''
}

async function inAnotherBrowser(work: (other: FreshBrowser) => Promise<void>): Promise<void> {
  const other = await openBrowser()
  try {
    await work(other)
  } finally {
    await other.close()
  }
}

test('the code of a confirmation link that a mail scanner has used is applied after signing in by the header', async () => {
  const shopper = aShopper()
  const link = await signUpWithCode(browser.page, shopper, 'SCANNED2')
  await fetch(link, { redirect: 'manual' })
  await inAnotherBrowser(async ({ page }) => {
    await page.goto(link)
    await expectShown(page.getByText(/This link has gone off, or has been used/))
    await expectShown(page.getByText('Your cart is empty'))
    expect(page.url()).not.toContain('code=')
    await page.getByRole('link', { name: 'Sign In' }).first().click()
    await submitSignIn(page, shopper)
    await page.waitForURL(`${shop.url}/`)
    await page.goto(`${shop.url}/cart`)
    await expectShown(summaryOf(page).getByText('SCANNED2: £2.00 off'))
  })
})

test('a confirmation link signs in on a slow connection, even where the cart has products already', async () => {
  const shopper = aShopper()
  const link = await signUpWithCode(browser.page, shopper, 'SLOW2')
  await inAnotherBrowser(async ({ page }) => {
    await putInCart(page, shop, 'nashville-chilli-crisp')
    const released = Promise.withResolvers<void>()
    await page.route('**/assets/browser-client-*', async (route) => {
      await released.promise
      await route.continue()
    })
    await page.goto(link)
    await expect.poll(() => new URL(page.url()).search).toBe('?verified=true')
    released.resolve()
    await expectShown(page.getByText('Your e-mail is confirmed.'))
    await expectShown(summaryOf(page).getByText('SLOW2: £2.00 off'))
  })
})

test('the code of a confirmation link reaches its account in a browser where another account is signed in', async () => {
  const shopper = aShopper()
  const link = await signUpWithCode(browser.page, shopper, 'FAMILY2')
  await inAnotherBrowser(async ({ page }) => {
    await signInByApi(page, shop, await createShopper(shop))
    await putInCart(page, shop, 'nashville-chilli-crisp')
    await page.goto(link)
    await expectShown(page.getByText('Your e-mail is confirmed.'))
    await expectShown(summaryOf(page).getByText('FAMILY2: £2.00 off'))
  })
})
