import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { signInByApi, createShopper } from '../account/shoppers.ts'
import { findAccessibilityFaults } from '../support/axe.ts'
import { phone } from '../support/screens.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser } = openJourney({ reducedMotion: 'reduce' })

test('the cart passes the accessibility checks in each state, on a desktop and on a phone', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/cart`)
  await expectShown(page.getByText('Your cart is empty'))
  expect(await findAccessibilityFaults(page)).toEqual([])
  await putInCart(page, shop, 'nashville-chilli-crisp')
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.setViewportSize(phone)
  const quantity = page.getByRole('textbox', { name: /^Quantity/ })
  await quantity.fill('6')
  await quantity.press('Enter')
  await expectShown(page.getByText('Upgraded to XL.'))
  expect(await findAccessibilityFaults(page)).toEqual([])
})

test('the sign-in, sign-up and recovery forms pass the accessibility checks, also with errors', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/auth`)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click()
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Already have an account? Sign in' }).click()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send me a link' }).click()
  expect(await findAccessibilityFaults(page)).toEqual([])
})

test('the account page and the pages after a payment pass the accessibility checks', async () => {
  const { page } = browser
  await signInByApi(page, shop, await createShopper(shop))
  await page.goto(`${shop.url}/account-settings`)
  await expectShown(page.getByText('No orders found yet'))
  await page.getByRole('button', { name: 'Change password' }).click()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.goto(`${shop.url}/checkout/cancelled`)
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.goto(`${shop.url}/checkout/success?session_id=cs_test_nobody`)
  await expectShown(page.getByRole('heading', { name: 'No order here' }))
  expect(await findAccessibilityFaults(page)).toEqual([])
})

test('a shopper without a mouse can add a sauce, change the cart and reach the sign-in', async () => {
  const { page } = browser
  const { keyboard } = page
  await page.goto(`${shop.url}/shop/product/apple-terror-sauce`)
  await page
    .getByRole('button', { name: /Add to Cart/ })
    .first()
    .focus()
  await keyboard.press('Enter')
  await expectShown(page.getByRole('link', { name: /Shopping bag\W+1 item/ }))
  await page.getByRole('link', { name: /Shopping bag/ }).focus()
  await keyboard.press('Enter')
  await page.waitForURL(`${shop.url}/cart`)
  // The field is found by its full name: for a moment the address is already that of the cart, while the product page
  // with its own quantity field is still shown.
  await page.getByRole('textbox', { name: 'Quantity of Apple Terror Sauce' }).focus()
  await keyboard.press('ArrowUp')
  await expectShown(page.getByRole('link', { name: /Shopping bag\W+2 items/ }))
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    'Remove Apple Terror Sauce',
  )
  await keyboard.press('Tab')
  await keyboard.press('Space')
  expect(await page.getByRole('radio', { name: /Standard/ }).isChecked()).toBe(true)
  await keyboard.press('ArrowRight')
  expect(await page.getByRole('radio', { name: /Priority/ }).isChecked()).toBe(true)
  const words = () => page.evaluate(() => document.activeElement?.textContent)
  await keyboard.press('Tab')
  // The discount code field and its button come before the checkout button in the tab order.
  for (let more = 0; more < 3 && (await words()) !== 'Proceed to Checkout'; more += 1)
    await keyboard.press('Tab')
  expect(await words()).toBe('Proceed to Checkout')
  await keyboard.press('Enter')
  await page.waitForURL(/\/auth/)
  await expectShown(page.getByRole('alert').getByText('Sign in required'))
})
