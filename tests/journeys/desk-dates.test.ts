import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, type Day, londonDay, longDay, getWeekday } from '../../domain/dates.ts'
import { expectShown } from '../account/expect-shown.ts'
import { readHead } from '../support/html-head.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

/** Fetches a page of the shop outside the browser, so that its cache is not used. */
const pageOf = async (path: string) => (await fetch(shop.url + path)).text()

const today = londonDay(Date.now())
const saturday =
  [1, 2, 3, 4, 5, 6, 7]
    .map((count) => addDays(today, count))
    .find((day) => getWeekday(day) === 6) ?? today

/** Returns the date of the first Taco Tuesday after today in the calendar file. */
async function nextTacos(): Promise<Day> {
  const nights = (await pageOf('/dates.ics')).matchAll(/UID:taco-tuesday-(\d{4}-\d\d-\d\d)/g)
  return [...nights].map(([, day = '']) => day).find((day) => day > today) ?? today
}

/** Confirms a catering enquiry for a day, without hours. */
async function takePrivately(day: Day): Promise<void> {
  const wedding = {
    kind: 'catering',
    reference: 'CAT-0A1B2C3D',
    name: 'Hannah Osei',
    email: 'hannah@example.co.uk',
    event_type: 'Wedding',
    guest_count: '45',
    message: 'Fried chicken, please.',
    stage: 'confirmed',
    event_on: day,
  }
  const { secret } = await shop.keys()
  const { error } = await createClient(shop.url, secret).from('enquiries').insert(wedding)
  expect(error).toBeNull()
}

/** Adds a market whose text contains HTML in the desk, and moves it to another day. */
async function addAndMoveMarket(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'All' }).click()
  await page.getByRole('button', { name: 'Add a date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a date' })
  await dialog.getByText('Market', { exact: true }).click()
  expect(await findDeskFaults(page)).toEqual([])
  await dialog.getByLabel('Day', { exact: true }).fill(saturday)
  await dialog.getByLabel('From', { exact: true }).fill('10:00')
  await dialog.getByLabel('To', { exact: true }).fill('09:00')
  await dialog.getByLabel('Where').selectOption({ label: 'The Formica Café' })
  await dialog.getByLabel('What the website says').fill('Rain or <b>shine</b>.')
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await expectShown(dialog.getByText('It ends before it begins.'))
  await dialog.getByLabel('To', { exact: true }).fill('15:00')
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect
    .poll(() => pageOf('/markets'), { timeout: 10_000 })
    .toContain('Rain or &lt;b&gt;shine&lt;/b&gt;.')

  const row = page.getByRole('listitem').filter({ hasText: 'Saturday market' }).first()
  await row.getByRole('button', { name: /^Saturday market/ }).click()
  await row.getByRole('button', { name: 'Move…', exact: true }).click()
  const move = page.getByRole('dialog', { name: 'Move Saturday market' })
  await move.getByLabel('New day').fill(addDays(saturday, 1))
  await move.getByRole('button', { name: 'A new place…' }).click()
  await page.getByLabel('Street').fill('1 Rye Lane')
  await page.reload()
  await row.getByRole('button', { name: /^Saturday market/ }).click()
  await row.getByRole('button', { name: 'Move…', exact: true }).click()
  expect(await move.getByLabel('New day').inputValue()).toBe(addDays(saturday, 1))
  await move.getByRole('button', { name: 'A new place…' }).click()
  expect(await page.getByLabel('Street').inputValue()).toBe('1 Rye Lane')
  await page.getByRole('button', { name: 'Throw away what I typed' }).click()
  await takePrivately(addDays(saturday, 1))
  await expectShown(move.getByText('is taken: Hannah Osei, private.'))
  expect(await findDeskFaults(page)).toEqual([])
  await move.getByRole('button', { name: 'Move it' }).click()
  await expectShown(page.getByRole('listitem').filter({ hasText: /moved from Sat/ }))
  await expect
    .poll(() => pageOf('/markets'), { timeout: 10_000 })
    .toContain(`Moved to ${longDay(addDays(saturday, 1))}.`)
}

/**
 * Checks that typed text survives a reload, and that a change saved at another desk is shown before it would be
 * overwritten.
 */
