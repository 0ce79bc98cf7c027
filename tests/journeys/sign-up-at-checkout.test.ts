import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import {
  aShopper,
  signInByApi,
  createShopper,
  submitSignIn,
  fetchRows,
  type Shopper,
} from '../account/shoppers.ts'
import { openBrowser } from '../support/browser.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'
import { waitForEmail } from '../support/mailbox.ts'

const { shop, browser } = openJourney()

const ketchup = 'hot-tomato-ketchup'
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' }).click()
const summaryOf = (page: Page) => page.getByRole('region', { name: 'Order summary' })

/** Inserts a discount code of £2 off the goods. */
async function aCode(code: string): Promise<void> {
  const { secret } = await shop.keys()
  const answer = await fetch(`${shop.url}/rest/v1/discount_codes`, {
    method: 'POST',
    headers: { apikey: secret, 'content-type': 'application/json' },
    body: JSON.stringify({ code, percent: null, pence: 200 }),
  })
  expect(answer.status).toBe(201)
}

async function refusedToSignUp(page: Page, shopper: Shopper, code = ''): Promise<void> {
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  await page.getByLabel('Discount code').fill(code)
  await proceed(page)
  await signUp(page, shopper)
}

async function signUp(page: Page, shopper: Shopper): Promise<void> {
  await page.waitForURL(/\/auth/)
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click()
  await page.getByLabel('Full Name').fill(shopper.name)
  await page.getByLabel('Email').fill(shopper.email)
  await page.getByLabel('Password', { exact: true }).fill(shopper.password)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expectShown(page.getByText(/Open the link we sent to/))
}

async function confirmationLink({ email }: Shopper): Promise<string> {
  const { links } = await waitForEmail(shop.url, email, /confirm/i)
  return links.find((one) => one.includes('/auth/v1/verify')) ?? ''
}

test(
  'the checkout applies a typed code by itself, and an invalid one stops it',
  { tags: ['abuse-6'] },
  async () => {
    const { page } = browser
    await aCode('TYPEDNOW2')
    await signInByApi(page, shop, await createShopper(shop))
    await putInCart(page, shop, ketchup)
    await page.goto(`${shop.url}/cart`)
    await page.getByRole('radio', { name: /Standard/ }).check()
    const field = page.getByLabel('Discount code')
    await field.fill('TYPEDNOW3')
    await proceed(page)
    await expectShown(page.getByText('Your discount code isn’t applied.'))
    await expectShown(summaryOf(page).getByText(/^We don’t know this code/))
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await fetchRows(shop, 'orders?select=id')).toEqual([])

    await page.route('**/rpc/discount_of', (route) => route.abort())
    await proceed(page)
    await expectShown(summaryOf(page).getByText(/could not be checked/))
    await page.unroute('**/rpc/discount_of')

    await field.fill('“typed\u200Bnow\u20112”.')
    await proceed(page)
    await page.waitForURL(/\/sandbox\/payments\/pay\//)
    expect(await fetchRows(shop, 'orders?select=discount')).toEqual([{ discount: 200 }])
  },
)

test('a guest’s typed code is applied after they sign in', async () => {
  const { page } = browser
  await aCode('BEFORE2')
  await putInCart(page, shop, ketchup)
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  await page.getByLabel('Discount code').fill('before 2')
  await proceed(page)
  await page.waitForURL(/\/auth/)
  await submitSignIn(page, await createShopper(shop))
  await page.waitForURL(`${shop.url}/cart`)
  await expectShown(summaryOf(page).getByText('BEFORE2: £2.00 off everything but delivery'))
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.goto(shop.url)
  await page
    .getByRole('dialog', { name: 'WELCOME!' })
    .getByRole('button', { name: 'Close' })
    .click()
})

test('confirming an address in another browser leads to the cart with its code there, and the first browser continues by itself', async () => {
  const { page } = browser
  const shopper = aShopper()
  await aCode('ELSEWHERE2')
  await putInCart(page, shop, ketchup)
  await refusedToSignUp(page, shopper, 'Elsewhere 2')
  await expect
    .poll(() => fetchRows(shop, `guest_carts?email=eq.${shopper.email}&select=email`))
    .toHaveLength(1)

  const other = await openBrowser()
  try {
    await other.page.goto(await confirmationLink(shopper))
    await other.page.waitForURL(/\/cart\?verified=true#?$/)
    await expectShown(other.page.getByText('Your e-mail is confirmed.'))
    await expectShown(summaryOf(other.page).getByText('ELSEWHERE2: £2.00 off'))
    await expectShown(other.page.getByRole('link', { name: /Shopping bag\W+1 item/ }))
    await expectShown(other.page.getByText('Hot Tomato Ketchup').first())
    expect(await other.page.getByRole('dialog').count()).toBe(0)
  } finally {
    await other.close()
  }

  // The page checks for the confirmation when the visitor returns to its tab, but not twice in ten seconds.
  await page.clock.install()
  await page.evaluate(() => (Date.now = () => performance.timeOrigin + performance.now() + 60_000))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.waitForURL(`${shop.url}/cart`)
  await expectShown(page.getByRole('link', { name: /Shopping bag\W+1 item/ }))
  await expect
    .poll(() => fetchRows(shop, `carts?email=eq.${shopper.email}&select=items`))
    .toEqual([{ items: [expect.objectContaining({ quantity: 1 })] }])
})

test('a code that is typed before signing up from the header reaches another browser, even one with an older code', async () => {
  const { page } = browser
  const shopper = aShopper()
  await aCode('HEADER2')
  await putInCart(page, shop, ketchup)
  await page.goto(`${shop.url}/cart`)
  await page.getByLabel('Discount code').fill('header2')
  await page.getByRole('link', { name: 'Sign In' }).first().click()
  await signUp(page, shopper)
  await expect
    .poll(() => fetchRows(shop, `guest_carts?email=eq.${shopper.email}&select=email`))
    .toHaveLength(1)

  const other = await openBrowser()
  try {
    await other.page.goto(`${shop.url}/contact`)
    await other.page.evaluate(() => localStorage.setItem('discount_code', 'WITHDRAWN10'))
    await other.page.goto(await confirmationLink(shopper))
    await other.page.waitForURL(/\/cart\?verified=true#?$/)
    await expectShown(summaryOf(other.page).getByText('HEADER2: £2.00 off'))
  } finally {
    await other.close()
  }
})

test('confirming an address in another tab also takes the waiting tab to the cart', async () => {
  const { page, context } = browser
  const shopper = aShopper()
  await putInCart(page, shop, ketchup)
  await refusedToSignUp(page, shopper)
  const tab = await context.newPage()
  await tab.goto(await confirmationLink(shopper))
  await tab.waitForURL(/\/cart\?verified=true/)
  await page.waitForURL(`${shop.url}/cart`)
  await expectShown(page.getByRole('link', { name: /Shopping bag\W+1 item/ }))
  await expectShown(tab.getByRole('link', { name: /Shopping bag\W+1 item/ }))
})

test('the sign-in form is filled with the address that the cart was saved under', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/auth?next=%2Fcart`)
  await page.evaluate(() => localStorage.setItem('guest_email', 'marsha@example.com'))
  await page.reload()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('marsha@example.com')
})
