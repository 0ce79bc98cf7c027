import { expect } from 'vitest'
import { createShopper } from '../../account/shoppers.ts'
import { insertPaidOrder } from '../../journeys/desk-orders.ts'
import {
  generateAuthenticatorCode,
  getOwnerInvitationLink,
  ownersPassword,
} from '../../journeys/desk-staff.ts'
import { waitForEmail } from '../mailbox.ts'
import type { RunningShop } from '../running-shop.ts'
import type { BrowserDriver } from './driver.ts'
import {
  fillField,
  followLink,
  waitOptions,
  pressElement,
  waitForElement,
  waitForPath,
} from './driver-steps.ts'

const crisp = 'nashville-chilli-crisp'

/**
 * Browses products, adds one, closes the sheet that opens, adds another, changes a quantity, removes a product, and
 * searches.
 */
export async function expectFilledCart(driver: BrowserDriver, shop: RunningShop): Promise<void> {
  await driver.open(shop.url)
  await waitForElement(driver, 'header button', 'Search')
  await pressElement(driver, 'main a', 'Shop the sauces')
  await waitForPath(driver, '/shop')
  await pressElement(driver, 'main li button', 'Add to Cart')
  await waitForElement(driver, 'main li button', 'Added!')
  await pressElement(driver, 'dialog[open] button', 'Close')
  await waitForElement(driver, 'header a', '1 item')
  await driver.open(`${shop.url}/shop/product/apple-terror-sauce`)
  await waitForElement(driver, 'header button', 'Search')
  await pressElement(driver, 'main button', 'Add to Cart')
  await waitForElement(driver, 'header a', '2 items')
  await driver.open(`${shop.url}/cart`)
  await waitForElement(driver, 'main li p', 'Line total £8.50')
  await pressElement(driver, 'main li button', 'One more')
  await waitForElement(driver, 'main li p', 'Line total £17.00')
  await pressElement(driver, 'main li button', 'Remove Apple Terror Sauce')
  await waitForElement(driver, 'header a', '2 items')
  await pressElement(driver, 'header button', 'Search')
  await fillField(driver, 'dialog[open] input', 'marmalade')
  await pressElement(driver, 'dialog[open] [role="option"]', 'Miss Marmalade Chilli Jam')
  await waitForElement(driver, 'h1', 'Miss Marmalade Chilli Jam')
}

/** Signs in at the checkout, pays on the payment page, returns to the shop, and expects the confirmation. */
export async function expectPaidOrder(driver: BrowserDriver, shop: RunningShop): Promise<void> {
  const shopper = await createShopper(shop)
  await driver.open(`${shop.url}/shop/product/${crisp}`)
  await waitForElement(driver, 'header button', 'Search')
  await pressElement(driver, 'main button', 'Add to Cart')
  await waitForElement(driver, 'header a', '1 item')
  await driver.open(`${shop.url}/cart`)
  await pressElement(driver, 'main label', 'Standard')
  await pressElement(driver, 'main button', 'Proceed to Checkout')
  await waitForPath(driver, '/auth')
  await fillField(driver, 'main input[name="email"]', shopper.email)
  await fillField(driver, 'main input[name="password"]', shopper.password)
  await pressElement(driver, 'main button', 'Sign In', true)
  await waitForPath(driver, '/cart')
  await waitForElement(driver, 'main li p', 'Line total £8.50')
  await pressElement(driver, 'main button', 'Proceed to Checkout')
  await waitForPath(driver, '/sandbox/payments/pay/')
  await pressElement(driver, 'main button', 'Pay £11.79')
  await waitForPath(driver, '/checkout/success')
  await waitForElement(driver, 'h1', 'Got it. Thank you!')
  await waitForElement(driver, 'main', 'Nashville Chilli Crisp')
  // The dialog that welcomes a user after the first sign-in is only shown on the home page, so that it does not
  // interrupt the checkout.
  await driver.open(shop.url)
  await pressElement(driver, 'dialog[open] button', 'Close')
}

/**
 * Adds an allergen to the avoid list on a page of its own document, goes back, and expects it on the mark of a product and in the
 * panel of the page before, which the back/forward cache of most browsers restores as it was.
 */
