import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, londonDay, longDay, shortDay } from '../../domain/dates.ts'
import { expectShown } from '../account/expect-shown.ts'
import { updateRows } from '../account/shoppers.ts'
import { findAccessibilityFaults } from '../support/axe.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { countInQueryCache, findDeskFaults } from './desk-faults.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

const words = 'Kitchen closed over Christmas. Order by Tuesday 22.'

/** Fetches a page of the shop outside the browser, so that its cache is not used. The page may be some seconds old. */
const pageText = async (path: string) => (await fetch(`${shop.url}${path}`)).text()

/** Delays the next change of the announcement bar until the returned function is called. */
async function hold(): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const goOn = async (route: Route) => {
    await promise
    await route.continue()
  }
  await browser.page.route(/desk_set_announcement/, goOn, { times: 1 })
  return resolve
}

async function goToToday(): Promise<void> {
  const { page } = browser
  await page.getByRole('link', { name: 'Today' }).filter({ visible: true }).click()
  await expectShown(page.getByRole('heading', { name: 'Coming up' }))
}

/**
 * Checks that an announcement bar that was switched off while offline is shown as off after the screen has been left
 * and opened again, and that text typed meanwhile stays and can be saved after the change has been sent.
 */
async function leaveTheWaitingBar(): Promise<void> {
  const { page, context } = browser
  const bar = page.getByRole('region', { name: 'Announcement bar' })
  const place = bar.getByRole('switch')
  // The code of the screen Today must be loaded before the connection is lost.
  await goToToday()
  await page.goBack()
  await context.setOffline(true)
  await place.click()
  await goToToday()
  await page.goBack()
  await expectShown(bar.getByText('Kept on this device: it goes when the signal is back.'))
  expect(await place.getAttribute('aria-checked')).toBe('false')
  expect(await place.isEnabled()).toBe(false)
  await bar.getByLabel('Words').fill(`${words} Really.`)
  await goToToday()
  await context.setOffline(false)
  await expectShown(page.getByText('The bar is down.'))
  await page.goBack()
  expect(await bar.getByLabel('Words').inputValue()).toBe(`${words} Really.`)
  await expect.poll(() => place.getAttribute('aria-checked')).toBe('false')
  await place.click()
  await expectShown(page.getByText('The bar is up, on every page.'))
}

/**
 * Checks that a half-typed change does not prevent the announcement bar from being switched off, and is still there
 * afterwards.
 */
async function takeItDownHalfTyped(): Promise<void> {
  const { page } = browser
  const bar = page.getByRole('region', { name: 'Announcement bar' })
  const place = bar.getByRole('switch')
  await expect.poll(() => place.isEnabled()).toBe(true)
  await bar.getByLabel('Leads to').fill('over there')
  await place.click()
  await expectShown(page.getByText('The bar is down.').last())
  expect(await bar.getByLabel('Leads to').inputValue()).toBe('over there')
  await bar.getByRole('button', { name: 'Throw away what I typed' }).click()
  await expect.poll(() => place.isEnabled()).toBe(true)
  await place.click()
  await expectShown(page.getByText('The bar is up, on every page.').last())
}

/** Checks that the conflict of a queued change is reported on whichever screen is open when it is sent. */
async function waitTooLong(): Promise<void> {
  const { page, context } = browser
  const bar = page.getByRole('region', { name: 'Announcement bar' })
  await expect.poll(() => bar.getByRole('switch').isEnabled()).toBe(true)
  await context.setOffline(true)
  await bar.getByRole('switch').click()
  await goToToday()
  await updateRows(shop, 'announcement_bar?id=eq.true', { version: 6 })
  await context.setOffline(false)
  const message = 'Announcement bar: Somebody else changed this first.'
  await expectShown(page.locator('[data-toast]').getByText(message))
  await page.goBack()
  await expect.poll(() => bar.getByRole('switch').getAttribute('aria-checked')).toBe('true')
}

/** Checks that text typed before a reload does not silently overwrite a change that another person has saved since. */
async function changeHolidayAtTwoDesks(): Promise<void> {
  const { page } = browser
  const holiday = page.getByRole('region', { name: 'Holiday' })
  const line = holiday.getByLabel('A line about it')
  const until = addDays(londonDay(Date.now()), 2)
  await line.fill('Back with the biscuits.')
  await updateRows(shop, 'holiday?id=eq.true', { ends_on: until, version: 9 })
  await page.reload()
  await expect.poll(() => holiday.getByLabel('Last day closed').inputValue()).toBe(until)
  expect(await line.inputValue()).toBe('Back with the biscuits.')
  await holiday.getByRole('button', { name: 'Save and show it' }).click()
  const days = [0, 2, 5].map((count) => shortDay(addDays(londonDay(Date.now()), count)))
  const savedDays = `${days[0]} to ${days[1]}, sending again ${days[2]}.`
  await expectShown(page.getByText(`You typed “${savedDays} Back with the biscuits. (on)”.`))
  await expectShown(page.getByText(`It became “${savedDays} (on)”.`))
  await page.getByRole('button', { name: 'Keep theirs' }).click()
  expect(await line.inputValue()).toBe('')
  await line.fill('Never mind.')
  await holiday.getByRole('button', { name: 'Throw away what I typed' }).click()
  expect(await line.inputValue()).toBe('')
}

