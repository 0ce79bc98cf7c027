import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { fetchRows } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

const removed = (page: Page) => page.getByRole('dialog', { name: 'It was removed meanwhile' })

/** Deletes rows as another desk would. */
async function remove(table: string, column: string, value: string | boolean): Promise<void> {
  const { secret } = await shop.keys()
  const { error } = await createClient(shop.url, secret).from(table).delete().eq(column, value)
  expect(error).toBeNull()
}

/** Deletes a row, and waits until the open desk has refetched its data without it. */
async function removeInView(page: Page, gone: RegExp, ...row: Parameters<typeof remove>) {
  const read = page.waitForResponse(
    async (response) =>
      response.url().endsWith('/rpc/desk_words') && gone.test(await response.text()),
  )
  await remove(...row)
  await read
}

test(
  'text for a question, box or bar that was removed meanwhile is kept until the owner recreates or discards it',
  { tags: ['abuse-removed-meanwhile'] },
  async () => {
    const { page } = browser
    await openDeskAsFirstOwner(page, shop)
    // The window is so tall that the bar at the bottom covers no element.
    await page.setViewportSize({ ...phone, height: 5000 })
    await keepQuestion(page)
    await dropTestimonial(page)
    await keepBox(page)
    await keepBar(page)
    expect(await removed(page).count()).toBe(0)
  },
)

async function keepQuestion(page: Page): Promise<void> {
  await page.goto(`${shop.url}/desk/words`)
  await page.getByRole('button', { name: 'Is it vegetarian? Is it vegan?', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Question' })
  await form.getByLabel('Answer').fill('Ask us at the stall.')
  await remove('faqs', 'id', 'vegetarian-vegan')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectShown(removed(page).getByText(/You typed “.*Ask us at the stall\.”/))
  expect(await findDeskFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await removed(page).waitFor({ state: 'hidden' })
  expect(await form.getByLabel('Answer').inputValue()).toBe('Ask us at the stall.')
  await form.getByRole('button', { name: 'Save' }).click()
  await removed(page).getByRole('button', { name: 'Keep mine as new' }).click()
  await expectShown(page.getByText('It is on the FAQ page.'))
  expect(await fetchRows(shop, 'faqs?id=eq.vegetarian-vegan&select=answer,version')).toEqual([
    { answer: 'Ask us at the stall.', version: 1 },
  ])
}

async function dropTestimonial(page: Page): Promise<void> {
  await page.goto(`${shop.url}/desk/words?page=contact`)
  await page.getByRole('button', { name: /^Wrote at nine/ }).click()
  const form = page.getByRole('dialog', { name: 'Testimonial' })
  await form.getByLabel('Who').fill('Noor')
  await remove('testimonials', 'page', 'contact')
  await form.getByRole('button', { name: 'Save' }).click()
  await removed(page).getByRole('button', { name: 'Let it go' }).click()
  await form.waitFor({ state: 'hidden' })
  expect(await fetchRows(shop, 'testimonials?page=eq.contact')).toEqual([])
}

async function keepBox(page: Page): Promise<void> {
  await page.goto(`${shop.url}/desk/words`)
  const box = page.getByRole('form', { name: 'Big Gay Bear Box' })
  await box.getByLabel('Month').fill('October 2026')
  await box.getByLabel('What was in it').fill('A jar')
  await box.getByRole('button', { name: 'Save and show it' }).click()
  await expectShown(page.getByText('The last box is on its pages.'))
  await box.getByLabel('What was in it').fill('A jar and a tote bag')
  await removeInView(page, /"lastBoxes":\s*\[\]/, 'last_boxes', 'kind', 'bear')
  await box.getByRole('button', { name: 'Save and show it' }).click()
  await removed(page).getByRole('button', { name: 'Keep mine as new' }).click()
  await expect
    .poll(() => fetchRows(shop, 'last_boxes?kind=eq.bear&select=month,contents'))
    .toEqual([{ month: 'October 2026', contents: ['A jar and a tote bag'] }])
}

async function keepBar(page: Page): Promise<void> {
  const bar = page.getByRole('region', { name: 'Announcement bar' })
  await bar.getByRole('textbox').first().fill('Order by Tuesday.')
  await bar.getByRole('switch').click()
  await expect
    .poll(() => fetchRows(shop, 'announcement_bar?select=is_on'))
    .toEqual([{ is_on: true }])
  await bar.getByRole('textbox').first().fill('Order by Wednesday.')
  await removeInView(page, /"bar":\s*null/, 'announcement_bar', 'is_on', true)
  // The removed bar is no longer shown on pages, so the button offers to save it without showing it.
  await bar.getByRole('button', { name: 'Save for later' }).click()
  await removed(page).getByRole('button', { name: 'Keep mine as new' }).click()
  await expect
    .poll(() => fetchRows(shop, 'announcement_bar?select=words'))
    .toEqual([{ words: 'Order by Wednesday.' }])
}
