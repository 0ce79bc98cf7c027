import { setInterval } from 'node:timers/promises'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { paths } from '../../app/paths.ts'
import { aShopper, type Shopper, signIn, signUpByApi } from '../account/shoppers.ts'
import { mailsFor } from '../support/mailbox.ts'
import type { RunningShop } from '../support/running-shop.ts'

/** What the browser of somebody has stored who signed in and put two things into the cart. */
export async function becomeShopper(
  browser: Browser,
  shop: RunningShop,
): Promise<BrowserContextOptions['storageState']> {
  const shopper = aShopper()
  await signUpByApi(shop, shopper)
  await confirm(shop, shopper)
  const context = await browser.newContext({ locale: 'en-GB' })
  // The sheet after an Add would lie over the next one.
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) sessionStorage.setItem('basket_sheet_off', 'true')
  })
  const page = await context.newPage()
  await signIn(page, shop, shopper)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.goto(shop.url + paths.shop)
  const buttons = page.getByRole('main').getByRole('button', { name: /Add to Cart/ })
  await buttons.first().click()
  await buttons.last().click()
  await page.getByRole('link', { name: /Shopping bag\W+2/ }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** Opens the link of the mail that follows a sign-up, as soon as the mail is there. */
async function confirm(shop: RunningShop, { email }: Shopper): Promise<void> {
  for await (const asked of setInterval(100, shop.url, { signal: AbortSignal.timeout(15_000) })) {
    const [mail] = await mailsFor(asked, email)
    const link = mail?.links.find((one) => one.includes('/auth/v1/verify'))
    if (link === undefined) continue
    await fetch(link, { redirect: 'manual' })
    return
  }
}
