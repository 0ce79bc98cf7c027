import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  aShopper,
  signInByApi,
  createShopper,
  submitSignIn,
  fetchRows,
  signIn,
  signUpByApi,
  type Shopper,
} from '../account/shoppers.ts'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { collectErrors } from '../support/browser.ts'
import { waitForEmail, getMailboxEmails } from '../support/mailbox.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'

const patience = { timeout: 10_000 }

const { shop, browser, takeAnother } = openJourney()

async function signOut(page: Page): Promise<void> {
  await page.goto(`${shop.url}/account-settings`)
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expectShown(page.getByText('Signed out successfully'))
}

function bag(page: Page, pieces: number) {
  return page.getByRole('link', { name: new RegExp(`^Shopping bag\\W+${pieces} items?$`) })
}

async function storedCart(shopper: Shopper): Promise<number[]> {
  const carts = await fetchRows<{ items: { quantity: number }[] }>(
    shop,
    `carts?email=eq.${shopper.email}&select=items`,
  )
  return carts.flatMap((cart) => cart.items.map((line) => line.quantity)).sort()
}

test('a failed sign-in shows the specified message', async () => {
  const { page } = browser
  const unconfirmed = aShopper()
  await signUpByApi(shop, unconfirmed)
  await page.goto(`${shop.url}/auth`)
  await submitSignIn(page, aShopper())
  const notice = page.getByRole('alert').filter({ hasText: 'Authentication Error' })
  await expectShown(notice.getByText('Invalid email or password. Please try again.'))
  await submitSignIn(page, unconfirmed)
  await expectShown(notice.getByText('Please check your email and click the confirmation link.'))
  const errors = [
    [
      'User already registered',
      'An account with this email already exists. Please sign in instead.',
    ],
    ['The kitchen is on fire', 'The kitchen is on fire'],
  ] as const
  for (const [msg, words] of errors) {
    await page.route('**/auth/v1/token**', (route) =>
      route.fulfill({ status: 422, json: { code: 422, error_code: 'validation_failed', msg } }),
    )
    await submitSignIn(page, unconfirmed)
    await expectShown(notice.getByText(words))
  }
})

test('the button says "Loading..." and is disabled while a sign-in is pending', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/auth`)
  await page.route('**/auth/v1/token**', () => {})
  await submitSignIn(page, aShopper())
  expect(await page.getByRole('button', { name: 'Loading...' }).isDisabled()).toBe(true)
})

/** Returns the name of the focused field, and the text that a screen reader reads with it. */
async function focusedField(page: Page): Promise<[name: string | null, error: string]> {
  const focused = page.locator('input:focus')
  const error = await focused.getAttribute('aria-describedby')
  return [await focused.getAttribute('name'), await page.locator(`#${error}`).innerText()]
}

