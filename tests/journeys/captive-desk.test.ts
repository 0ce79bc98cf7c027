import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { fetchRows } from '../account/shoppers.ts'
import {
  type CaptiveProxy,
  startCaptiveProxy,
  type ForeignResponse,
  typicalForeignResponses,
} from '../support/captive-proxy.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { insertPaidOrder } from './desk-orders.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser, takeAnother } = openJourney({ viewport: phone }, { isShopUsedUp: true })

const patience = { timeout: 20_000 }
const queuedMessage =
  'No answer from the shop yet. Kept; it’ll be sent when the connection is back.'

/** Texts that users must never see: code, and the pages of a proxy or of a Wi-Fi's sign-in (a captive portal). */
const strange = /<|nginx|Wi-Fi|ACME|bad gateway|HTTP \d/i
const words = (page: Page) => page.locator('body').innerText()

async function statusOf(number: number): Promise<string | undefined> {
  const [order] = await fetchRows<{ status: string }>(
    shop,
    `orders?select=status&number=eq.${number}`,
  )
  return order?.status
}

test(
  'the desk keeps its changes, session and page while a captive portal answers, and sends the changes afterwards',
  { tags: ['abuse-in-between'] },
  async () => {
    const proxy = await startCaptiveProxy()
    await takeAnother({ viewport: phone, proxy: { server: proxy.server } })
    await openDeskAsFirstOwner(browser.page, shop)
    // The service worker is installed before a proxy answers, because otherwise it would be installed only on a later
    // visit.
    await browser.page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
    const isKept = () =>
      browser.page.evaluate(async () => (await caches.match('/desk')) !== undefined)
    await expect.poll(isKept, patience).toBe(true)
    for (const foreign of typicalForeignResponses) {
      await sendBehind(proxy, foreign)
      await refreshBehind(proxy, foreign)
    }
    await openPageBehind(proxy)
  },
)

/**
 * Marks an order as sent while offline: the change stays in the queue while a proxy answers, and is sent afterwards.
 */
async function sendBehind(proxy: CaptiveProxy, foreign: ForeignResponse): Promise<void> {
  const { page, context } = browser
  const number = await insertPaidOrder(shop, 'Priya Raman')
  await page.goto(`${shop.url}/desk/pack/send?orders=${number}`)
  await page.getByRole('button', { name: 'Mark 1 as sent' }).waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Mark 1 as sent' }).click()
  await expectShown(page.getByRole('button', { name: 'Waiting for signal' }))
  proxy.capture(foreign)
  await context.setOffline(false)
  await expectShown(page.locator('[data-toast]').getByText(queuedMessage))
  expect(await statusOf(number)).toBe('paid')
  expect(await words(page)).not.toMatch(strange)
  proxy.release()
  await expect.poll(() => statusOf(number), patience).toBe('fulfilled')
  await expectShown(page.getByRole('heading', { level: 1, name: 'Pack' }))
}

/** Checks that a session survives when it cannot be refreshed, because a proxy answers in the server's place. */
async function refreshBehind(proxy: CaptiveProxy, foreign: ForeignResponse): Promise<void> {
  const { page } = browser
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('desk-session') ?? '')
    localStorage.setItem('desk-session', JSON.stringify({ ...session, expires_at: 1 }))
  })
  // The proxy answers only the desk's API requests; requests for pages and files pass.
  proxy.capture(foreign, /\/(?:rest|auth)\/v1\//)
  const refused = page.waitForResponse(/\/auth\/v1\/token/)
  await page.goto(`${shop.url}/desk/stock`)
  if (!foreign.startsWith('a redirect')) await refused
  await page.getByRole('navigation').first().waitFor()
  expect(await page.getByLabel('Password').count()).toBe(0)
  expect(await words(page)).not.toMatch(strange)
  proxy.release()
  await page.reload()
  await expectShown(page.getByText('Nashville Chilli Crisp').first())
}

/**
 * Checks that a Wi-Fi's sign-in page is shown but not cached, and that the cached desk opens in place of a proxy's
 * error page.
 */
async function openPageBehind(proxy: CaptiveProxy): Promise<void> {
  const { page } = browser
  proxy.capture('a Wi-Fi’s sign-in page')
  await page.goto(`${shop.url}/desk`)
  await expectShown(page.getByRole('heading', { name: 'Welcome to Free Wi-Fi' }))
  proxy.capture('a proxy’s 502 page')
  await page.goto(`${shop.url}/desk`)
  await page.getByRole('navigation').first().waitFor()
  const keptPage = async () => (await (await caches.match('/desk'))?.text())?.includes('id="desk"')
  expect(await page.evaluate(keptPage)).toBe(true)
}
