import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { findFirefox, findWebKit } from '../../commands/lib/browser.ts'
import type { BrowserDriver } from '../support/engines/driver.ts'
import { openFirefox } from '../support/engines/firefox.ts'
import {
  expectAvoidListAfterBack,
  expectEnquiry,
  expectFilledCart,
  expectUnfitProductsHidden,
  expectPackedOrder,
  expectPaidOrder,
} from '../support/engines/main-journeys.ts'
import { openOlderChromium } from '../support/engines/older-chromium.ts'
import { openWebKit } from '../support/engines/webkit.ts'
import { openPreparedShop, type RunningShop } from '../support/running-shop.ts'

const engines = [
  { name: 'the oldest supported browsers', open: openOlderChromium, isHere: true },
  { name: 'Firefox', open: openFirefox, isHere: findFirefox() !== null },
  { name: 'WebKit', open: openWebKit, isHere: findWebKit() !== null },
].filter(({ isHere }) => isHere)

describe.each(engines)('the shop in $name', ({ name, open }) => {
  let shop: RunningShop
  let driver: BrowserDriver

  beforeAll(async () => {
    shop = await openPreparedShop()
    driver = await open()
  })
  beforeEach(async ({ task }) => {
    // A retry needs a new shop, because the invitation of the first owner can be accepted only once.
    if ((task.result?.retryCount ?? 0) > 0) {
      await shop.remove()
      shop = await openPreparedShop()
    }
    await driver.forget()
  })
  afterAll(async () => {
    await driver.close()
    await shop.remove()
  })

  test(`a guest browses, fills the cart and searches in ${name}`, async () => {
    await expectFilledCart(driver, shop)
  })

  test(`a shopper signs in and pays in ${name}`, { tags: ['abuse-browser'] }, async () => {
    await expectPaidOrder(driver, shop)
  })

  test(`a page that Back restores follows the avoid list that the next page has changed in ${name}`, async () => {
    await expectAvoidListAfterBack(driver, shop)
  })

  test(`products that do not fit the avoid list can be hidden in ${name}`, async () => {
    await expectUnfitProductsHidden(driver, shop)
  })

  test(`a visitor sends an enquiry in ${name}`, async () => {
    await expectEnquiry(driver, shop)
  })

  test(`an owner opens the desk and sends an order in ${name}`, async () => {
    await expectPackedOrder(driver, shop)
  })
})