test('a single fault moves the focus to its field in each of the three forms', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/auth`)
  await page.getByLabel('Email').fill('marsha@example.com')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectShown(page.getByText('Password is required'))
  expect(await focusedField(page)).toEqual(['password', expect.stringContaining('is required')])

  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  expect(await page.locator(':focus').getAttribute('name')).toBe('email')
  await page.getByLabel('Email').fill('marsha')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expectShown(page.getByText('Please enter a valid email address'))
  expect(await focusedField(page)).toEqual(['email', expect.stringContaining('Please enter')])

  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click()
  const title = page.getByRole('heading', { name: 'Create Account' })
  await expectFocus(title)
  await page.getByLabel('Full Name').fill('Marsha')
  await page.getByLabel('Email').fill('marsha@example.com')
  await page.getByLabel('Password', { exact: true }).fill('pickles')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expectShown(page.getByText(/^Password requirements: /))
  expect(await focusedField(page)).toEqual(['password', expect.stringContaining('requirements')])
})

test('the forms say that the sign-in desk is unreachable while offline, and the button keeps the focus', async () => {
  const { page, context } = browser
  await page.goto(`${shop.url}/auth`)
  await submitSignIn(page, aShopper())
  const notice = page.getByRole('alert').filter({ hasText: 'Authentication Error' })
  await expectShown(notice.getByText('Invalid email or password. Please try again.'))
  await context.setOffline(true)
  const words = 'We can’t reach the sign-in desk. Please try again.'
  const focused = page.locator('button:focus')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectShown(notice.getByText(words))
  await expectShown(focused.getByText('Sign In'))

  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expectShown(notice.getByText(words))
  await expectShown(focused.getByText('Send me a link'))

  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click()
  await page.getByLabel('Full Name').fill('Marsha')
  await page.getByLabel('Password', { exact: true }).fill('Another1Password')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expectShown(notice.getByText(words))
  await expectShown(focused.getByText('Sign Up'))
})

test.each([502, 403])(
  'an HTML error page with status %i from a proxy is not shown as an answer of the sign-in desk',
  async (status) => {
    const { page } = browser
    await page.goto(`${shop.url}/auth`)
    await page.route('**/auth/v1/token**', (route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<h1>Not here</h1>' }),
    )
    await submitSignIn(page, aShopper())
    const notice = page.getByRole('alert').filter({ hasText: 'Authentication Error' })
    await expectShown(notice.getByText('We can’t reach the sign-in desk. Please try again.'))
  },
)

test('the sign-up form names every fault and ticks the password’s rules', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/auth`)
  expect(await page.getByLabel('Full Name').count()).toBe(0)
  expect(await page.getByLabel('Email').getAttribute('type')).toBe('email')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  const summary = page.getByRole('region', { name: 'A few things need another look' })
  await expectFocus(summary)
  await expectShown(summary.getByRole('link', { name: 'Email' }))
  await expectShown(summary.getByRole('link', { name: 'Password' }))
  await expectShown(page.getByText('Please enter a valid email address'))
  await expectShown(page.getByText('Password is required'))
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click()
  await expectShown(page.getByRole('heading', { name: 'Create Account' }))
  await page.getByLabel('Email').fill('marsha@example')
  await page.getByLabel('Password', { exact: true }).fill('pickles')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expectShown(summary.getByRole('link', { name: 'Full Name' }))
  await expectShown(page.getByText('Please enter your name'))
  await summary.getByRole('link', { name: 'Email' }).click()
  await expectFocus(page.locator('[name=email]'))
  await page
    .getByText(
      'Password requirements: Password must be at least 8 characters long, Password must contain at least one uppercase letter, Password must contain at least one number',
    )
    .waitFor()
  await expectShown(page.getByText('A lowercase letter: done'))
  await expectShown(page.getByText('A number: to do'))
  await page.getByLabel('Password', { exact: true }).fill('pickles1')
  await expectShown(page.getByText('A number: done'))
})

test('a password from a list of breached ones is refused at its field, and another one is accepted', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/auth`)
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click()
  await page.getByLabel('Full Name').fill('Marsha Bell')
  await page.getByLabel('Email').fill('common@example.com')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('Password1')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  const words = 'Password is known to be weak and easy to guess, please choose a different one.'
  await expectShown(page.getByText(words))
  await expectFocus(page.locator('[name=password]'))
  await password.fill('Another1Password')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await waitForEmail(shop.url, 'common@example.com', /confirm/i)
})

test('a name that looks like an attack is refused at sign-up and logged', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/auth`)
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click()
  await page.getByLabel('Full Name').fill('<script>alert(1)</script>')
  await page.getByLabel('Email').fill('marsha@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Another1Password')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expectShown(page.getByText('Suspicious content detected in full name'))
  await expect
    .poll(
      () =>
        fetchRows(
          shop,
          'security_audit_log?event_type=eq.suspicious_form_submission&select=details',
        ),
      patience,
    )
    .toMatchObject([{ details: { form: 'account', field: 'full_name' } }])
})

test('signing up with a known address looks the same, and its owner gets an email', async () => {
  const { page } = browser
  const owner = await createShopper(shop)
  await page.goto(`${shop.url}/auth`)
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click()
  await page.getByLabel('Full Name').fill('Somebody Else')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill('Another1Password')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expectShown(page.getByText(`Open the link we sent to ${owner.email}`))
  await waitForEmail(shop.url, owner.email, /account/i)
})

