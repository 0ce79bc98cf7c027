import { expect, test } from 'vitest'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { change } from '../account/shoppers.ts'
import { accessFaults } from '../support/axe.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { countKept, deskFaults } from './desk-faults.ts'
import { openDesk } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

/** What a page of the shop says to whoever comes now; it may be some seconds behind. */
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
  expect(await accessFaults(page)).toEqual([])

  const held = 'A tote bag by a neighbour'
  const ofProduct = '/shop/product/big-gay-bear-box-monthly-subscription'
  for (const path of ['/subscriptions', ofProduct])
    await expect.poll(() => pageText(path), { timeout: 10_000 }).toContain(held)
  await page.goto(`${shop.url}/subscriptions`)
  const bear = page.getByRole('region', { name: 'Big Gay Bear Box' })
  await expectShown(bear.getByRole('heading', { name: 'In the October 2026 box' }))
  await expectShown(bear.getByText(held))
  expect(await page.getByRole('heading', { name: /^In the/ }).count()).toBe(1)
  expect(await accessFaults(page)).toEqual([])
}

async function changeWords(): Promise<void> {
  const { page } = browser
  await page.goto(`${shop.url}/desk/words?page=contact`)
  await page.getByRole('button', { name: 'Is it vegetarian? Is it vegan?', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Question' })
  await form.getByLabel('Answer').fill('{diets}\n\nAsk {nobody}.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectShown(form.getByText('The facts in braces are {delivery}, {diets} and {email}.'))
  expect(await deskFaults(page)).toEqual([])
  await form.getByLabel('Answer').fill('{diets}\n\nAsk us at the stall.')
  const theirs = { answer: '{diets}\n\nAsk Beau.', version: 9 }
  await change(shop, 'faqs?id=eq.vegetarian-vegan', theirs)
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
  await page.route(/desk_save_faq/, () => {}, { times: 1 })
  await added.getByRole('button', { name: 'Put it on the page' }).click()
  await expect
    .poll(() => page.evaluate(countKept, '"question":"Do you wrap gifts?"'))
    .toBeGreaterThan(0)
  await page.reload()
  await expectShown(page.getByText('Signal’s back: your words are saved.'))
  await expectShown(page.getByRole('button', { name: 'Do you wrap gifts?', exact: true }))
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  expect(await added.getByLabel('Question').inputValue()).toBe('')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Wrote at nine/ }).click()
  const said = page.getByRole('dialog', { name: 'Testimonial' })
  await said.getByLabel('What they said').fill('It came, it was hot, I was happy.')
  await said.getByLabel('Who').fill('Noor')
  await said.getByLabel(/call it a sample/).uncheck()
  await said.getByRole('button', { name: 'Save' }).click()
  await expectShown(page.getByText('Noor is on the page.'))
  await page.getByRole('button', { name: 'Move Noor, Walthamstow down' }).click()
  // Moved by keyboard as far as it goes, it still has the focus.
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

test('an answer, a testimonial and a last box are put up at the desk, and shoppers see them', async () => {
  await openDesk(browser.page, shop)
  // Tall, so that the bar at the foot covers nothing in part.
  await browser.page.setViewportSize({ ...phone, height: 5000 })
  await changeWords()
  expect(await accessFaults(browser.page)).toEqual([])
  await sayWhatTheLastBoxHeld()
})
