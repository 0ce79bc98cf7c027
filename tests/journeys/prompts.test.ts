import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { markerHeader } from '../../domain/backend-response.ts'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { addRow, updateRows, createShopper, fetchRows, signIn } from '../account/shoppers.ts'
import { guestEmailTexts } from '../../domain/guest-email.ts'
import { signLink } from '../../supabase/functions/_shared/signed-link.ts'
import { collectErrors } from '../support/browser.ts'
import { waitForEmail } from '../support/mailbox.ts'
import { clickAddChilliCrisp } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'
import {
  closeAddedSheet,
  getDialog,
  movePointerOutAtTop,
  openHydrated,
  openWithStoppedClock,
  promptTitles,
} from '../support/prompt-steps.ts'

const { shop, browser, takeAnother } = openJourney({
  reducedMotion: 'no-preference',
  prompts: true,
})

const patience = { timeout: 10_000 }

/** Returns a toast by its ARIA role: a screen reader interrupts for an alert, and reads a status later. */
function notice(page: Page, role: 'alert' | 'status', title: string) {
  return page.getByRole(role).filter({ hasText: title })
}

/** Checks that a field has the focus, and that a screen reader reads its error message with it. */
async function expectFieldError(field: Locator, words: string): Promise<void> {
  await expectFocus(field)
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  const error = await field.getAttribute('aria-describedby')
  expect(await field.page().locator(`#${error}`).innerText()).toContain(words)
}

function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key)
}

async function signUps(): Promise<string[]> {
  const found = await fetchRows<{ email: string }>(shop, 'newsletter_signups?select=email')
  return found.map((row) => row.email)
}

test('a visitor signs up above the footer, and the fields are emptied', async () => {
  const { page } = browser
  await openHydrated(page, shop, '/shop')
  const block = page.getByRole('region', { name: 'Join Our Newsletter!' })
  await block.getByLabel('Name').fill('Marsha')
  await block.getByLabel('E-mail').fill('marsha@example.com')
  await block.getByRole('button', { name: 'Sign Up' }).click()
  const successNotice = notice(page, 'status', 'Success!')
  await expectShown(successNotice.getByText("You've been added to our newsletter."))
  expect(await block.getByLabel('Name').inputValue()).toBe('')
  expect(await block.getByLabel('E-mail').inputValue()).toBe('')
  expect(await stored(page, 'newsletter_signed_up')).toBe('true')
  expect(await signUps()).toContain('marsha@example.com')
  await block.getByLabel('Name').fill('Marsha')
  await block.getByLabel('E-mail').fill('MARSHA@example.com')
  await block.getByRole('button', { name: 'Sign Up' }).click()
  const already = notice(page, 'alert', 'Already subscribed')
  await expectShown(already.getByText('This email is already subscribed to our newsletter.'))
  await expect
    .poll(
      () => fetchRows(shop, 'security_audit_log?event_type=eq.newsletter_signup&select=details'),
      patience,
    )
    .toMatchObject([{ details: { email: 'marsha@example.com', version: '1.0' } }])
})

test('an invalid newsletter sign-up is marked at its field, and the fourth attempt is rate limited', async () => {
  const { page } = browser
  const errors = collectErrors(page)
  await page.route('**/rpc/log_security_event', (route) => route.abort())
  await openHydrated(page, shop, '/about')
  const block = page.getByRole('region', { name: 'Join Our Newsletter!' })
  const submit = async (name: string, email: string) => {
    await block.getByLabel('Name').fill(name)
    await block.getByLabel('E-mail').fill(email)
    await block.getByRole('button', { name: 'Sign Up' }).click()
  }
  const email = block.getByLabel('E-mail')
  const name = block.getByLabel('Name')
  for (const field of [email, name]) expect(await field.getAttribute('required')).not.toBeNull()
  await submit('Marsha', 'marsha')
  const badEmail = 'Please enter a valid email address.'
  await expectShown(notice(page, 'alert', 'Invalid email').getByText(badEmail))
  await expectFieldError(email, badEmail)
  await submit('Marsha', `${'m'.repeat(250)}@example.com`)
  await expectFieldError(email, badEmail)
  await submit('M', 'm@example.com')
  const badName = 'Please enter your name (at least 2 characters).'
  await expectShown(notice(page, 'alert', 'Invalid name').getByText(badName))
  await expectFieldError(name, badName)
  for (const number of [1, 2, 3]) {
    await submit('Marsha', `limit${number}@example.com`)
    await expect.poll(signUps, patience).toContain(`limit${number}@example.com`)
  }
  await submit('Marsha', 'limit4@example.com')
  const tooMany = notice(page, 'alert', 'Too many attempts')
  await expectShown(tooMany.getByText('Please wait before trying again.'))
  expect(await signUps()).not.toContain('limit4@example.com')
  // When a security event cannot be recorded, the sign-up succeeds nevertheless, and the failure is logged.
  expect(errors.join('\n')).toContain('Security log: an event could not be noted')
})