test('signing in merges the two carts, and signing out clears this device and keeps the stored cart', async () => {
  const { page } = browser
  const shopper = await createShopper(shop)
  await putInCart(page, shop, 'nashville-chilli-crisp')
  await expectShown(bag(page, 1))
  await signIn(page, shop, shopper)
  await expectShown(bag(page, 1))
  await expect.poll(() => storedCart(shopper), patience).toEqual([1])
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  await page.evaluate(() => localStorage.setItem('guest_email', 'earlier@example.com'))
  await signOut(page)
  await expectShown(page.getByRole('link', { name: /^Shopping bag$/ }))
  const left = () => page.evaluate(() => Object.keys(localStorage))
  expect(await left()).not.toEqual(expect.arrayContaining(['delivery_method']))
  expect(await left()).not.toEqual(expect.arrayContaining(['guest_email']))
  expect(await storedCart(shopper)).toEqual([1])

  await putInCart(page, shop, 'nashville-chilli-crisp')
  await expectShown(bag(page, 1))
  await putInCart(page, shop, 'apple-terror-sauce')
  await expectShown(bag(page, 2))
  await signIn(page, shop, shopper)
  await expectShown(bag(page, 3))
  await expect.poll(() => storedCart(shopper), patience).toEqual([1, 2])
  await page.reload()
  await expectShown(bag(page, 3))
  expect(await page.evaluate(() => localStorage.getItem('guest_cart_id'))).toBeNull()
})

test('another device loads the stored cart', async () => {
  const shopper = await createShopper(shop)
  await putInCart(browser.page, shop, 'spice-bag-mix')
  await expectShown(bag(browser.page, 1))
  await signIn(browser.page, shop, shopper)
  await expect.poll(() => storedCart(shopper), patience).toEqual([1])
  await takeAnother()
  await signIn(browser.page, shop, shopper)
  await expectShown(bag(browser.page, 1))
})

test('the first sign-in shows a welcome, later ones send an email, and reloads and other tabs do neither', async () => {
  const { page, context } = browser
  const shopper = await createShopper(shop)
  await signIn(page, shop, shopper)
  const dialog = page.getByRole('dialog', { name: 'WELCOME!' })
  await dialog.getByRole('link', { name: 'Go to Account Settings' }).click()
  await page.waitForURL(`${shop.url}/account-settings`)
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() =>
      fetchRows(
        shop,
        `outbox?recipient=eq.${shopper.email}&template=like.welcome*&select=template`,
      ),
    )
    .toEqual([{ template: 'welcome_email' }])

  await page.reload()
  const other = await context.newPage()
  await other.goto(shop.url)
  await expectShown(other.getByRole('link', { name: 'Account Settings', exact: true }))
  await signOut(page)
  await signIn(page, shop, shopper)
  await expectShown(page.getByRole('link', { name: 'Account Settings', exact: true }))
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await other.getByRole('dialog').count()).toBe(0)
  const emails = await fetchRows<{ template: string }>(
    shop,
    `outbox?recipient=eq.${shopper.email}&template=like.welcome*&select=template`,
  )
  expect(emails.filter((email) => email.template === 'welcome_email')).toHaveLength(1)
})

test('a forgotten password is replaced through the link in an email, and the old one stops working', async () => {
  const { page } = browser
  const shopper = await createShopper(shop)
  await page.goto(`${shop.url}/auth`)
  await page.getByLabel('Email').fill(shopper.email)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expectShown(page.getByText(`If there is an account for ${shopper.email}`))
  const mail = await waitForEmail(shop.url, shopper.email, /password/i)
  await page.goto(mail.links.find((link) => link.includes('/auth/v1/verify')) ?? '')
  await expectShown(page.getByRole('heading', { name: 'New password' }))
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectShown(page.getByText(/^Password requirements: /))
  await expectFocus(page.locator('#field-new-password'))
  await page.getByLabel('New password').fill('Fresh5auce4Me')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectShown(page.getByText('Password changed'))
  await signOut(page)
  await page.goto(`${shop.url}/auth`)
  await submitSignIn(page, shopper)
  await expectShown(page.getByText('Invalid email or password. Please try again.'))
  await submitSignIn(page, { ...shopper, password: 'Fresh5auce4Me' })
  await page.waitForURL(`${shop.url}/`)
})

