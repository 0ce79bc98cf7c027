import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { openJourney } from '../support/journey.ts'
import { waitForRealtimeJoin, openDeskAsFirstOwner } from './desk-staff.ts'
import { insertPaidOrder } from './desk-orders.ts'

const { shop, browser } = openJourney({}, { isShopUsedUp: true })

/** Runs in the page: adds a performance mark when an AudioContext is created, and for each note that is played. */
function writeDownSounds(): void {
  const { start } = AudioScheduledSourceNode.prototype
  AudioScheduledSourceNode.prototype.start = function (...when) {
    performance.mark('note')
    start.apply(this, when)
  }
  globalThis.AudioContext = class extends AudioContext {
    constructor() {
      super()
      performance.mark('speaker')
    }
  }
}

/** Returns the number of performance marks of this name since the page was loaded. */
const heard = (what: 'speaker' | 'note') =>
  browser.page.evaluate((name) => performance.getEntriesByName(name).length, what)

test('a new order is silent after the bell was switched off, even after a reload, and rings once it is on again', async () => {
  const { page } = browser
  const bell = page.getByLabel('New orders ring').filter({ visible: true })
  await page.addInitScript(writeDownSounds)
  await openDeskAsFirstOwner(page, shop)
  expect(await bell.isChecked()).toBe(true)
  await bell.uncheck()

  const isLive = waitForRealtimeJoin(page)
  await page.reload()
  await isLive
  expect(await bell.isChecked()).toBe(false)
  await page.getByRole('link', { name: 'Today' }).filter({ visible: true }).click()
  await expect.poll(() => heard('speaker')).toBe(1)
  const silent = await insertPaidOrder(shop, 'Priya Raman')
  await expectShown(page.getByText(`${silent} · 2 pieces`))
  await bell.check()
  const loud = await insertPaidOrder(shop, 'Tom Adeyemi')
  await expectShown(page.getByText(`${loud} · 2 pieces`))
  // The two notes are those of the second order; the first order was silent.
  await expect.poll(() => heard('note')).toBe(2)
})
