import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { updateRows } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { countInQueryCache, findDeskFaults, pausedMutationText } from './desk-faults.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'
import { dropNextRpcResponse } from './dropped-response.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

const followUps = [
  ['2030-01-02', 'Wednesday 2 January'],
  ['2030-01-01', 'Tuesday 1 January'],
] as const

/** Submits the catering enquiry form's request, as the shop's page does. */
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

/**
 * Checks that a new stage and a reply that were entered offline survive a reload, and are sent when the connection is
 * back.
 */
async function confirmWithoutSignal(): Promise<void> {
  const { page, context } = browser
  const isKept = () => page.evaluate(async () => (await caches.match('/desk')) !== undefined)
  await expect.poll(isKept).toBe(true)
  await context.setOffline(true)
  await page.getByRole('radio', { name: 'Confirmed' }).check()
  await page.getByLabel('Reply').fill('See you there.')
  await page
    .getByRole('button', { name: /^Send reply/ })
    .filter({ visible: true })
    .click()
  const waits = page.getByRole('button', { name: 'Waiting for signal' }).filter({ visible: true })
  await expectShown(waits)
  await expect.poll(() => page.evaluate(countInQueryCache, pausedMutationText)).toBe(2)
  await page.reload()
  await expectShown(waits)
  await context.setOffline(false)
  await expectShown(page.getByText('See you there.', { exact: true }).first())
  await waits.waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByLabel('Reply').inputValue()).toBe('')
  await expectShown(page.getByRole('radio', { name: 'Confirmed', checked: true }))
}

/** Checks that the text of an answer which has left stays out of the field when its undo is refused. */
async function undoTooLate(): Promise<void> {
  const { page } = browser
  await page.getByLabel('Reply').fill('It is settled.')
  await page
    .getByRole('button', { name: /^Send reply/ })
    .filter({ visible: true })
    .click()
  await expectShown(page.getByText('Your answer to Hannah goes in 30 seconds.'))
  await updateRows(shop, 'outbox?template=eq.enquiry_reply', { sent_at: new Date().toISOString() })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectShown(page.getByText('It has gone already.').first())
  await expect.poll(() => page.getByLabel('Reply').inputValue()).toBe('')
}

test('an enquiry is answered in three taps and a text, and the answer undone, quoted and moved on', async () => {
  const { page } = browser
  await enquire()
  await openDeskAsFirstOwner(page, shop)
  let taps = 0
  const tap = async (name: RegExp, role: 'link' | 'button') => {
    taps += 1
    await page.getByRole(role, { name }).filter({ visible: true }).first().click()
  }
  await tap(/^Enquiries/, 'link')
  await expectShown(page.getByRole('link', { name: /^New 1/ }))
  expect(await findDeskFaults(page)).toEqual([])
  taps = 1
  await tap(/Hannah Osei/, 'link')
  await expectShown(page.getByText('Fried chicken, not canapés.'))
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByLabel('Reply').fill('Hannah, we would love to.')
  const { promise: isTyped, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/rpc/desk_answer_enquiry', async (route) => {
    await isTyped
    await route.continue()
  })
  await tap(/^Send reply/, 'button')
  expect(taps).toBe(3)
  await page.getByLabel('Reply').fill('And thank you.')
  goOn()
  await expectShown(page.getByText('Your answer to Hannah goes in 30 seconds.'))
  expect(await page.getByLabel('Reply').inputValue()).toBe('And thank you.')
  await expectShown(page.getByRole('radio', { name: 'Answered', checked: true }))
  await dropNextRpcResponse(page, 'desk_unsend')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectShown(page.getByText('Nothing was sent. Your words are back in the field.'))
  await expectShown(page.getByRole('radio', { name: 'New', checked: true }))
  await expect
    .poll(() => page.getByLabel('Reply').inputValue())
    .toBe('Hannah, we would love to.\n\nAnd thank you.')

  await page.getByRole('button', { name: 'Quote…' }).click()
  await page.getByLabel('Line 1').fill('Fried chicken for 45')
  await page.reload()
  await page.getByRole('button', { name: 'The quote…' }).click()
  expect(await page.getByLabel('Line 1').inputValue()).toBe('Fried chicken for 45')
  await page.getByRole('button', { name: 'Send the quote' }).click()
  await expectShown(page.getByText('What does it cost?'))
  await page.getByRole('button', { name: 'Send the quote' }).press('5')
  const stage = page.getByRole('radio', { name: 'New', includeHidden: true })
  expect(await stage.isChecked()).toBe(true)
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByLabel('Price').fill('540')
  await expectShown(page.getByText('Total £540.00'))
  await page.keyboard.press('Control+Enter')
  await expectShown(page.getByRole('radio', { name: 'Quoted', checked: true }))
  await expectShown(page.getByText(/Quote: £540\.00, good until/))

  await confirmWithoutSignal()
  await undoTooLate()
  for (const [day, said] of followUps) {
    await page.getByLabel('Follow up on').fill(day)
    await expectShown(page.getByText(`Follow up: ${said}.`))
  }
  // A newer change of the follow-up day replaces the toast of the earlier one, whose Undo would no longer be valid.
  await expect.poll(() => page.getByText(/^Follow up: /).count()).toBe(1)
  await page.getByLabel('Day of the event').fill('2030-02-02')
  await expectShown(page.getByText('The day: Saturday 2 February.'))
  await page.getByLabel('Note').fill('No canapés')
  await page.getByLabel('Note').blur()
  await expectShown(page.getByText('Note saved.'))
  await page.getByRole('radio', { name: 'Done' }).check()
  await expectShown(page.getByText('Hannah Osei: Done. It was Confirmed.'))
  await page.getByRole('radio', { name: 'Confirmed' }).check()
  await expectShown(page.getByText('Hannah Osei: Confirmed. It was Done.'))
  // Only the newest toast is visible, so that the Undo of an earlier one cannot be pressed.
  const first = page.getByText(/^Follow up: /).filter({ visible: true })
  await expect.poll(() => first.count()).toBe(0)
  await page.getByRole('link', { name: 'Back to Enquiries' }).click()
  await expectShown(page.getByText('Nobody is waiting'))
  await page.getByRole('link', { name: 'Confirmed 1' }).click()
  await expectShown(page.getByRole('link', { name: /Hannah Osei.*Follow up Tue 1 Jan/ }))
})