test('a newsletter sign-up without an answer from the server shows an error and keeps its input', async () => {
  const { page } = browser
  await openHydrated(page, shop, '/shop')
  await page.route('**/rest/v1/newsletter_signups', (route) => route.abort())
  const block = page.getByRole('region', { name: 'Join Our Newsletter!' })
  await block.getByLabel('Name').fill('Marsha')
  await block.getByLabel('E-mail').fill('lost@example.com')
  await block.getByRole('button', { name: 'Sign Up' }).click()
  const failed = notice(page, 'alert', 'Error')
  await expectShown(failed.getByText('Failed to sign up for newsletter. Please try again.'))
  expect(await block.getByLabel('E-mail').inputValue()).toBe('lost@example.com')
  const event = 'security_audit_log?event_type=eq.newsletter_signup_failed&select=details'
  await expect
    .poll(() => fetchRows(shop, event), patience)
    .toMatchObject([
      {
        details: { email: 'lost@example.com', error: 'TypeError: Failed to fetch', version: '1.0' },
      },
    ])
})

test('the newsletter form is answered with a page without JavaScript', async () => {
  await takeAnother({ javaScriptEnabled: false, prompts: true })
  const { page } = browser
  await page.goto(`${shop.url}/shop`)
  const block = page.getByRole('region', { name: 'Join Our Newsletter!' })
  await block.getByLabel('Name').fill('Sylvia')
  await block.getByLabel('E-mail').fill('sylvia@example.com')
  await block.getByRole('button', { name: 'Sign Up' }).click()
  await expectShown(page.getByRole('heading', { name: 'Success!' }))
  expect(await signUps()).toContain('sylvia@example.com')
})

test('the popup appears once after 30 seconds on the home page and closes with a polite no', async () => {
  const { page } = browser
  await openWithStoppedClock(page, shop, '/')
  await page.clock.runFor(24_000)
  expect(await getDialog(page, 'Join Our Newsletter!').count()).toBe(0)
  expect(await stored(page, 'newsletter_popup_seen')).toBeNull()
  await page.clock.runFor(7000)
  await page.clock.resume()
  await getDialog(page, 'Join Our Newsletter!').waitFor()
  expect(await stored(page, 'newsletter_popup_seen')).toBe('true')
  await page.getByRole('button', { name: 'No thanks, maybe later' }).click()
  await getDialog(page, 'Join Our Newsletter!').waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('button', { name: 'Search' }).waitFor()
  await page.clock.fastForward(40_000)
  expect(await getDialog(page, 'Join Our Newsletter!').count()).toBe(0)
})

test('the popup appears neither over a form in use nor while an empty field has the focus', async () => {
  const { page } = browser
  await openWithStoppedClock(page, shop, '/')
  const block = page.getByRole('region', { name: 'Join Our Newsletter!' })
  await block.getByLabel('Name').fill('Mars')
  await page.clock.runFor(60_000)
  expect(await getDialog(page, 'Join Our Newsletter!').count()).toBe(0)
  await page.getByRole('heading', { level: 1 }).click()
  await page.clock.runFor(2000)
  expect(await getDialog(page, 'Join Our Newsletter!').count()).toBe(0)
  await block.getByLabel('Name').fill('')
  await page.clock.runFor(2000)
  expect(await getDialog(page, 'Join Our Newsletter!').count()).toBe(0)
  await block.getByLabel('Name').blur()
  await page.clock.resume()
  await getDialog(page, 'Join Our Newsletter!').waitFor()
})