export async function expectAvoidListAfterBack(
  driver: BrowserDriver,
  shop: RunningShop,
): Promise<void> {
  const getMark = () =>
    driver.run(
      (slug) =>
        [...document.querySelectorAll('main article')]
          .find((card) => card.querySelector(`a[href$="${slug}"]`))
          ?.querySelector('[data-fit]')?.textContent,
      crisp,
    )
  await driver.open(`${shop.url}/shop`)
  await waitForElement(driver, 'header button', 'Search')
  await pressElement(driver, 'main button', 'I avoid…')
  await pressElement(driver, 'dialog[open] label', 'Milk')
  await expect.poll(getMark, waitOptions).toBe('Fits')
  await pressElement(driver, 'dialog[open] a', 'See every label')
  await waitForPath(driver, '/allergens')
  await pressElement(driver, 'main button', 'I avoid…')
  await pressElement(driver, 'dialog[open] label', 'Peanuts')
  await driver.run(() => setTimeout(() => history.back()))
  await waitForPath(driver, '/shop')
  await expect.poll(getMark, waitOptions).toBe('May contain peanuts')
  const ticked = await driver.run(() =>
    Array.from(
      document.querySelectorAll('dialog[open] :checked'),
      ({ parentElement }) => parentElement?.textContent,
    ),
  )
  // The panel is still open, unless the page was loaded again.
  expect([[], ['Milk', 'Peanuts']]).toContainEqual(ticked)
}

/**
 * Begins an avoid list on a small phone, ticks "Only what fits", and expects that it hides the products that do not fit.
 */
export async function expectUnfitProductsHidden(
  driver: BrowserDriver,
  shop: RunningShop,
): Promise<void> {
  await driver.resize({ width: 360, height: 640 })
  await driver.open(`${shop.url}/shop`)
  await waitForElement(driver, 'header button', 'Search')
  await pressElement(driver, 'main button', 'I avoid…')
  await pressElement(driver, 'dialog[open] label', 'Peanuts')
  await pressElement(driver, 'dialog[open] button', 'Done')
  await waitForElement(driver, 'main li', 'May contain peanuts')
  await pressElement(driver, 'main label', 'Only what fits')
  const countShown = () =>
    driver.run(
      () =>
        [...document.querySelectorAll('main article')]
          .filter((card) => card.getClientRects().length > 0)
          .filter((card) => card.querySelector('[data-fit="may"], [data-fit="contains"]')).length,
    )
  await expect.poll(countShown, waitOptions).toBe(0)
  await waitForElement(driver, 'main li', 'Fits')
}

export async function expectEnquiry(driver: BrowserDriver, shop: RunningShop): Promise<void> {
  const email = `dolly-${crypto.randomUUID().slice(0, 8)}@example.com`
  await driver.open(`${shop.url}/lgbt-proud-catering`)
  await waitForElement(driver, 'header button', 'Search')
  await pressElement(driver, 'main button', 'Send an enquiry')
  await fillField(driver, 'dialog[open] input[name="name"]', 'Dolly Bell')
  await fillField(driver, 'dialog[open] input[name="email"]', email)
  await fillField(driver, 'dialog[open] input[name="eventType"]', 'Wedding')
  await fillField(driver, 'dialog[open] input[name="guestCount"]', 'About 40')
  await fillField(driver, 'dialog[open] textarea', 'Two griddles, please.')
  await pressElement(driver, 'dialog[open] button', 'Send enquiry')
  const mail = await waitForEmail(shop.url, email, /enquiry|catering|got/i)
  expect(mail.subject).not.toBe('')
}

/** Accepts the first invitation to the desk, opens the screen Today, and packs an order. */
export async function expectPackedOrder(driver: BrowserDriver, shop: RunningShop): Promise<void> {
  await driver.open(getOwnerInvitationLink(shop))
  await fillField(driver, 'input[name="name"]', 'Beau')
  await fillField(driver, 'input[name="email"]', 'beau@example.com')
  await fillField(driver, 'input[name="password"]', ownersPassword)
  await pressElement(driver, 'button', 'Take my place')
  await waitForElement(driver, '[data-app-key]')
  const key = await driver.run(() => document.querySelector('[data-app-key]')?.textContent ?? '')
  await fillField(driver, 'form input', generateAuthenticatorCode(key))
  await pressElement(driver, 'button', 'I have them')
  await waitForElement(driver, 'nav')
  const number = await insertPaidOrder(shop, 'Priya Raman')
  await driver.open(`${shop.url}/desk`)
  await followLink(driver, 'Start packing', '/desk/pack')
  await waitForElement(driver, 'main', `${number} · Priya Raman`)
  await pressElement(driver, 'main label', 'Choose all')
  await pressElement(driver, 'button', 'Make the pick list')
  await pressElement(driver, 'main label', 'Nashville Chilli Crisp')
  await pressElement(driver, 'a', 'Slips for ')
  await pressElement(driver, 'button', 'All packed')
  await pressElement(driver, 'button', 'Mark ')
  await waitForElement(driver, 'body', ', out the door')
}
