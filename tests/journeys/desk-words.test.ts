import { expect, test } from 'vitest'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { updateRows } from '../account/shoppers.ts'
import { findAccessibilityFaults } from '../support/axe.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { countInQueryCache, findDeskFaults } from './desk-faults.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

/**
 * Presses a button, and reloads the page before the response. The reload waits until the request has been sent, because
 * the route drops only one request.
 */
async function loseAnswer(of: RegExp, name: string, kept: string): Promise<void> {
  const { page } = browser
  await page.route(of, () => {}, { times: 1 })
  const isSent = page.waitForRequest(of)
  await page.getByRole('button', { name }).click()
  await isSent
  await expect.poll(() => page.evaluate(countInQueryCache, kept)).toBeGreaterThan(0)
  await page.reload()
}

/** Fetches a page of the shop outside the browser, so that its cache is not used. The page may be some seconds old. */
const pageText = async (path: string) => (await fetch(`${shop.url}${path}`)).text()

async function sayWhatTheLastBoxHeld(): Promise<void> {
  const { page } = browser
  await page.goto(`${shop.url}/desk`)
  await page.getByRole('link', { name: 'Announcement bar: off' }).click()
  const box = page.getByRole('form', { name: 'Big Gay Bear Box' })
  await box.getByLabel('What was in it').fill('A jar of ours\nA tote bag by a neighbour')
  await box.getByRole('button', { name: 'Save and show it' }).click()
  await expectShown(box.getByText('Which month?'))
  await box.getByLabel('Month').fill('October 2026')
  await box.getByRole('button', { name: 'Save and show it' }).click()
  await expectShown(page.getByText('The last box is on its pages.'))
  expect(await findAccessibilityFaults(page)).toEqual([])

  const item = 'A tote bag by a neighbour'
  const ofProduct = '/shop/product/big-gay-bear-box-monthly-subscription'
  for (const path of ['/subscriptions', ofProduct])
    await expect.poll(() => pageText(path), { timeout: 10_000 }).toContain(item)
  await page.goto(`${shop.url}/subscriptions`)
  const bear = page.getByRole('region', { name: 'Big Gay Bear Box' })
  await expectShown(bear.getByRole('heading', { name: 'In the October 2026 box' }))
  await expectShown(bear.getByText(item))
  expect(await page.getByRole('heading', { name: /^In the/ }).count()).toBe(1)
  expect(await findAccessibilityFaults(page)).toEqual([])
}

async function changeWords(): Promise<void> {
  const { page } = browser
  await page.goto(`${shop.url}/desk/words?page=contact`)
  await page.getByRole('button', { name: 'Is it vegetarian? Is it vegan?', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Question' })
  await form.getByLabel('Answer').fill('{diets}\n\nAsk {nobody}.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectShown(form.getByText('The facts in braces are {delivery}, {diets} and {email}.'))
  expect(await findDeskFaults(page)).toEqual([])
  await form.getByLabel('Answer').fill('{diets}\n\nAsk us at the stall.')
  const otherAnswer = { answer: '{diets}\n\nAsk Beau.', version: 9 }
  await updateRows(shop, 'faqs?id=eq.vegetarian-vegan', otherAnswer)
  await page.reload()
  await page.getByRole('button', { name: 'Is it vegetarian? Is it vegan?', exact: true }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Use yours' }).click()
  await expectShown(page.getByText('It is on the FAQ page.'))

  await browser.context.setOffline(true)
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await expectShown(page.getByRole('button', { name: 'Save · no signal', disabled: true }))
  await browser.context.setOffline(false)
  const added = page.getByRole('dialog', { name: 'A new question' })
  await added.getByLabel('Question').fill('Do you wrap gifts?')
  await added.getByLabel('Answer').fill('In last week’s paper.')
  await loseAnswer(/desk_save_faq/, 'Put it on the page', '"question":"Do you wrap gifts?"')
  await expectShown(page.getByText('Signal’s back: your words are saved.'))
  await expectShown(page.getByRole('button', { name: 'Do you wrap gifts?', exact: true }))
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  expect(await added.getByLabel('Question').inputValue()).toBe('')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Wrote at nine/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Testimonial' })
  await dialog.getByLabel('What they said').fill('It came, it was hot, I was happy.')
  await dialog.getByLabel('Who').fill('Noor')
  await dialog.getByLabel(/call it a sample/).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectShown(page.getByText('Noor is on the page.'))
  await page.getByRole('button', { name: 'Move Noor, Walthamstow down' }).click()
  // The button keeps the focus when the entry has reached the end of the list and cannot move further.
  const up = page.getByRole('button', { name: 'Move Noor, Walthamstow up' })
  await up.press('Enter')
  await expect.poll(() => up.getAttribute('aria-disabled')).toBe('true')
  await up.press('Enter')
  await expectFocus(up)
  await page.getByRole('button', { name: 'Move Noor, Walthamstow down' }).click()

  await expect.poll(() => pageText('/faqs'), { timeout: 10_000 }).toContain('Ask us at the stall.')
  const notes = page.getByRole('figure').filter({ hasText: /Walthamstow|Glasgow|Hackney/ })
  const readNotes = async () => {
    await page.goto(`${shop.url}/contact`)
    return notes.allInnerTexts()
  }
  await expect
    .poll(readNotes)
    .toEqual([
      expect.stringMatching(/Glasgow\s+Sample/),
      expect.stringMatching(/^(?![\s\S]*Sample)[\s\S]*I was happy[\s\S]*Noor/),
      expect.stringMatching(/Hackney\s+Sample/),
    ])
}

async function changeDeliveryPrice(): Promise<void> {
  const { page } = browser
  await page.goto(`${shop.url}/desk/words`)
  await page.getByRole('button', { name: /^Price of Standard delivery/ }).click()
  await page.getByLabel('Price of Standard delivery').fill('395')
  await page.getByRole('button', { name: 'Save 395' }).click()
  await expectShown(page.getByText('more than ten times the old price'))
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'No, keep £3.29' }).press('Enter')
  await page.getByRole('button', { name: /^Price of Standard delivery/ }).click()
  await page.getByLabel('Price of Standard delivery').fill('3,85')
  await loseAnswer(/desk_set_delivery_price/, 'Save 3,85', '"method":"standard"')
  await expect.poll(() => pageText('/faqs'), { timeout: 10_000 }).toContain('is £3.85.')
  await page.getByRole('button', { name: /^Price of Standard delivery/ }).click()
  await page.getByLabel('Price of Standard delivery').fill('3,95')
  await page.getByRole('button', { name: 'Save 3,95' }).click()
  await expectShown(page.getByText('Standard delivery: £3.95. It was £3.85.'))
  expect(await findDeskFaults(page)).toEqual([])
  await expect.poll(() => pageText('/faqs'), { timeout: 10_000 }).toContain('is £3.95.')
  await putInCart(page, shop, 'spice-bag-mix')
  await page.goto(`${shop.url}/cart`)
  await expectShown(page.getByText('£3.95').first())
}

test('an answer, a testimonial, a last box and a delivery price are published at the desk and shoppers see them', async () => {
  await openDeskAsFirstOwner(browser.page, shop)
  // The window is so tall that the bar at the bottom covers no element.
  await browser.page.setViewportSize({ ...phone, height: 5000 })
  await changeWords()
  expect(await findAccessibilityFaults(browser.page)).toEqual([])
  await sayWhatTheLastBoxHeld()
  await changeDeliveryPrice()
})
