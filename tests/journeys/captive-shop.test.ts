import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { signInByApi, createShopper, submitSignIn, fetchRows } from '../account/shoppers.ts'
import {
  type CaptiveProxy,
  startCaptiveProxy,
  type ForeignResponse,
  typicalForeignResponses,
  foreignResponses,
} from '../support/captive-proxy.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser, takeAnother } = openJourney()

const patience = { timeout: 20_000 }
/** Advances the page's clock until the error message closes by itself. */
async function waitOut(page: Page, failure: Locator): Promise<void> {
  await page.mouse.move(0, 0)
  await page.clock.fastForward(6000)
  await failure.waitFor({ state: 'detached' })
}

/** Texts that users must never see: code, and the pages of a proxy or of a Wi-Fi's sign-in (a captive portal). */
const strange = /<|nginx|Wi-Fi|ACME|bad gateway|HTTP \d|JSON/i
const all = Object.keys(foreignResponses) as ForeignResponse[]

async function openBehindProxy(): Promise<{ page: Page; proxy: CaptiveProxy }> {
  const proxy = await startCaptiveProxy()
  await takeAnother({ proxy: { server: proxy.server } })
  return { page: browser.page, proxy }
}

async function expectPlainWords(page: Page): Promise<void> {
  expect(await page.getByRole('main').innerText()).not.toMatch(strange)
  for (const alert of await page.getByRole('alert').all())
    expect(await alert.innerText()).not.toMatch(strange)
}

test(
  'a guest’s cart survives a captive portal and is stored once the shop answers',
  { tags: ['abuse-in-between'] },
  async () => {
    const { page, proxy } = await openBehindProxy()
    const stored = async () => {
      const id = await page.evaluate(() => localStorage.getItem('guest_cart_id'))
      const query = `guest_carts?id=eq.${id}&select=cart_data`
      const [cart] = await fetchRows<{ cart_data: { quantity: number }[] }>(shop, query)
      return cart?.cart_data.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0
    }
    await putInCart(page, shop, 'hot-tomato-ketchup')
    await page.goto(`${shop.url}/cart`)
    const more = page.getByRole('button', { name: /^One more/ })
    for (const [index, foreign] of typicalForeignResponses.entries()) {
      await expect.poll(stored, patience).toBe(index + 1)
      proxy.capture(foreign, /\/rest\/v1\//)
      const requestSent = page.waitForEvent('request', {
        predicate: (one) => /store_guest/.test(one.url()),
      })
      await more.click()
      await requestSent
      await expectPlainWords(page)
      proxy.release()
    }
    await expect.poll(stored, patience).toBe(typicalForeignResponses.length + 1)
  },
)

test(
  'a checkout behind a captive portal fails with a plain message, loses nothing and later makes one order',
  { tags: ['abuse-in-between'] },
  async () => {
    const { page, proxy } = await openBehindProxy()
    const shopper = await createShopper(shop)
    await signInByApi(page, shop, shopper)
    await putInCart(page, shop, 'the-big-smoke-bbq-sauce')
    await page.clock.install()
    await page.goto(`${shop.url}/cart`)
    await page.getByRole('radio', { name: /Standard/ }).check()
    const proceed = page.getByRole('button', { name: 'Proceed to Checkout' })
    for (const foreign of typicalForeignResponses) {
      proxy.capture(foreign, /\/functions\/v1\//)
      await proceed.click()
      const failure = page.getByRole('alert').filter({ hasText: 'Unable to process checkout' })
      await expectShown(failure)
      await expectPlainWords(page)
      expect(new URL(page.url()).pathname).toBe('/cart')
      await waitOut(page, failure)
    }
    proxy.release()
    await proceed.click()
    await page.waitForURL(/\/sandbox\/payments\/pay\//)
    expect(await fetchRows(shop, `orders?email=eq.${shopper.email}`)).toHaveLength(1)
  },
)

test('a newsletter sign-up behind a captive portal keeps its input and succeeds afterwards', async () => {
  const { page, proxy } = await openBehindProxy()
  await page.clock.install()
  await page.goto(`${shop.url}/about`)
  const block = page.getByRole('region', { name: 'Join Our Newsletter!' })
  const field = block.getByLabel('E-mail')
  await block.getByLabel('Name').fill('Marsha')
  await field.fill('between@example.com')
  const send = block.getByRole('button', { name: 'Sign Up' })
  for (const foreign of typicalForeignResponses) {
    proxy.capture(foreign, /\/rest\/v1\//)
    await send.click()
    await expectShown(failed(page))
    await expectPlainWords(page)
    expect(await field.inputValue()).toBe('between@example.com')
    await waitOut(page, failed(page))
  }
  proxy.release()
  await send.click()
  await expectShown(page.getByText("You've been added to our newsletter."))
})

const failed = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: 'Failed to sign up for newsletter. Please try again.' })

test('a sign-in behind a captive portal says that the desk was not reached and keeps its input', async () => {
  const { page, proxy } = await openBehindProxy()
  const shopper = await createShopper(shop)
  await page.goto(`${shop.url}/auth`)
  for (const foreign of typicalForeignResponses) {
    proxy.capture(foreign, /\/auth\/v1\//)
    await submitSignIn(page, shopper)
    await expectShown(page.getByText('We can’t reach the sign-in desk. Please try again.').first())
    await expectPlainWords(page)
    expect(await page.getByLabel('Email').inputValue()).toBe(shopper.email)
  }
  proxy.release()
  await submitSignIn(page, shopper)
  await page.waitForURL(`${shop.url}/`)
})

test(
  'a session behind a captive portal is not ended and is refreshed afterwards',
  { tags: ['abuse-in-between'] },
  async () => {
    const { page, proxy } = await openBehindProxy()
    await signInByApi(page, shop, await createShopper(shop))
    const token = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('shop-session') ?? '{}').access_token)
    for (const foreign of typicalForeignResponses) {
      const before = await token()
      await page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('shop-session') ?? '')
        localStorage.setItem('shop-session', JSON.stringify({ ...session, expires_at: 1 }))
      })
      proxy.capture(foreign, /\/auth\/v1\//)
      const requestSent = page.waitForRequest(/\/auth\/v1\/token/)
      await page.goto(`${shop.url}/account/settings`)
      await requestSent
      expect(await token()).toBe(before)
      proxy.release()
      await page.goto(`${shop.url}/account/settings`)
      await expect.poll(token, patience).not.toBe(before)
    }
  },
)

