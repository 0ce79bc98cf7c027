import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import {
  signInByApi,
  createShopper,
  submitSignIn,
  fetchRows,
  type Shopper,
} from '../account/shoppers.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser } = openJourney()

const fieldOf = (page: Page) => page.getByLabel('Discount code')
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' }).click()
const summaryOf = (page: Page) => page.getByRole('region', { name: 'Order summary' })
const discountsOf = ({ email }: Shopper) =>
  fetchRows(shop, `orders?email=eq.${email}&select=discount`)

/** Inserts a discount code of £2 off the goods, unless it exists already. */
async function aCode(code: string): Promise<void> {
  const { secret } = await shop.keys()
  const answer = await fetch(`${shop.url}/rest/v1/discount_codes`, {
    method: 'POST',
    headers: { apikey: secret, 'content-type': 'application/json' },
    body: JSON.stringify({ code, percent: null, pence: 200 }),
  })
  expect(answer.status).toBe(201)
}

async function openCart(page: Page): Promise<Shopper> {
  const shopper = await createShopper(shop)
  await signInByApi(page, shop, shopper)
  await putInCart(page, shop, 'hot-tomato-ketchup')
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  return shopper
}

/** Delays the responses from a URL until the returned `release` is called. */
async function holdAnswers(page: Page, address: string | RegExp) {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue()
  })
  return {
    async release() {
      const answered = page.waitForResponse(address)
      held.resolve()
      await (await answered).finished()
      await page.unroute(address)
    },
  }
}

