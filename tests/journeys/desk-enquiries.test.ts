import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { accessFaults } from '../support/axe.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { openDesk } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone })

/** Sends the catering form as a visitor's browser does. */
async function enquire(): Promise<void> {
  const { page } = browser
  await page.goto(`${shop.url}/lgbt-proud-catering`)
  await page.getByRole('button', { name: 'Send an enquiry' }).click()
  const form = page.getByRole('dialog', { name: 'Proud Catering' })
  await form.getByLabel('Name').fill('Hannah Osei')
  await form.getByLabel('E-mail').fill('hannah@example.co.uk')
  await form.getByLabel('Type of event').fill('Wedding')
  await form.getByLabel('Guests').fill('45')
  await form.getByLabel('What you have in mind').fill('Fried chicken, not canapés.')
  await form.getByRole('button', { name: 'Send enquiry' }).click()
  await expectShown(page.getByText(/CAT-[0-9A-F]{8}/).first())
}

test('an enquiry is answered in three taps and its words, taken back, and its person found', async () => {
  const { page } = browser
  await enquire()
  await openDesk(page, shop)
  let taps = 0
  const tap = async (name: RegExp, role: 'link' | 'button') => {
    taps += 1
    await page.getByRole(role, { name }).filter({ visible: true }).first().click()
  }
  await tap(/^Enquiries/, 'link')
  await tap(/Hannah Osei/, 'link')
  await expectShown(page.getByText('Fried chicken, not canapés.'))
  expect(await accessFaults(page)).toEqual([])
  await page.getByLabel('Reply').fill('Hannah, we would love to.')
  await tap(/^Send, move to Answered/, 'button')
  expect(taps).toBe(3)
  await expectShown(page.getByText('Your answer to Hannah goes in 30 seconds.'))
  await expectShown(page.getByRole('radio', { name: 'Answered', checked: true }))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectShown(page.getByRole('radio', { name: 'New', checked: true }))
  expect(await page.getByLabel('Reply').inputValue()).toBe('Hannah, we would love to.')

  await page.getByRole('link', { name: 'No order yet' }).click()
  await expectShown(page.getByRole('heading', { name: 'May we write?' }))
  expect(await accessFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to People' }).click()
  await page.getByLabel('Find a person').fill('hann')
  await page.getByRole('link', { name: /Hannah Osei/ }).click()
  await page.getByRole('button', { name: 'Erase…' }).click()
  expect(await accessFaults(page)).toEqual([])
  await page.getByLabel('Type hannah@example.co.uk').fill('hannah@example.co.uk')
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  await expectShown(page.getByText('Erased. Their orders stay, without a name.'))
})
