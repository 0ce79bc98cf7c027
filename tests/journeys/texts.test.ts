import { test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { signInByApi, createShopper } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser } = openJourney()

test('a failed sign-out shows the specified message', async () => {
  const { page } = browser
  await signInByApi(page, shop, await createShopper(shop))
  await page.goto(`${shop.url}/account-settings`)
  await expectShown(page.getByRole('button', { name: 'Sign Out', exact: true }))
  // The sign-out fails, because the stored session cannot be removed.
  await page.evaluate(() => {
    Storage.prototype.removeItem = () => undefined
  })
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Error signing out' })
  await expectShown(toast.getByText('There was an error signing out. Please try again.'))
})

test('a signed-in shopper with an empty cart gets the specified message', async () => {
  const { page } = browser
  await signInByApi(page, shop, await createShopper(shop))
  await page.goto(`${shop.url}/cart`)
  await expectShown(page.getByText('Your cart is empty', { exact: true }))
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Empty cart' })
  await expectShown(toast.getByText('Your cart is empty. Add some items before checkout.'))
})

test('a missing product and a missing page show the specified messages', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/shop/product/unicorn-tears`)
  await expectShown(page.getByRole('heading', { name: 'Product Not Found' }))
  await expectShown(
    page.getByText("The product you're looking for doesn't exist or has been removed."),
  )
  await page.goto(`${shop.url}/no/such/page`)
  await expectShown(page.getByRole('heading', { name: 'Page Not Found' }))
  const words =
    "We couldn't find the page you're looking for. It might have been moved or doesn't exist."
  await expectShown(page.getByText(words))
  await expectShown(page.getByRole('link', { name: 'Back to Home' }))
})