async function expectPaidWithDiscount(page: Page, shopper: Shopper): Promise<void> {
  await page.waitForURL(/\/sandbox\/payments\/pay\//)
  expect(await discountsOf(shopper)).toEqual([{ discount: 200 }])
}

const codeCheck = /\/rpc\/discount_of/

/** Ends all sessions of the shopper, as another device can. */
async function endSessions(page: Page): Promise<void> {
  const { publishable } = await shop.keys()
  const session = await page.evaluate(() => localStorage.getItem('shop-session'))
  const { access_token: token } = JSON.parse(session ?? '')
  const answer = await fetch(`${shop.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { apikey: publishable, authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(204)
}

async function fillGift(page: Page): Promise<void> {
  await page.getByText('Is it a present?').click()
  await page.getByLabel('To', { exact: true }).fill('Sam')
  await page.getByLabel('A note').fill('Happy birthday')
}

test('a code that is typed while an older one turns out to be withdrawn stays in the field and is used for payment', async () => {
  const { page } = browser
  await aCode('MEANWHILE2')
  const shopper = await openCart(page)
  await page.evaluate(() => localStorage.setItem('discount_code', 'WITHDRAWN10'))
  const answers = await holdAnswers(page, codeCheck)
  const requestSent = page.waitForRequest(codeCheck)
  await page.reload()
  await requestSent
  await fieldOf(page).fill('MEANWHILE2')
  await answers.release()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('discount_code'))).toBe(null)
  expect(await fieldOf(page).inputValue()).toBe('MEANWHILE2')
  await proceed(page)
  await expectPaidWithDiscount(page, shopper)
})

test('a stored code that turns out to be withdrawn after the press interrupts the checkout once', async () => {
  const { page } = browser
  const shopper = await openCart(page)
  await page.evaluate(() => localStorage.setItem('discount_code', 'OVERNIGHT2'))
  const answers = await holdAnswers(page, codeCheck)
  const requestSent = page.waitForRequest(codeCheck)
  await page.reload()
  await requestSent
  await proceed(page)
  await answers.release()
  await expectShown(page.getByText('Your discount code isn’t applied.'))
  await expectShown(summaryOf(page).getByText(/^OVERNIGHT2: /))
  expect(await discountsOf(shopper)).toEqual([])
  await proceed(page)
  await page.waitForURL(/\/sandbox\/payments\/pay\//)
  expect(await discountsOf(shopper)).toEqual([{ discount: 0 }])
})

test('a guest’s typed code is applied after signing in, even if another tab has cleared its own field', async () => {
  const { page, context } = browser
  await aCode('TWOTABS2')
  await putInCart(page, shop, 'hot-tomato-ketchup')
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  await fieldOf(page).fill('TWOTABS2')
  const tab = await context.newPage()
  await tab.goto(`${shop.url}/cart`)
  await expect.poll(() => fieldOf(tab).inputValue()).toBe('TWOTABS2')
  await fieldOf(tab).fill('')
  await tab.close()
  await proceed(page)
  await page.waitForURL(/\/auth/)
  await submitSignIn(page, await createShopper(shop))
  await page.waitForURL(`${shop.url}/cart`)
  await expectShown(summaryOf(page).getByText('TWOTABS2: £2.00 off everything but delivery'))
})

test('a code that an extension fills in without an event is used for payment', async () => {
  const { page } = browser
  await aCode('EXTENSION2')
  const shopper = await openCart(page)
  await fieldOf(page).evaluate((field: HTMLInputElement) => {
    field.value = 'EXTENSION2'
  })
  await proceed(page)
  await expectPaidWithDiscount(page, shopper)
})

test('a code that is typed while another is being checked stays in the field, counts as unapplied and is used for payment', async () => {
  const { page } = browser
  await aCode('SECOND2')
  const shopper = await openCart(page)
  const answers = await holdAnswers(page, codeCheck)
  const requestSent = page.waitForRequest(codeCheck)
  await fieldOf(page).fill('GOODNOW10')
  await page.getByRole('button', { name: 'Apply' }).click()
  await requestSent
  await fieldOf(page).fill('SECOND2')
  await answers.release()
  await expectShown(summaryOf(page).getByText('This code isn’t applied yet.'))
  expect(await fieldOf(page).inputValue()).toBe('SECOND2')
  await proceed(page)
  await expectPaidWithDiscount(page, shopper)
})

test.each([
  ['typed', 'LATE2'],
  ['applied', 'LATER2'],
])(
  'a code that is %s while the payment is being prepared interrupts the checkout',
  async (how, code) => {
    const { page } = browser
    await aCode(code)
    const shopper = await openCart(page)
    const answers = await holdAnswers(page, /\/functions\/v1\/create-checkout/)
    const requestSent = page.waitForRequest(/create-checkout/)
    await proceed(page)
    await requestSent
    await fieldOf(page).fill(code)
    if (how === 'applied') {
      await page.getByRole('button', { name: 'Apply' }).click()
      await expectShown(summaryOf(page).getByText(`${code}: £2.00 off`))
    }
    await answers.release()
    await expectShown(page.getByText('Your discount code isn’t applied.'))
    await proceed(page)
    await page.waitForURL(/\/sandbox\/payments\/pay\//)
    expect(await discountsOf(shopper)).toContainEqual({ discount: 200 })
  },
)

test('code, gift note and delivery are there again after signing in when the session was ended elsewhere', async () => {
  const { page } = browser
  await aCode('RETURNING2')
  const shopper = await openCart(page)
  await fillGift(page)
  await fieldOf(page).fill('RETURNING2')
  await endSessions(page)
  await proceed(page)
  await page.waitForURL(/\/auth/)
  await submitSignIn(page, shopper)
  await page.waitForURL(/\/cart/)
  await expectShown(summaryOf(page).getByText('RETURNING2: £2.00 off everything but delivery'))
  expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('Sam')
  expect(await page.getByLabel('A note').inputValue()).toBe('Happy birthday')
  expect(await page.getByRole('radio', { name: /Standard/ }).isChecked()).toBe(true)
  await proceed(page)
  await expectPaidWithDiscount(page, shopper)
})

test('another account that signs in after an ended session finds neither code nor gift note', async () => {
  const { page } = browser
  await aCode('NOTYOURS2')
  await openCart(page)
  await fillGift(page)
  await fieldOf(page).fill('NOTYOURS2')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expectShown(summaryOf(page).getByText('NOTYOURS2: £2.00 off everything but delivery'))
  await endSessions(page)
  await proceed(page)
  await page.waitForURL(/\/auth/)
  await submitSignIn(page, await createShopper(shop))
  await page.waitForURL(/\/cart/)
  await expectShown(page.getByText('Your cart is empty'))
  await putInCart(page, shop, 'hot-tomato-ketchup')
  await page.goto(`${shop.url}/cart`)
  await page.getByText('Is it a present?').click()
  expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('')
  expect(await fieldOf(page).inputValue()).toBe('')
  expect(await page.getByText('NOTYOURS2').count()).toBe(0)
})

test('a guest’s code that an extension fills in without an event is applied after signing in by the header', async () => {
  const { page } = browser
  await aCode('HEADER2')
  await putInCart(page, shop, 'hot-tomato-ketchup')
  await page.goto(`${shop.url}/cart`)
  await fieldOf(page).evaluate((field: HTMLInputElement) => {
    field.value = 'HEADER2'
  })
  await page.getByRole('link', { name: 'Sign In' }).first().click()
  await page.waitForURL(/\/auth/)
  await submitSignIn(page, await createShopper(shop))
  await page.waitForURL(`${shop.url}/`)
  await page.goto(`${shop.url}/cart`)
  await expectShown(summaryOf(page).getByText('HEADER2: £2.00 off everything but delivery'))
})

test('invisible characters are no code and do not interrupt the checkout', async () => {
  const { page } = browser
  const shopper = await openCart(page)
  await fieldOf(page).fill('\u200B\u2060\u00AD')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expectShown(summaryOf(page).getByText('Type a code first.'))
  await proceed(page)
  await page.waitForURL(/\/sandbox\/payments\/pay\//)
  expect(await discountsOf(shopper)).toEqual([{ discount: 0 }])
})

test.each([
  [
    'is rate limited',
    {
      status: 200,
      contentType: 'application/json',
      body: '{"error":"Please wait before trying again.","wait":300000}',
    },
  ],
  ['cannot be checked', { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }],
])(
  'a stored code that %s is in the field, and the shopper can pay without it',
  async (_, answer) => {
    const { page } = browser
    const shopper = await openCart(page)
    await page.evaluate(() => localStorage.setItem('discount_code', 'KEPT2'))
    await page.route(codeCheck, (route) => route.fulfill(answer))
    await page.reload()
    await expect.poll(() => fieldOf(page).inputValue()).toBe('KEPT2')
    await expectShown(page.getByText(/Please wait before|could not be checked/))
    await fieldOf(page).fill('')
    await proceed(page)
    await page.waitForURL(/\/sandbox\/payments\/pay\//)
    expect(await discountsOf(shopper)).toEqual([{ discount: 0 }])
  },
)