test('the popup waits while a form is in use and does not ask a visitor who has signed up in it', async () => {
  const { page } = browser
  const held = Promise.withResolvers<void>()
  await page.route('**/rest/v1/newsletter_signups', async (route) => {
    await held.promise
    await route.continue()
  })
  const popup = getDialog(page, 'Join Our Newsletter!')
  const expectNone = async () => {
    await page.clock.runFor(2000)
    expect(await popup.count()).toBe(0)
  }
  await openWithStoppedClock(page, shop, '/')
  const block = page.getByRole('region', { name: 'Join Our Newsletter!' })
  await block.getByLabel('Name').fill('Marsha')
  const asking = page.waitForResponse(/newsletter-prompt-/)
  await page.clock.runFor(31_000)
  await asking
  await block.getByLabel('E-mail').focus()
  await expectNone()
  await block.getByLabel('E-mail').fill('patient@example.com')
  await block.getByRole('button', { name: 'Sign Up' }).hover()
  await page.mouse.down()
  await expectNone()
  await page.mouse.up()
  await block.getByRole('button', { name: 'Signing Up...' }).waitFor()
  await expectNone()
  held.resolve()
  await expectShown(page.getByText("You've been added to our newsletter."))
  await expectNone()
  expect(await stored(page, 'newsletter_popup_seen')).toBeNull()
})

test('the popup shows an invalid sign-up by title and text', async () => {
  const { page } = browser
  await openWithStoppedClock(page, shop, '/')
  await page.clock.runFor(31_000)
  await page.clock.resume()
  const popup = getDialog(page, 'Join Our Newsletter!')
  await popup.getByLabel('Name').fill('M')
  await popup.getByLabel('E-mail').fill('marsha')
  await popup.getByRole('button', { name: 'Sign Up' }).click()
  await expectFieldError(
    popup.getByLabel('E-mail'),
    'Invalid email: Please enter a valid email address.',
  )
  await popup.getByLabel('E-mail').fill('marsha@example.com')
  await popup.getByRole('button', { name: 'Sign Up' }).click()
  await expectFieldError(
    popup.getByLabel('Name'),
    'Invalid name: Please enter your name (at least 2 characters).',
  )
})

test('a guest’s first add asks for an address once a visit, and a saved address stops the asking', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/shop`)
  await clickAddChilliCrisp(page)
  const sheet = getDialog(page, 'That’s one for the album!')
  await sheet.waitFor()
  expect(await sheet.getByRole('checkbox', { name: /Remind me/ }).isChecked()).toBe(false)
  await sheet.getByRole('button', { name: 'No thanks' }).click()
  await sheet.getByLabel('E-mail address').waitFor({ state: 'detached' })
  await closeAddedSheet(page)
  await clickAddChilliCrisp(page)
  await expectShown(sheet.getByText('2 items'))
  expect(await sheet.getByLabel('E-mail address').count()).toBe(0)

  await page.goto(`${shop.url}/cart`)
  const prompt = getDialog(page, 'Save your cart?')
  await prompt.waitFor()
  await prompt.getByLabel('E-mail address').fill('guest')
  await prompt.getByRole('button', { name: 'Save my cart' }).click()
  const address = prompt.getByLabel('E-mail address')
  await expectFieldError(address, 'Invalid email: Please enter a valid email address.')
  await address.fill('guest@example.com')
  await prompt.getByRole('checkbox').check()
  await prompt.getByRole('button', { name: 'Save my cart' }).click()
  const saved = notice(page, 'status', 'Email saved!')
  await expectShown(saved.getByText(guestEmailTexts.saved.text))
  expect(await prompt.count()).toBe(0)
  expect(await stored(page, 'guest_email')).toBe('guest@example.com')
  const carts = await fetchRows(shop, 'guest_carts?email=eq.guest@example.com&select=cart_data')
  expect(carts).toMatchObject([{ cart_data: [{ quantity: 2 }] }])
})

test('the cart page asks for an address after two seconds with more than one item, and not with one', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/shop`)
  await clickAddChilliCrisp(page)
  await page.getByRole('button', { name: 'No thanks' }).click()
  await closeAddedSheet(page)
  await openWithStoppedClock(page, shop, '/cart')
  await page.clock.runFor(5000)
  const prompt = getDialog(page, 'Save your cart?')
  expect(await prompt.count()).toBe(0)
  await page
    .getByRole('button', { name: /One more|Increase|more/i })
    .first()
    .click()
  await page.clock.runFor(1900)
  expect(await prompt.count()).toBe(0)
  await page.clock.runFor(200)
  await page.clock.resume()
  await prompt.waitFor()
})

