import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { signInByApi, createShopper, submitSignIn, fetchRows } from '../account/shoppers.ts'
import { type CaptiveProxy, startCaptiveProxy } from '../support/captive-proxy.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'
import { insertPaidOrder } from './desk-orders.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser, takeAnother } = openJourney({}, { isShopUsedUp: true })

const patience = { timeout: 30_000 }

async function openBehindProxy(): Promise<{ page: Page; proxy: CaptiveProxy }> {
  const proxy = await startCaptiveProxy()
  await takeAnother({ proxy: { server: proxy.server } })
  return { page: browser.page, proxy }
}

/** Calls `send`, waits until its request has left, and then advances the page's clock beyond every timeout. */
async function sendUntilLimit(
  page: Page,
  address: RegExp,
  send: () => Promise<unknown>,
): Promise<void> {
  await page.clock.install()
  await Promise.all([page.waitForRequest(address), send()])
  await page.clock.fastForward(15_000)
}

test(
  'a change at the desk that is never answered is shown as queued and sent again by itself',
  { tags: ['abuse-in-between'] },
  async () => {
    const { page, proxy } = await openBehindProxy()
    await openDeskAsFirstOwner(page, shop)
    const number = await insertPaidOrder(shop, 'Priya Raman')
    const status = async () =>
      (await fetchRows<{ status: string }>(shop, `orders?select=status&number=eq.${number}`))[0]
        ?.status
    await page.goto(`${shop.url}/desk/pack/send?orders=${number}`)
    await page.getByRole('button', { name: 'Mark 1 as sent' }).waitFor()
    proxy.capture('a silent connection', /\/rest\/v1\//)
    await sendUntilLimit(page, /desk_send/, () =>
      page.getByRole('button', { name: 'Mark 1 as sent' }).click(),
    )
    const queuedMessage =
      'No answer from the shop yet. Kept; it’ll be sent when the connection is back.'
    await expectShown(page.locator('[data-toast]').getByText(queuedMessage))
    expect(await status()).toBe('paid')
    proxy.release()
    await expect.poll(status, patience).toBe('fulfilled')
  },
)

test(
  'a sign-in that is never answered says that the desk was not reached and keeps its input',
  { tags: ['abuse-in-between'] },
  async () => {
    const { page, proxy } = await openBehindProxy()
    const shopper = await createShopper(shop)
    await page.goto(`${shop.url}/auth`)
    proxy.capture('a silent connection', /\/auth\/v1\//)
    await sendUntilLimit(page, /auth\/v1\/token/, () => submitSignIn(page, shopper))
    await expectShown(page.getByText('We can’t reach the sign-in desk. Please try again.').first())
    expect(await page.getByLabel('Email').inputValue()).toBe(shopper.email)
    expect(await page.getByLabel('Password').inputValue()).toBe(shopper.password)
    proxy.release()
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(`${shop.url}/`)
  },
)

test(
  'a checkout whose response is lost is retried without a second order',
  { tags: ['abuse-in-between'] },
  async () => {
    const { page, proxy } = await openBehindProxy()
    const shopper = await createShopper(shop)
    await signInByApi(page, shop, shopper)
    await putInCart(page, shop, 'the-big-smoke-bbq-sauce')
    await page.goto(`${shop.url}/cart`)
    await page.getByRole('radio', { name: /Standard/ }).check()
    const orders = () => fetchRows(shop, `orders?email=eq.${shopper.email}`)
    proxy.capture('a lost answer', /\/functions\/v1\/create-checkout/)
    const proceed = page.getByRole('button', { name: 'Proceed to Checkout' })
    await page.clock.install()
    await proceed.click()
    await expect.poll(orders, patience).toHaveLength(1)
    await page.clock.fastForward(15_000)
    await expectShown(page.getByRole('alert').filter({ hasText: 'Unable to process checkout' }))
    expect(new URL(page.url()).pathname).toBe('/cart')
    proxy.release()
    await proceed.click()
    await page.waitForURL(/\/sandbox\/payments\/pay\//)
    expect(await orders()).toHaveLength(1)
  },
)
