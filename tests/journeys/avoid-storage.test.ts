import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { openJourney } from '../support/journey.ts'
import { openHydrated } from '../support/prompt-steps.ts'
import { phone } from '../support/screens.ts'

const { shop, browser } = openJourney({ viewport: phone })

const panel = (page: Page) => page.getByRole('dialog', { name: 'I avoid…' })
const box = (page: Page, name: string) => panel(page).getByLabel(name, { exact: true })
const ketchup = (page: Page) =>
  page
    .getByRole('list', { name: 'Products' })
    .getByRole('article')
    .filter({ hasText: 'Hot Tomato Ketchup' })
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('avoid'))

async function openPanel(page: Page): Promise<void> {
  await openHydrated(page, shop, '/shop')
  await page.getByRole('button', { name: 'I avoid…' }).click()
  await panel(page).waitFor()
}

test('a list that is changed in two tabs has the changes of both', async () => {
  const { page, context } = browser
  const other = await context.newPage()
  await openPanel(page)
  await openPanel(other)
  await box(other, 'Peanuts').check()
  await expect.poll(() => box(page, 'Peanuts').isChecked()).toBe(true)
  await box(page, 'Milk').check()
  expect(await stored(page)).toBe('["milk","peanuts"]')
  await expect.poll(() => box(other, 'Milk').isChecked()).toBe(true)
  await box(other, 'Peanuts').uncheck()
  expect(await stored(other)).toBe('["milk"]')
})

test('a list that another tab begins marks the products of a page that was opened without one', async () => {
  const { page, context } = browser
  const other = await context.newPage()
  await openHydrated(page, shop, '/shop')
  await openPanel(other)
  await box(other, 'Peanuts').check()
  await expectShown(ketchup(page).getByText('Fits', { exact: true }))
})

test('a tick adds to the stored list although its tab has not noticed the change of another tab', async () => {
  const { page } = browser
  await openPanel(page)
  await page.evaluate(() => localStorage.setItem('avoid', '["peanuts"]'))
  await box(page, 'Milk').check()
  expect(await stored(page)).toBe('["milk","peanuts"]')
})

test('a list that the browser refuses to store is said to be gone after a reload, and applies until then', async () => {
  const { page } = browser
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
      if (key === 'avoid') throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })
  await openPanel(page)
  await box(page, 'Peanuts').check()
  await expectShown(
    panel(page).getByText('This browser won’t keep your list: reload, and it’s gone.'),
  )
  expect(await panel(page).getByText('Kept on this device').count()).toBe(0)
  await panel(page).getByRole('button', { name: 'Done' }).click()
  await expectShown(ketchup(page).getByText('Fits', { exact: true }))
})