test('the cart page shows when an address is invalid, cannot be saved, or was tried too often', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/shop`)
  await clickAddChilliCrisp(page)
  await page.getByRole('button', { name: 'No thanks' }).click()
  await closeAddedSheet(page)
  await clickAddChilliCrisp(page)
  await page.goto(`${shop.url}/cart`)
  const prompt = getDialog(page, 'Save your cart?')
  const address = prompt.getByLabel('E-mail address')
  const save = prompt.getByRole('button', { name: 'Save my cart' })
  for (const none of ['', 'guest', `${'g'.repeat(250)}@example.com`]) {
    await address.fill(none)
    await save.click()
    await expectFieldError(address, 'Invalid email: Please enter a valid email address.')
  }
  const urls: string[] = []
  await page.route('**/secure-guest-email/save', (route) => {
    urls.push(route.request().url())
    return route.abort()
  })
  await address.fill('guest@example.com')
  for (const time of [1, 2, 3, 4, 5]) {
    await save.click()
    await expect.poll(() => urls.length, patience).toBe(time)
    await expectShown(
      prompt.getByRole('alert').getByText('Error: Failed to save email. Please try again.'),
    )
  }
  await save.click()
  const tooMany = 'Too many attempts: Please wait before trying again.'
  await expectShown(prompt.getByRole('alert').getByText(tooMany))
  expect(urls).toHaveLength(5)
  expect(await stored(page, 'guest_email')).toBeNull()
})

test('the dialog shows when an address cannot be saved', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/shop`)
  await page.route('**/secure-guest-email/save', (route) => route.abort())
  await clickAddChilliCrisp(page)
  const sheet = getDialog(page, 'That’s one for the album!')
  await sheet.getByLabel('E-mail address').fill('guest@example.com')
  await sheet.getByRole('button', { name: 'Save my cart' }).click()
  const alert = sheet.getByRole('alert')
  await expectShown(alert.getByText('Error: Failed to save email', { exact: true }))
  await page.route('**/secure-guest-email/save', (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, error: 'The drawer is stuck' },
      headers: { [markerHeader]: '1' },
    }),
  )
  await sheet.getByRole('button', { name: 'Save my cart' }).click()
  await expectShown(alert.getByText('Error: The drawer is stuck', { exact: true }))
  expect(await stored(page, 'guest_email')).toBeNull()
})

test('products that were added while signed in ask for no address after signing out', async () => {
  const { page } = browser
  const shopper = await createShopper(shop)
  await signIn(page, shop, shopper)
  await page.goto(`${shop.url}/shop`)
  await clickAddChilliCrisp(page)
  await getDialog(page, promptTitles.added).waitFor()
  expect(await getDialog(page, promptTitles.added).getByLabel('E-mail address').count()).toBe(0)
  await closeAddedSheet(page)
  await expectShown(page.getByRole('link', { name: /Shopping bag\W+1 item/ }))
  await page.getByRole('link', { name: 'Account Settings' }).first().click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await page.waitForURL(`${shop.url}/`)
  await page.getByRole('link', { name: 'Shop', exact: true }).first().click()
  await page.waitForURL(`${shop.url}/shop`)
  await page.getByRole('listitem').filter({ hasText: 'Nashville Chilli Crisp' }).first().waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('add_email_shown'))).toBeNull()
  expect(await page.locator('dialog[open]').count()).toBe(0)
  await clickAddChilliCrisp(page)
  await getDialog(page, 'That’s one for the album!').getByLabel('E-mail address').waitFor()
})