test('a recovery link that leads to the front page asks for the new password as well', async () => {
  const { page } = browser
  const shopper = await createShopper(shop)
  const { publishable } = await shop.keys()
  await fetch(`${shop.url}/auth/v1/recover?redirect_to=/robots.txt`, {
    method: 'POST',
    headers: { apikey: publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email: shopper.email }),
  })
  const { links } = await waitForEmail(shop.url, shopper.email, /password/i)
  await page.goto(links.find((link) => link.includes('/auth/v1/verify')) ?? '')
  await page.waitForURL(`${shop.url}/auth`)
  await expectShown(page.getByRole('heading', { name: 'New password' }))
})

test('a confirmation link asks for a new password when a stranger has signed up with the same address', async () => {
  const { page } = browser
  const shopper = aShopper()
  await signUpByApi(shop, shopper)
  const { links } = await waitForEmail(shop.url, shopper.email, /confirm/i)
  await signUpByApi(shop, { ...shopper, password: 'Stranger1danger' })
  await page.goto(links.find((link) => link.includes('/auth/v1/verify')) ?? '')
  await page.waitForURL(`${shop.url}/auth`)
  await expectShown(page.getByRole('heading', { name: 'New password' }))
  await page.getByLabel('New password').fill('Fresh5auce4Me')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectShown(page.getByText('Password changed'))
  await signOut(page)
  await signIn(page, shop, { ...shopper, password: 'Fresh5auce4Me' })
})

test('password recovery gives the same answer for an unknown address', async () => {
  const { page } = browser
  const stranger = aShopper()
  await page.goto(`${shop.url}/auth`)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(stranger.email)
  const outcome = page.getByRole('main').getByRole('status')
  expect(await outcome.innerText()).toBe('')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expectShown(outcome.getByText(`If there is an account for ${stranger.email}`))
  expect(await page.locator('h1:focus').innerText()).toBe('Forgot your password?')
  expect(await getMailboxEmails(shop.url, stranger.email)).toEqual([])
})

test('a used link shows that it no longer works', async () => {
  const { page } = browser
  const shopper = aShopper()
  await signUpByApi(shop, shopper)
  const mail = await waitForEmail(shop.url, shopper.email, /confirm/i)
  const link = mail.links.find((one) => one.includes('/auth/v1/verify')) ?? ''
  await fetch(link, { redirect: 'manual' })
  await page.goto(link)
  await expectShown(page.getByRole('alert').getByText('Authentication Error'))
  await expectShown(page.getByRole('alert').getByText('This link has gone off, or has been used.'))
  expect(new URL(page.url()).hash).toBe('')
})

test('the confirmation banner is shown only to a signed-in shopper and can be dismissed', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/?verified=true`)
  await expectShown(page.getByRole('link', { name: 'Sign In' }))
  expect(await page.getByText('Your e-mail is confirmed.').count()).toBe(0)
  await signIn(page, shop, await createShopper(shop))
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.goto(`${shop.url}/?verified=true`)
  await expectShown(page.getByText('Your e-mail is confirmed.'))
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('Your e-mail is confirmed.').waitFor({ state: 'detached' })
  expect(page.url()).toBe(`${shop.url}/`)
})

test.each(['//evil.example', '/\\evil.example'])(
  'signing in never redirects to %s',
  { tags: ['abuse-21'] },
  async (target) => {
    const { page } = browser
    const shopper = await createShopper(shop)
    await page.goto(`${shop.url}/auth?next=${encodeURIComponent(target)}`)
    await submitSignIn(page, shopper)
    await expectShown(page.getByRole('link', { name: 'Account Settings', exact: true }))
    await page.waitForURL(`${shop.url}/`)
  },
)

test('the account page redirects signed-out visitors to sign in and stores details only on this device', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/account-settings`)
  await page.waitForURL(`${shop.url}/auth`)
  const shopper = await createShopper(shop)
  await signInByApi(page, shop, shopper)
  await page.goto(`${shop.url}/account-settings`)
  const main = page.getByRole('main')
  await expectShown(main.getByText(shopper.email, { exact: true }))
  await expectShown(main.getByText(/In the album since \d+ \w+ \d{4}/))
  await expectShown(main.getByText('No orders found yet'))
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  await page.getByLabel('Address').fill('12 Example Road, London SE15')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectShown(page.getByText('Saved on this device.'))
  expect(sent).toEqual([])
  await page.reload()
  await expectShown(page.getByLabel('Address'))
  expect(await page.getByLabel('Address').inputValue()).toBe('12 Example Road, London SE15')
  await signOut(page)
  expect(await page.evaluate(() => localStorage.getItem('account_details'))).toBeNull()
})

