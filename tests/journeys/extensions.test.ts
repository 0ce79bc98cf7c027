import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser } = openJourney()

/** Opens a page whose code is still on its way, as password managers and other extensions find it. */
async function openInert(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(shop.url + path, { waitUntil: 'commit' })
  await page.locator('footer a').first().waitFor({ state: 'attached' })
  await page.evaluate(addWhatExtensionsAdd)
  return async () => {
    resolve()
    await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  }
}

/** Runs in the page: what LastPass, Grammarly and Google Translate have been seen to add. */
function addWhatExtensionsAdd(): void {
  document.documentElement.dataset.extension = 'here'
  document.documentElement.classList.add('translated-ltr')
  document.body.setAttribute('data-new-gr-c-s-check-loaded', '14.1')
  document.head.append(document.createElement('style'))
  document.body.append(document.createElement('grammarly-desktop-integration'))
  document.body.prepend(document.createElement('div'))
  for (const field of document.querySelectorAll('input, textarea')) {
    const icon = document.createElement('div')
    icon.setAttribute('data-lastpass-icon-root', '')
    field.after(icon)
    field.setAttribute('data-lpignore', 'false')
  }
}

test('what was typed before the page worked is there when an extension has changed it', async () => {
  const { page } = browser
  const start = await openInert(page, '/auth')
  await page.locator('input[name="password"]').fill('Hot5auce4Me')
  await page.locator('input[name="email"]').pressSequentially('marsha@example.com')
  await start()
  await expect
    .poll(() => page.locator('input[name="email"]').first().inputValue())
    .toBe('marsha@example.com')
  expect(await page.locator('input[name="password"]').inputValue()).toBe('Hot5auce4Me')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectShown(page.getByText('Invalid email or password. Please try again.').first())
})

test('the newsletter takes what was typed before the page worked when an extension has changed it', async () => {
  const { page } = browser
  const start = await openInert(page, '/about')
  const form = page.locator('main form').last()
  await form.locator('input[name="name"]').fill('Dolly Bell')
  await form.locator('input[type="email"]').fill('dolly@example.com')
  await start()
  await expect
    .poll(() => form.locator('input[type="email"]').inputValue())
    .toBe('dolly@example.com')
  expect(await form.locator('input[name="name"]').inputValue()).toBe('Dolly Bell')
  await form.locator('button[type="submit"]').click()
  await expectShown(page.getByText("You've been added to our newsletter."))
})

test('an early Add to Cart is kept when an extension has changed the page', async () => {
  const { page } = browser
  const start = await openInert(page, '/shop')
  await page.getByRole('button', { name: /Add to Cart Apple Terror Sauce/ }).click()
  await start()
  await page.getByRole('link', { name: /Shopping bag\W+1 item/ }).waitFor()
  await page.goto(`${shop.url}/cart`)
  await expectShown(page.getByRole('main').getByRole('link', { name: 'Apple Terror Sauce' }))
})

test('choices made before the page worked are kept when an extension has changed it', async () => {
  const { page } = browser
  const start = await openInert(page, '/shop')
  await page.getByRole('combobox', { name: 'Sort' }).selectOption({ index: 1 })
  await page.getByRole('checkbox', { name: 'In stock only' }).check()
  const sort = await page.getByRole('combobox', { name: 'Sort' }).inputValue()
  await start()
  await expect.poll(() => page.getByRole('combobox', { name: 'Sort' }).inputValue()).toBe(sort)
  await expect
    .poll(() => page.getByRole('checkbox', { name: 'In stock only' }).isChecked())
    .toBe(true)
})

test('the cart works when an extension has changed its page', async () => {
  const { page } = browser
  await putInCart(page, shop, 'nashville-chilli-crisp')
  const start = await openInert(page, '/cart')
  await start()
  await page.getByRole('button', { name: 'One more' }).click()
  await expectShown(page.getByText('Line total £17.00'))
})
