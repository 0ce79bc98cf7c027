import { readFile } from 'node:fs/promises'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { updateRows } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { waitForEmail, wakeMailWorker } from '../support/mailbox.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'
import { dropNextRpcResponse } from './dropped-response.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })
const email = 'hannah@example.co.uk'

/** Inserts an enquiry and a sent order of one person. */
async function known(): Promise<void> {
  const client = createClient(shop.url, (await shop.keys()).secret)
  const order = {
    email,
    status: 'fulfilled',
    subtotal: 1700,
    delivery_price: 329,
    total: 2029,
    delivery_method_id: 'standard',
    delivery_name: 'Standard delivery',
    delivery_address: {
      name: 'Hannah Osei',
      line1: '1 Road',
      city: 'London',
      postcode: 'SE15 5DQ',
    },
    cart_hash: 'hash',
    stripe_session_id: 'cs_hannah',
    terms_version: '1',
    paid_at: new Date().toISOString(),
    fulfilled_at: new Date().toISOString(),
  }
  const enquiry = {
    kind: 'catering',
    reference: 'CAT-0000ABCD',
    name: 'Hannah Osei',
    email,
    event_type: 'Wedding',
    guest_count: '45',
    message: 'Fried chicken, not canapés.',
  }
  for (const { error } of [
    await client.from('orders').insert(order),
    await client.from('enquiries').insert(enquiry),
  ])
    if (error !== null) throw error
}

/**
 * Checks that an email to one person survives a reload as a draft, can be called back, and is sent and listed on the
 * person's page.
 */
async function writeLetter(): Promise<void> {
  const { page } = browser
  const write = page.getByRole('dialog', { name: 'Write' })
  const openWith = async (subject: string, words: string) => {
    await page.getByRole('button', { name: 'Write' }).click()
    await expect.poll(() => write.getByLabel('What it is about').inputValue()).toBe(subject)
    expect(await write.getByLabel('Your words').inputValue()).toBe(words)
  }
  const send = write.getByRole('button', { name: 'Send' })
  const letter = page.getByRole('listitem').filter({ hasText: 'Your letter' })
  await openWith('', '')
  await write.getByLabel('What it is about').fill('Your slaw')
  await write.getByLabel('Your words').fill('Hannah, it is back.')
  await page.reload()
  await openWith('Your slaw', 'Hannah, it is back.')
  expect(await findDeskFaults(page)).toEqual([])
  await send.click()
  await expectShown(page.getByText(`Your letter to ${email} goes in 30 seconds.`))
  await expectShown(letter.getByText('Waiting'))
  await dropNextRpcResponse(page, 'desk_unsend')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectShown(page.getByText('Nothing was sent. Your words are kept.'))
  await letter.waitFor({ state: 'hidden' })
  await openWith('Your slaw', 'Hannah, it is back.')
  await send.click()
  await expectShown(letter.getByText('Waiting'))
  const now = new Date().toISOString()
  await updateRows(shop, 'outbox?template=eq.person_letter', { next_attempt_at: now })
  await wakeMailWorker(shop)
  await waitForEmail(shop.url, email, /^Your slaw$/)
  await expectShown(letter.getByText('Sent'))
}

test('a person is found by postcode, written to, given a note, exported and erased', async () => {
  const { page } = browser
  await openDeskAsFirstOwner(page, shop)
  await known()
  await page.getByRole('button', { name: 'More' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^People/ })
    .click()
  await expectShown(page.getByText('Search first. People are not a list to read.'))
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByLabel('Find a person').fill('se15')
  await expectShown(page.getByText('1 person for “se15”'))
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByRole('link', { name: /Hannah Osei/ }).click()
  await expectShown(page.getByText('£20.29 in all'))
  await expectShown(page.getByRole('link', { name: /CAT-0000ABCD/ }))
  expect(page.url()).toMatch(/\/desk\/people\/person#/)
  expect(await findDeskFaults(page)).toEqual([])

  const other = await browser.context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Note' }).click()
  await other.getByLabel(/^Note/).fill('Typed in another tab')
  await page.getByRole('button', { name: 'Note' }).click()
  await page.getByLabel(/^Note/).fill('Rang about slaw')
  await page.reload()
  expect(await page.getByLabel(/^Note/).inputValue()).toBe('Rang about slaw')
  await page.getByLabel(/^Note/).focus()
  await page.getByRole('heading', { name: 'Orders' }).click()
  await expectShown(page.getByText('Note saved.'))
  await other.getByRole('heading', { name: 'Orders' }).click()
  await expectShown(other.getByText('It has become “Rang about slaw”.'))
  expect(await other.getByLabel(/^Note/).inputValue()).toBe('Typed in another tab')
  await other.getByRole('button', { name: 'Use theirs' }).click()
  await other.close()
  await writeLetter()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'All of it' }).click()
  const copy = await readFile(await (await download).path(), 'utf8')
  expect(copy).toContain('Rang about slaw')
  expect(copy).toContain('Fried chicken, not canapés.')

  await page.getByRole('button', { name: 'Erase…' }).click()
  expect(await findDeskFaults(page)).toEqual([])
  const erase = page.getByRole('button', { name: 'Erase', exact: true })
  await page.getByLabel(`Type ${email}`).fill('hannah@example.com')
  expect(await erase.isDisabled()).toBe(true)
  await page.getByLabel(`Type ${email}`).fill(email)
  // While offline, the erasure is disabled instead of queued.
  await browser.context.setOffline(true)
  expect(await page.getByRole('button', { name: 'Erase · no signal' }).isDisabled()).toBe(true)
  await browser.context.setOffline(false)
  // The browser reports to be online although requests fail: the failure is shown soon, and the erasure is not retried
  // later.
  const calls = '**/functions/v1/desk-person'
  await page.route(calls, (route) => route.abort())
  await erase.click()
  await expectShown(page.getByText('The shop did not answer. Please try again.').first())
  await page.unroute(calls)
  await erase.click()
  await expectShown(page.getByText('Erased. Their orders stay, without a name.'))
  await page.getByLabel('Find a person').fill('hannah')
  await expectShown(page.getByText('Nobody called “hannah”.'))
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('slaw')

  // Toasts are hidden while the desk is locked, because they may contain a customer's name.
  await page.keyboard.press('Alt+l')
  await expectShown(page.getByRole('heading', { name: 'Back behind the counter' }))
  await expect.poll(() => page.locator('[data-toast]').count(), { timeout: 3000 }).toBe(0)
})