test('a customer can turn cart reminders on and off on the account page', async () => {
  const { page } = browser
  await signInByApi(page, shop, await createShopper(shop))
  await page.goto(`${shop.url}/account-settings`)
  const box = page.getByRole('checkbox', { name: /Remind me by e-mail/ })
  await expect.poll(() => box.isEnabled(), patience).toBe(true)
  expect(await box.isChecked()).toBe(false)
  await box.click()
  await expectShown(page.getByText('We’ll remind you'))
  await page.reload()
  await expect.poll(() => box.isChecked(), patience).toBe(true)
  await box.click()
  await expectShown(page.getByText('No more reminders'))
})

test('an unreachable server does not keep a shopper signed in on this device', async () => {
  const { page } = browser
  const errors = collectErrors(page)
  await page.route('**/functions/v1/sendEmailBySlug', (route) => route.abort())
  await signIn(page, shop, await createShopper(shop))
  await page.goto(`${shop.url}/account-settings`)
  await expectShown(page.getByRole('button', { name: 'Sign Out', exact: true }))
  // The request for the welcome email fails, which is logged and not shown to the user.
  await expect
    .poll(() => errors.join('\n'), patience)
    .toContain('Sign-in: the welcome email could not be requested')
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.route('**/auth/v1/logout**', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expectShown(page.getByRole('status').getByText('Signed out successfully'))
  expect(await page.evaluate(() => localStorage.getItem('shop-session'))).toBeNull()
})

test('a box shows its next payment and can be cancelled with two presses at the provider', async () => {
  const { page } = browser
  const shopper = await createShopper(shop)
  await signInByApi(page, shop, shopper)
  await page.goto(`${shop.url}/account-settings`)
  await expectShown(page.getByText('No boxes yet.'))
  await putInCart(page, shop, 'twink-box-monthly-subscription')
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('button', { name: 'Pay £23.29' }).click()
  await page.waitForURL(/\/checkout\/success/)

  await page.goto(`${shop.url}/account-settings`)
  const box = page.getByRole('article').filter({ hasText: 'Twink Box, Monthly' })
  await expectShown(
    box.getByText(/^Next payment: £20\.00 on \w{3} \d+ \w{3} \d{4}, every month\.$/),
  )
  const manage = box.getByRole('button', { name: /^Manage or cancel/ })
  await page.route('**/functions/v1/billing-portal', (route) => route.abort())
  await manage.click()
  await expectShown(page.getByText('The payment page could not be opened. Please try again.'))
  await page.unroute('**/functions/v1/billing-portal')
  await manage.click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expectShown(page.getByText(/^Cancelled\. Ends on/))
  await page.getByRole('link', { name: /^Back to/ }).click()
  await expectShown(box.getByText(/^No more payments\. It ends on/))
  await waitForEmail(shop.url, shopper.email, /Your box is cancelled/)
})

test('boxes that cannot be fetched show an error and are fetched again', async () => {
  const { page } = browser
  await signInByApi(page, shop, await createShopper(shop))
  await page.route('**/rest/v1/subscriptions**', (route) => route.abort())
  await page.goto(`${shop.url}/account-settings`)
  const failure = page.getByRole('alert').filter({ hasText: 'Your boxes can’t be fetched' })
  await expectShown(failure)
  await page.unroute('**/rest/v1/subscriptions**')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expectShown(page.getByText('No boxes yet.'))
})