async function changeMarketAtTwoDesks(page: Page): Promise<void> {
  const openChange = async (at: Page) => {
    const row = at.getByRole('listitem').filter({ hasText: 'Saturday market' }).first()
    const more = row.getByRole('button', { name: /^Saturday market/ })
    if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
    await row.getByRole('button', { name: 'Change…' }).click()
    return at.getByRole('dialog', { name: 'Change Saturday market' })
  }
  await page.reload()
  await (await openChange(page)).getByLabel('What the website says').fill('Snow or shine.')
  await page.reload()
  const ownDialog = await openChange(page)
  expect(await ownDialog.getByLabel('What the website says').inputValue()).toBe('Snow or shine.')

  const other = await browser.context.newPage()
  await other.goto(page.url())
  const otherDialog = await openChange(other)
  expect(await otherDialog.getByLabel('What the website says').inputValue()).not.toBe(
    'Snow or shine.',
  )
  await otherDialog.getByLabel('What the website says').fill('Sleet or shine.')
  await otherDialog.getByRole('button', { name: 'Throw away what I typed' }).click()
  await (await openChange(other)).getByLabel('What the website says').fill('Hail or shine.')
  await otherDialog.getByRole('button', { name: 'Save' }).click()
  await otherDialog.waitFor({ state: 'hidden' })
  await other.close()
  await expect.poll(() => pageOf('/markets'), { timeout: 10_000 }).toContain('Hail or shine.')
  await ownDialog.getByRole('button', { name: 'Save' }).click()
  await expectShown(page.getByText('Somebody else changed it first.').first())
  await ownDialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => pageOf('/markets'), { timeout: 10_000 }).toContain('Snow or shine.')
}

/** Moves one night of a weekly series to the next day; in the calendar file it must remain the same event. */
async function moveOneNight(page: Page, night: Day): Promise<void> {
  const next = addDays(night, 1)
  const more = page.getByRole('button', { name: `Taco Tuesday, ${longDay(night)}` })
  await more.click()
  const row = page.getByRole('listitem').filter({ has: more })
  await row.getByRole('button', { name: 'Move…', exact: true }).click()
  const move = page.getByRole('dialog', { name: 'Move Taco Tuesday' })
  await move.getByLabel('New day').fill(next)
  await move.getByLabel('Why (everybody sees this)').fill('The oven is booked.')
  expect(await findDeskFaults(page)).toEqual([])
  await move.getByRole('button', { name: 'Move it' }).click()
  await expectShown(page.getByText(`Taco Tuesday, ${longDay(night)}: moved to ${longDay(next)}.`))
  await page.locator('[data-toast]').getByLabel('Close').click()
  await page.locator('[data-toast]').waitFor({ state: 'hidden' })
  await expect
    .poll(() => pageOf('/upcoming-dates'), { timeout: 10_000 })
    .toContain(`Moved from ${longDay(night)}. The oven is booked.`)
  const entry = `UID:taco-tuesday-${night}@[^]*?DTSTART:${next.replaceAll('-', '')}T[^]*?SEQUENCE:1\r\nSTATUS:CONFIRMED`
  await expect.poll(() => pageOf('/dates.ics'), { timeout: 10_000 }).toMatch(new RegExp(entry))
}

test('an evening is moved, another cancelled and a market added, and pages, search engines and calendars follow within seconds', async () => {
  const { page } = browser
  const night = await nextTacos()
  expect(await pageOf('/upcoming-dates')).not.toContain('Cancelled.')
  await openDeskAsFirstOwner(page, shop)
  await page.getByRole('button', { name: 'More' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Dates/ })
    .click()
  // The navigation bar is visible, because this screen is not one of the tasks that hide it.
  await expectShown(page.getByRole('link', { name: /^Enquiries/ }).filter({ visible: true }))
  await page.getByRole('link', { name: 'Taco Tuesday', exact: true }).click()
  await moveOneNight(page, addDays(night, 7))
  const button = page.getByRole('button', { name: `Taco Tuesday, ${longDay(night)}` })
  const tacos = page.getByRole('listitem').filter({ has: button })
  if ((await tacos.getByRole('button').count()) === 1) await button.click()
  expect(await findDeskFaults(page)).toEqual([])
  await tacos.getByRole('button', { name: /^Cancel/ }).click()
  await page.getByLabel('Why (everybody sees this)').fill('The fryer has had enough.')
  expect(await findDeskFaults(page)).toEqual([])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await expectShown(tacos.getByText('Cancelled'))

  await expect
    .poll(() => pageOf('/upcoming-dates'), { timeout: 10_000 })
    .toContain('Cancelled. The fryer has had enough.')
  const tacoPage = await pageOf('/trailer-trash-taco-tuesdays')
  expect(JSON.stringify(readHead(tacoPage).structured)).toContain('EventCancelled')
  await expect
    .poll(() => pageOf('/dates.ics'), { timeout: 10_000 })
    .toMatch(/SEQUENCE:1\r\nSTATUS:CANCELLED/)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expectShown(tacos.getByRole('button', { name: /^Cancel/ }))
  await expect
    .poll(() => pageOf('/upcoming-dates'), { timeout: 10_000 })
    .not.toContain('Cancelled.')
  await expect
    .poll(() => pageOf('/dates.ics'), { timeout: 10_000 })
    .toMatch(/SEQUENCE:2\r\nSTATUS:CONFIRMED/)

  await addAndMoveMarket(page)
  await changeMarketAtTwoDesks(page)
}, 240_000)