async function putUpNotices(): Promise<void> {
  const { page } = browser
  await expectShown(page.getByRole('link', { name: 'Announcement bar: off' }))
  await page.getByRole('button', { name: 'More' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Notices and words/ })
    .click()
  await expectShown(page.getByRole('heading', { name: 'Announcement bar' }))
  expect(await findDeskFaults(page)).toEqual([])

  const bar = page.getByRole('region', { name: 'Announcement bar' })
  await bar.getByRole('switch').click()
  await expectShown(bar.getByText('A few words, please.'))
  await bar.getByLabel('Words').fill(words)
  for (const suggested of await bar.locator('datalist option').allTextContents())
    expect([suggested, (await fetch(shop.url + suggested)).status]).toEqual([suggested, 200])
  await bar.getByLabel('Leads to').fill('/shop')
  await page.reload()
  await expectShown(bar.getByText(words).last())
  expect(await bar.getByLabel('Leads to').inputValue()).toBe('/shop')
  await hold()
  const isSent = page.waitForRequest(/desk_set_announcement/)
  await bar.getByRole('switch').click()
  await isSent
  await expect.poll(() => page.evaluate(countInQueryCache, '"to":{"words"')).toBe(1)
  await page.reload()
  expect(await bar.getByLabel('Words').inputValue()).toBe(words)
  await expect.poll(() => bar.getByRole('switch').getAttribute('aria-checked')).toBe('true')
  await expect.poll(() => bar.getByRole('switch').isEnabled()).toBe(true)
  await leaveTheWaitingBar()
  await takeItDownHalfTyped()
  await waitTooLong()
  const goOn = await hold()
  await bar.getByRole('switch').click()
  await expect.poll(() => bar.getByRole('switch').isEnabled()).toBe(false)
  await bar.getByLabel('Words').fill(`${words} Truly.`)
  goOn()
  // The earlier toast of the queued change may still be shown, with the same text.
  await expect.poll(() => bar.getByRole('switch').isEnabled()).toBe(true)
  await expectShown(page.getByText('The bar is down.').first())
  expect(await bar.getByLabel('Words').inputValue()).toBe(`${words} Truly.`)
  // Only the newest toast has an Undo, because an earlier one would restore an outdated state.
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.poll(() => undo.count()).toBe(1)
  await undo.click()
  await expect.poll(() => bar.getByRole('switch').getAttribute('aria-checked')).toBe('true')
  await expect.poll(() => bar.getByRole('switch').isEnabled()).toBe(true)
  expect(await bar.getByLabel('Words').inputValue()).toBe(`${words} Truly.`)
  const otherBar = { words: 'Closed for the big day.', version: 9 }
  await updateRows(shop, 'announcement_bar?id=eq.true', otherBar)
  await bar.getByRole('button', { name: 'Save and show it' }).click()
  await expectShown(page.getByText('It became “Closed for the big day. · /shop (on)”.'))
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^Use “Kitchen closed/ }).click()
  await expectShown(page.getByText('The bar has its new words.'))
  const goOnWithUndo = await hold()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => bar.getByLabel('Words').inputValue()).toBe(otherBar.words)
  await bar.getByLabel('Words').fill(words)
  goOnWithUndo()
  await bar.getByRole('button', { name: 'Save and show it' }).click()
  await expectShown(bar.getByText(words).last())

  const today = londonDay(Date.now())
  const holiday = page.getByRole('region', { name: 'Holiday' })
  await holiday.getByLabel('Closed from').fill(today)
  await holiday.getByLabel('Last day closed').fill(addDays(today, 3))
  await holiday.getByLabel('Sending again on').fill(addDays(today, 3))
  await holiday.getByRole('switch').click()
  await expectShown(holiday.getByText('Sending has to start again after the last day.'))
  await holiday.getByLabel('Sending again on').fill(addDays(today, 5))
  await holiday.getByRole('switch').click()
  await expectShown(page.getByText('Carts and mails now say so.'))
  await changeHolidayAtTwoDesks()

  await expect.poll(() => pageText('/about'), { timeout: 10_000 }).toContain(words)
  await page.goto(`${shop.url}/shop/product/spice-bag-mix`)
  await expectShown(page.getByRole('complementary', { name: 'Announcement' }).getByText(words))
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expectShown(page.getByRole('link', { name: /Shopping bag\W+1 item/ }))
  await page.goto(`${shop.url}/cart`)
  await expectShown(
    page.getByText(`Your order leaves on ${longDay(addDays(today, 5))}.`, { exact: false }),
  )
}

test('an announcement and a holiday are published at the desk and shoppers see them', async () => {
  const { page } = browser
  await openDeskAsFirstOwner(page, shop)
  // The window is so tall that the bar at the bottom covers no element.
  await page.setViewportSize({ ...phone, height: 5000 })
  await putUpNotices()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.goto(`${shop.url}/desk`)
  const day = longDay(addDays(londonDay(Date.now()), 5))
  await expectShown(page.getByText(`Holiday, sending again on ${day}`))
  await expectShown(page.getByRole('link', { name: 'Announcement bar: on' }))
})