test('a visitor who leaves at the top is offered 10% once a visit, and the code is in the cart', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/about`)
  await page.getByRole('button', { name: 'Search' }).waitFor()
  await movePointerOutAtTop(page)
  await page.goto(`${shop.url}/shop`)
  await page.getByRole('button', { name: 'Search' }).waitFor()
  const offer = getDialog(page, '10% off, before you go?')
  await movePointerOutAtTop(page)
  await offer.getByRole('button', { name: 'No thanks' }).click()
  await offer.waitFor({ state: 'hidden' })
  await movePointerOutAtTop(page)
  expect(await offer.count()).toBe(0)
  await page.evaluate(() => sessionStorage.removeItem('exit_intent_shown'))
  await page.reload()
  await page.getByRole('button', { name: 'Search' }).waitFor()
  await movePointerOutAtTop(page)
  await offer.waitFor()
  await offer.getByLabel('E-mail address').fill('exit@example.com')
  await offer.getByRole('button', { name: 'Get my 10%' }).click()
  const code = await getDialog(page, 'Email saved!').locator('b').textContent()
  expect(code).toMatch(/^TEN[0-9A-F]{9}$/)
  const codeNotice = getDialog(page, 'Email saved!').getByRole('status')
  await expectShown(codeNotice.filter({ hasText: `Your 10% discount code is ${code}.` }))
  await page.getByRole('button', { name: 'Carry on' }).click()
  const mail = await waitForEmail(shop.url, 'exit@example.com', /10% off/)
  expect(mail.recipients).toEqual(['exit@example.com'])

  await clickAddChilliCrisp(page)
  await expectShown(page.getByText('✓ Added!').first())
  await page.goto(`${shop.url}/cart`)
  const receipt = page.getByRole('region', { name: 'Order summary' })
  await expectShown(receipt.getByText(`${code}: 10% off everything but delivery`))
  await expectShown(receipt.getByText('-£0.85'))
  await receipt.getByRole('button', { name: 'Remove code' }).click()
  await receipt.getByText('-£0.85').waitFor({ state: 'detached' })
  await receipt.getByLabel('Discount code').fill('TEN NONSENSE')
  await receipt.getByRole('button', { name: 'Apply' }).click()
  await expectShown(receipt.getByText(/We don’t know this code/))
  await receipt.getByLabel('Discount code').fill(` ${code?.toLowerCase()} `)
  await receipt.getByRole('button', { name: 'Apply' }).click()
  await expectShown(receipt.getByText('-£0.85'))
})

test('the code of the exit prompt does not replace a code that the guest has applied', async () => {
  const { page } = browser
  await addRow(shop, 'discount_codes', { code: 'FIVER5', percent: null, pence: 500 })
  await page.goto(`${shop.url}/shop`)
  await clickAddChilliCrisp(page)
  await closeAddedSheet(page)
  await page.goto(`${shop.url}/cart`)
  const receipt = page.getByRole('region', { name: 'Order summary' })
  await receipt.getByLabel('Discount code').fill('FIVER5')
  await receipt.getByRole('button', { name: 'Apply' }).click()
  await expectShown(receipt.getByText('FIVER5: £5.00 off everything but delivery'))
  await movePointerOutAtTop(page)
  const offer = getDialog(page, promptTitles.exit)
  await offer.getByLabel('E-mail address').fill('fiver@example.com')
  await offer.getByRole('button', { name: 'Get my 10%' }).click()
  const saved = getDialog(page, promptTitles.saved).getByRole('status')
  await expectShown(saved.filter({ hasText: /discount code is TEN[0-9A-F]{9}\. It’s on its way/ }))
  await expectShown(saved.filter({ hasText: 'Your cart keeps FIVER5' }))
  await page.getByRole('button', { name: 'Carry on' }).click()
  await expectShown(receipt.getByText('FIVER5: £5.00 off everything but delivery'))
  expect(await stored(page, 'discount_code')).toBe('FIVER5')
})

test('an address that was saved without a cart is stored with the next one, and with the one after Clear Cart', async () => {
  const { page } = browser
  const email = 'early@example.com'
  await askForCode(page, email)
  await page.getByRole('button', { name: 'Carry on' }).click()
  const carts = () =>
    fetchRows(shop, `guest_carts?email=eq.${email}&select=cart_data&order=created_at.desc`)
  await clickAddChilliCrisp(page)
  await expect.poll(carts, patience).toMatchObject([{ cart_data: [{ quantity: 1 }] }])
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('button', { name: 'Clear Cart' }).click()
  await expect.poll(carts, patience).toEqual([{ cart_data: [] }])
  await page.goto(`${shop.url}/shop`)
  await clickAddChilliCrisp(page)
  await expect
    .poll(carts, patience)
    .toMatchObject([{ cart_data: [{ quantity: 1 }] }, { cart_data: [] }])
})

test('an address that is saved before its cart could be stored does not create a second cart', async () => {
  const { page } = browser
  const email = 'tunnel@example.com'
  await page.goto(`${shop.url}/shop`)
  await page.route('**/rpc/store_guest_cart', (route) => route.abort())
  await clickAddChilliCrisp(page)
  const sheet = getDialog(page, 'That’s one for the album!')
  await sheet.getByLabel('E-mail address').fill(email)
  await sheet.getByRole('button', { name: 'Save my cart' }).click()
  await expectShown(page.getByText('Email saved!'))
  await expectShown(page.getByText('It stays with your cart.'))
  await page.unroute('**/rpc/store_guest_cart')
  await closeAddedSheet(page)
  await clickAddChilliCrisp(page)
  const carts = () => fetchRows(shop, `guest_carts?email=eq.${email}&select=id,cart_data`)
  const id = await stored(page, 'guest_cart_id')
  await expect.poll(carts, patience).toMatchObject([{ id, cart_data: [{ quantity: 2 }] }])
})

test('an invalid address in browser storage does not prevent the cart from being stored', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/shop`)
  await page.evaluate(() => localStorage.setItem('guest_email', 'no address'))
  await clickAddChilliCrisp(page)
  await expect.poll(() => stored(page, 'guest_cart_id'), patience).not.toBeNull()
  const id = await stored(page, 'guest_cart_id')
  const carts = () => fetchRows(shop, `guest_carts?id=eq.${id}&select=email`)
  await expect.poll(carts, patience).toEqual([{ email: null }])
})