test('a page whose data a captive portal answers shows the shop’s error page and loads once the shop answers', async () => {
  const { page, proxy } = await openBehindProxy()
  for (const foreign of all) {
    await page.goto(`${shop.url}/about`)
    await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
    proxy.capture(foreign, /\.data|\/healthz/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Shop', exact: true }).click()
    await expectShown(page.getByRole('heading', { level: 1, name: 'The shop lost signal' }))
    await expectPlainWords(page)
    proxy.release()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expectShown(page.getByRole('link', { name: 'Miss Marmalade Chilli Jam' }).first())
  }
})

test('a page whose data a captive portal answers once loads by itself', async () => {
  const { page, proxy } = await openBehindProxy()
  for (const foreign of typicalForeignResponses) {
    await page.goto(`${shop.url}/about`)
    await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
    proxy.capture(foreign, /\.data/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Shop', exact: true }).click()
    await expectShown(page.getByRole('link', { name: 'Miss Marmalade Chilli Jam' }).first())
    proxy.release()
  }
})

test('a page whose code a captive portal answers shows the shop’s error page and loads once the shop answers', async () => {
  const proxy = await startCaptiveProxy()
  for (const foreign of typicalForeignResponses) {
    // Each iteration needs a new browser context, because a browser requests a script only once.
    await takeAnother({ proxy: { server: proxy.server } })
    const { page } = browser
    await page.goto(`${shop.url}/about`)
    await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
    proxy.capture(foreign, /\/assets\/testimonials-.*\.js|\/healthz/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Testimonials' }).click()
    await expectShown(page.getByRole('heading', { level: 1, name: 'The shop lost signal' }))
    await expectPlainWords(page)
    proxy.release()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expectShown(page.getByRole('heading', { level: 1, name: /testimonial|said|say/i }))
  }
})

test('an enquiry behind a captive portal keeps every field and is sent afterwards', async () => {
  const { page, proxy } = await openBehindProxy()
  await page.goto(`${shop.url}/lgbt-proud-catering`)
  await page.getByRole('button', { name: 'Send an enquiry' }).click()
  const dialog = page.getByRole('dialog', { name: 'Proud Catering' })
  await dialog.getByLabel('Name').fill('Dolly Bell')
  await dialog.getByLabel('E-mail').fill('dolly@example.com')
  await dialog.getByLabel('Type of event').fill('Wedding')
  await dialog.getByLabel('Guests').fill('40')
  await dialog.getByLabel('What you have in mind').fill('Two griddles, please.')
  const send = dialog.getByRole('button', { name: 'Send enquiry' })
  for (const foreign of typicalForeignResponses) {
    proxy.capture(foreign, /\/functions\/v1\//)
    const requestSent = page.waitForRequest(/\/functions\/v1\//)
    await send.click()
    await requestSent
    await expectShown(dialog.getByRole('alert').first())
    expect(await dialog.innerText()).not.toMatch(strange)
    expect(await dialog.getByLabel('What you have in mind').inputValue()).toMatch(/griddles/)
  }
  proxy.release()
  await send.click()
  await expectShown(dialog.getByText(/^Your reference is/))
})