async function askForCode(page: Page, email: string): Promise<void> {
  await page.goto(`${shop.url}/shop`)
  await page.getByRole('button', { name: 'Search' }).waitFor()
  await movePointerOutAtTop(page)
  const offer = getDialog(page, '10% off, before you go?')
  await offer.getByLabel('E-mail address').fill(email)
  await offer.getByRole('button', { name: 'Get my 10%' }).click()
  await getDialog(page, 'Email saved!').waitFor()
}

test('an address that has used its code is shown that and gets none', async () => {
  const { page } = browser
  const { publishable } = await shop.keys()
  const response = await fetch(`${shop.url}/functions/v1/secure-guest-email/save`, {
    method: 'POST',
    headers: { apikey: publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'used@example.com', cartData: [], wantsCode: true }),
  })
  const { discountCode } = await response.json()
  await updateRows(shop, `discount_codes?code=eq.${discountCode}`, { used_at: new Date() })
  await askForCode(page, 'used@example.com')
  await expectShown(page.getByText('This address has already had its 10% discount code.'))
  expect(await stored(page, 'discount_code')).toBeNull()
})

test('a signed-in shopper’s code is deducted on the payment page', async () => {
  const { page } = browser
  const shopper = await createShopper(shop)
  const { publishable } = await shop.keys()
  const answer = await fetch(`${shop.url}/functions/v1/secure-guest-email/save`, {
    method: 'POST',
    headers: { apikey: publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email: shopper.email, cartData: [], wantsCode: true }),
  })
  const { discountCode } = await answer.json()
  await signIn(page, shop, shopper)
  await page.goto(`${shop.url}/shop`)
  await clickAddChilliCrisp(page)
  await expectShown(page.getByText('✓ Added!').first())
  await page.goto(`${shop.url}/cart`)
  const receipt = page.getByRole('region', { name: 'Order summary' })
  await receipt.getByLabel('Discount code').fill(discountCode)
  await receipt.getByRole('button', { name: 'Apply' }).click()
  await expectShown(receipt.getByText('-£0.85'))
  await page.getByRole('radio', { name: /Standard/ }).check({ force: true })
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.waitForURL(/\/sandbox\/payments\/pay\//)
  await expectShown(page.getByText('-£0.85').first())
  await expectShown(page.getByText('£10.94').first())
})

test('the link in the newsletter email confirms by a button, and its unsubscribe link removes the address', async () => {
  const { page } = browser
  const { publishable } = await shop.keys()
  await fetch(`${shop.url}/rest/v1/newsletter_signups`, {
    method: 'POST',
    headers: { apikey: publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'reader@example.com', name: 'Reader' }),
  })
  const mail = await waitForEmail(shop.url, 'reader@example.com', /newsletter/i)
  const link = (part: string) => mail.links.find((one) => one.includes(part)) ?? ''
  await page.goto(link('/newsletter/confirm'))
  await page.getByRole('button', { name: 'Yes, send it to me' }).click()
  await expectShown(page.getByRole('heading', { name: 'That’s settled.' }))
  await page.goto(link('/newsletter/unsubscribe'))
  expect(await signUps()).toContain('reader@example.com')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expectShown(page.getByRole('heading', { name: 'You’re out.' }))
  expect(await signUps()).not.toContain('reader@example.com')
})

test('the unsubscribe button works signed out, and an invalid link shows that it no longer works', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/newsletter/unsubscribe?token=x.y.z`)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expectShown(page.getByRole('heading', { name: 'This link has gone off' }))
})

/** Stores a guest cart with three pieces, and returns the signed link that opens it. */
async function linkToCart(): Promise<string> {
  const cart = crypto.randomUUID()
  const { publishable, secret } = await shop.keys()
  await fetch(`${shop.url}/rest/v1/rpc/store_guest_cart`, {
    method: 'POST',
    headers: { apikey: publishable, 'content-type': 'application/json' },
    body: JSON.stringify({
      p_cart_id: cart,
      p_email: null,
      p_cart_data: [{ product_id: 'a1b00000-0000-4000-8000-000000000001', quantity: 3 }],
    }),
  })
  const signer = { SUPABASE_SECRET_KEY: secret }
  return `${shop.url}/cart/restore?token=${await signLink(signer, 'cart-restore', `guest:${cart}`, null)}`
}

test('the link in a reminder restores the cart on another device once, by a button', async () => {
  const link = await linkToCart()
  const { page } = browser
  for (let round = 0; round < 2; round++) {
    await page.goto(link)
    await page.getByRole('button', { name: 'Bring my cart back' }).click()
    await page.waitForURL(`${shop.url}/cart`)
    await expectShown(page.getByRole('link', { name: /Shopping bag\W+3 items/ }))
  }
})

test('a visitor from a reminder’s link is not asked for an address', async () => {
  const { page } = browser
  await page.clock.install()
  await page.goto(await linkToCart())
  await page.getByRole('button', { name: 'Bring my cart back' }).click()
  await page.waitForURL(`${shop.url}/cart`)
  await expectShown(page.getByRole('link', { name: /Shopping bag\W+3 items/ }))
  await page.clock.runFor(5000)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await stored(page, 'guest_email')).toBeNull()
  await page.evaluate(() => localStorage.removeItem('mailed_cart'))
  await page.reload()
  await page.clock.runFor(5000)
  await getDialog(page, 'Save your cart?').waitFor()
})

test('an account’s cart that a link restores on another device is not doubled by signing in there', async () => {
  const shopper = await createShopper(shop, { name: 'Restored Shopper' })
  const [account] = await fetchRows<{ id: string }>(
    shop,
    'profiles?full_name=eq.Restored%20Shopper&select=id',
  )
  const id = account?.id ?? ''
  const { secret } = await shop.keys()
  const row = {
    user_id: id,
    items: [{ product_id: 'a1b00000-0000-4000-8000-000000000001', quantity: 2 }],
  }
  const cartResponse = await fetch(`${shop.url}/rest/v1/carts`, {
    method: 'POST',
    headers: { apikey: secret, 'content-type': 'application/json' },
    body: JSON.stringify(row),
  })
  expect(cartResponse.status).toBe(201)
  const signer = { SUPABASE_SECRET_KEY: secret }
  const token = await signLink(signer, 'cart-restore', `account:${id}`, null)
  const { page } = browser
  await page.goto(`${shop.url}/cart/restore?token=${token}`)
  await page.getByRole('button', { name: 'Bring my cart back' }).click()
  await page.waitForURL(`${shop.url}/cart`)
  await expectShown(page.getByRole('link', { name: /Shopping bag\W+2 items/ }))
  await signIn(page, shop, shopper)
  await expect.poll(() => stored(page, 'restored_cart'), patience).toBeNull()
  await expect
    .poll(() => fetchRows(shop, `carts?user_id=eq.${id}&select=items`), patience)
    .toEqual([{ items: row.items }])
  await expectShown(page.getByRole('link', { name: /Shopping bag\W+2 items/ }))
})

test('a link without a cart shows that there is none', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/cart/restore?token=x.y.z`)
  await page.getByRole('button', { name: 'Bring my cart back' }).click()
  await expectShown(page.getByText(/There is no cart behind this link any more/))
  await expectShown(page.getByRole('heading', { name: 'Gone cold.' }))
})
