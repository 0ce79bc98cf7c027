import { readFile } from 'node:fs/promises'
import { createClient } from '@supabase/supabase-js'
import type { Locator } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { updateRows } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { countInQueryCache, findDeskFaults, pausedMutationText } from './desk-faults.ts'
import { openPhoneFilmingParcel, restoreLocalStorage } from './desk-labels.ts'
import { insertPaidOrder } from './desk-orders.ts'
import { waitForRealtimeJoin, openDeskAsFirstOwner } from './desk-staff.ts'
import { dropNextRpcResponse } from './dropped-response.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

test('orders are picked, packed and sent from a phone, and sending them is undone', async () => {
  const { page } = browser
  await page.addInitScript(runTenMinutesAhead)
  const isLive = waitForRealtimeJoin(page)
  await openDeskAsFirstOwner(page, shop)
  await expectShown(page.getByText('All packed. Feet up.'))
  await isLive
  const first = await insertPaidOrder(shop, 'Priya Raman')
  await expectShown(page.getByText(`${first} · 2 pieces · £20.29`))
  const urgent = await insertPaidOrder(shop, 'Tom Adeyemi', 'priority')
  await expectShown(page.getByText('2 new orders'))
  await expectShown(page.getByText('2 orders, 4 pieces'))
  expect(await findDeskFaults(page)).toEqual([])

  await page.getByRole('link', { name: 'Start packing' }).click()
  await page.getByLabel('Choose all 2').check()
  expect(await page.locator('[data-parcel-title]').allInnerTexts()).toEqual([
    expect.stringContaining(`${urgent} · Tom Adeyemi`),
    expect.stringContaining(`${first} · Priya Raman`),
  ])
  expect(await findDeskFaults(page)).toEqual([])
  await writeNote(first)
  await sendPart(first)
  await browser.context.setOffline(true)
  await expectShown(page.getByRole('button', { name: 'Pick list · no signal' }))
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Enter')
  await browser.context.setOffline(false)
  await expectShown(page.getByRole('link', { name: 'Today' }).filter({ visible: true }))
  await page.getByRole('button', { name: 'Make the pick list' }).click()
  await expectShown(page.getByText('0 of 4', { exact: true }))
  await page.getByRole('button', { name: 'Something is missing' }).click()
  const missing = page.getByRole('dialog', { name: 'Something is missing' })
  await expectShown(missing.getByRole('button', { name: `Put ${first} back` }))
  expect(await findDeskFaults(page)).toEqual([])
  await missing.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel(/Nashville Chilli Crisp/).check()
  await expectShown(page.getByText('4 of 4', { exact: true }))
  expect(await findDeskFaults(page)).toEqual([])
  await tickWithoutSignal()
  await expectShown(page.getByText('4 of 4', { exact: true }))

  await page.getByRole('link', { name: 'Slips for 2 orders' }).click()
  await expectShown(page.getByText('1 of 2', { exact: false }))
  const slip = page.getByRole('article', { name: `Slip of order ${urgent}` })
  expect(await slip.locator('[data-allergens] b').allInnerTexts()).toContain('SOYA')
  expect(await findDeskFaults(page)).toEqual([])
  await printEachPaper()
  await page.getByRole('button', { name: 'Addresses for Click & Drop…' }).click()
  const addresses = page.getByRole('dialog', { name: 'Addresses for Click & Drop' })
  await addresses.getByLabel('Nashville Chilli Crisp').fill('310')
  const priority = addresses.getByRole('group', { name: 'Priority delivery' })
  await priority.getByLabel('Service code').fill('CRL24')
  await priority.getByLabel('Package size').selectOption('Small parcel')
  expect(await findDeskFaults(page)).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: 'Addresses for Click & Drop…' }).click()
  await expect.poll(() => priority.getByLabel('Service code').inputValue()).toBe('CRL24')
  expect(await addresses.getByLabel('Nashville Chilli Crisp').inputValue()).toBe('310')
  const downloaded = page.waitForEvent('download')
  await addresses.getByRole('button', { name: 'Save CSV, 2 orders' }).click()
  const download = await downloaded
  await addresses.waitFor({ state: 'hidden' })
  expect(download.suggestedFilename()).toBe('addresses-2-orders.csv')
  const parcels = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(parcels).toHaveLength(3)
  expect(parcels.find((row) => row.startsWith(`${urgent},`))).toMatch(
    /^\d+,0\.\d{3},small parcel,CRL24,Tom Adeyemi,48 Choumert Road,,London,,SE15 5DQ,United Kingdom,/,
  )
  await page.getByRole('button', { name: 'All packed' }).click()

  const field = page.getByLabel(`Tracking number for ${first}`)
  await page.getByRole('button', { name: `Scan the label of ${first}` }).click()
  await expectShown(page.getByRole('alert').getByText(/camera/))
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Type it instead' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expectFocus(field)
  await scanLabel(first)
  await field.fill('AB 1234 5678 GB')
  await expectShown(page.getByText('One short: 13 letters and digits, like AB123456789GB.'))
  const mark = page.getByRole('button', { name: 'Mark 2 as sent', disabled: true })
  expect(await mark.evaluate((button) => getComputedStyle(button).borderStyle)).toBe('dashed')
  expect(await findDeskFaults(page)).toEqual([])
  await page.reload()
  await field.fill('AB 1234 5678 9GB')
  await page.getByRole('button', { name: /^Next: / }).click()
  const follow = page.getByRole('link', { name: 'Follow your parcel' })
  expect(await follow.getAttribute('href')).toMatch(/royalmail\.com.*AB123456789GB$/)
  await page.getByRole('button', { name: 'Mark 2 as sent' }).click()
  await expectShown(page.getByText('Two parcels, out the door'))
  await expectShown(page.getByText('2 orders marked as sent.'))
  expect(await findDeskFaults(page)).toEqual([])
  await page.keyboard.press('Control+z')
  await expectShown(page.getByText('2 orders taken back. No mail has gone.'))
  await page.getByText('Two parcels, out the door').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Packed 2' }).click()
  await expectShown(page.getByText(`${first} · Priya Raman`))

  await sendWithoutSignal(first, urgent)

  await page.getByRole('link', { name: 'Today' }).filter({ visible: true }).click()
  const slugs = [
    'nashville-chilli-crisp',
    'apple-terror-sauce',
    'spice-bag-mix',
    'hot-tomato-ketchup',
  ]
  for (let at = 0; at < 10; at += 1)
    await insertPaidOrder(shop, `Customer ${at}`, 'standard', slugs[at % 4])
  await expectShown(page.getByText('10 orders, 20 pieces'))
  await goByKeys()
  expect(await tapsToSendAll()).toBeLessThanOrEqual(15)
  await expectShown(page.getByText('Ten parcels, out the door'))
  await expectShown(page.getByText('10 orders marked as sent.'))
  await page.getByRole('link', { name: /^Sent / }).click()
  await expectShown(page.getByRole('link', { name: /^1\d+ · Customer 9 .* just now$/ }))
  await page.getByRole('link', { name: 'To pack 0' }).click()
  await undoTooLate()
  await comeSecond(await insertPaidOrder(shop, 'Priya Raman'))
  await missOne(await insertPaidOrder(shop, 'Priya Raman'))
})

/** Returns the size of each printed page in mm. */
async function printed(): Promise<string[]> {
  const paper = (await browser.page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const inMm = (points: string) => Math.round((Number(points) / 72) * 25.4)
  return [...paper.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, wide = '', high = '']) => `${inMm(wide)} × ${inMm(high)}`,
  )
}

/**
 * Checks each printout: one or four packing slips a page, or all addresses on one sheet, without the rest of the desk.
 */
async function printEachPaper(): Promise<void> {
  const { page } = browser
  const words = () => page.locator('body').innerText()
  expect(await printed()).toEqual(['105 × 148', '105 × 148'])
  await page.emulateMedia({ media: 'print' })
  expect(await words()).toMatch(/Priya Raman[^]*SOYA/)
  expect(await words()).not.toMatch(/Slips|All packed|Addresses as CSV|Today/)
  const marks = page.locator('[data-allergens] b')
  const weights = await marks.evaluateAll((all) =>
    all.map((mark) => Number(getComputedStyle(mark).fontWeight)),
  )
  expect(Math.min(...weights)).toBeGreaterThanOrEqual(700)
  await page.emulateMedia({ media: null })
  await page.getByLabel('A4, four a sheet').check()
  expect(await printed()).toEqual(['210 × 297'])
  await page.getByLabel('Address labels').check()
  await page.emulateMedia({ media: 'print' })
  expect(await words()).toMatch(/^Tom Adeyemi\s+48 Choumert Road[^]*Priya Raman[^]*\d{4}\s*$/)
  await page.emulateMedia({ media: null })
  expect(await printed()).toEqual(['210 × 297'])
  await page.getByLabel('A6 slips').check()
}

/**
 * Scans the tracking number of a parcel: opens the desk on a phone whose fake camera shows the label, and allows the
 * camera.
 */
async function scanLabel(number: number): Promise<void> {
  const { context, page, close } = await openPhoneFilmingParcel('AB123456785GB')
  onTestFinished(close)
  await context.addInitScript(
    restoreLocalStorage,
    await browser.page.evaluate(() => ({ ...localStorage })),
  )
  await page.goto(browser.page.url())
  const field = page.getByLabel(`Tracking number for ${number}`)
  const scan = page.getByRole('button', { name: `Scan the label of ${number}` })
  await scan.click()
  await expectShown(page.getByRole('alert').getByText('This page may not use the camera.'))
  await page.getByRole('button', { name: 'Close' }).click()
  await context.grantPermissions(['camera'])
  await scan.click()
  await expect.poll(() => field.inputValue()).toBe('AB123456785GB')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expectShown(page.getByText('Tracking in').first())
}

/**
 * Reports a jar as missing, and checks that its order leaves the pick list, waits for packing again, and gets no email.
 */
async function missOne(number: number): Promise<void> {
  const { page } = browser
  await page.goto(`${shop.url}/desk/pack`)
  await page.getByLabel('Choose all 1').check()
  await page.getByRole('button', { name: 'Make the pick list' }).click()
  await page.getByRole('button', { name: 'Something is missing' }).click()
  const missing = page.getByRole('dialog', { name: 'Something is missing' })
  await expectShown(missing.getByText('Nashville Chilli Crisp'))
  expect(await findDeskFaults(page)).toEqual([])
  await missing.getByRole('button', { name: `Put ${number} back` }).click()
  await expectShown(page.getByText(`${number} is off the list and back on Pack.`, { exact: false }))
  await expectShown(page.getByText('This list is done'))
  await page.getByRole('link', { name: 'Back to Pack' }).last().click()
  await page.getByRole('button', { name: `Note or part of order ${number}` }).click()
  await page.getByRole('link', { name: 'All of this order' }).click()
  await expectShown(page.getByText('Taken off the pick list'))
  await expectShown(page.getByText('To pack', { exact: true }).first())
  const client = createClient(shop.url, (await shop.keys()).secret)
  const { data } = await client
    .from('outbox')
    .select('template')
    .eq('data->number', number)
    .eq('recipient', 'priya@example.com')
  expect(data).toEqual([])
}

/** Selects orders by single-key shortcuts, and checks that these can be switched off, and on again with the mouse. */
async function goByKeys(): Promise<void> {
  const { page } = browser
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const boxes = page.locator('[data-parcel] input')
  const chosen = () => page.locator('[data-parcel] input:checked').count()
  const keys = page.getByRole('dialog', { name: 'Keys' })
  const single = keys.getByLabel('Single keys work on this device')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await press('g', 'p')
  await expectShown(page.getByLabel('Choose all 10'))
  await press('j', 'j', 'k', 'x')
  await expect.poll(() => boxes.first().isChecked()).toBe(true)
  await press('j', 'x')
  await expect.poll(() => boxes.nth(1).isChecked()).toBe(true)
  expect(await chosen()).toBe(2)
  await press('x', 'Shift+A')
  await expect.poll(chosen).toBe(10)
  await press('Shift+A')
  await expect.poll(chosen).toBe(0)

  await press('?')
  await expectShown(keys)
  expect(await findDeskFaults(page)).toEqual([])
  await press('x')
  await single.uncheck()
  await press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await page.reload()
  await expectShown(page.getByLabel('Choose all 10'))
  await press('j', 'x', 'Shift+A', '?', '/', 'g', 't')
  expect(await chosen()).toBe(0)
  expect(await keys.count()).toBe(0)
  expect(page.url()).toBe(`${shop.url}/desk/pack`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: /^Keys/ }).click()
  await single.check()
  await press('Escape')
  await keys.waitFor({ state: 'hidden' })

  // Shortcuts are not triggered while a text field has the focus.
  await press('/')
  await page.waitForURL(/\/desk\/orders\?find/)
  const field = page.getByRole('searchbox').filter({ visible: true })
  await expectFocus(field)
  await press('?', 'x', '/')
  expect(await field.inputValue()).toBe('?x/')
  await page.goto(`${shop.url}/desk`)
  await expectShown(page.getByText('10 orders, 20 pieces'))
}

/** Runs in the page: sets the device's clock ten minutes ahead. */
function runTenMinutesAhead(): void {
  const now = Date.now
  Date.now = () => now() + 10 * 60_000
}

/**
 * Checks an Undo that arrives too late: it is pressed just before its ten minutes end, and reaches the shop after them.
 */
async function undoTooLate(): Promise<void> {
  const { page } = browser
  const over = Promise.withResolvers<void>()
  await page.route(/desk_undo_sent/, async (route) => {
    await over.promise
    await route.continue()
  })
  const line = page.locator('[data-undo]').filter({ hasText: '10 orders' })
  await line.getByRole('button', { name: 'Undo' }).click()
  await updateRows(shop, 'orders?fulfilled_at=not.is.null', {
    fulfilled_at: minutesAgo(10),
  })
  over.resolve()
  await expectShown(page.getByText('10 orders stay as sent: it is too late to take them back.'))
  await line.waitFor({ state: 'hidden' })
  await expectShown(page.getByRole('link', { name: 'To pack 0' }))
}

/** Checks that a tracking number is not lost silently when another desk marks the same order as sent first. */
async function comeSecond(number: number): Promise<void> {
  const { page } = browser
  await page.goto(`${shop.url}/desk/pack/send?orders=${number}`)
  await page.getByLabel(`Tracking number for ${number}`).fill('AB123456789GB')
  await page.route(/desk_send$/, async (route) => {
    const client = createClient(shop.url, (await shop.keys()).secret)
    await client.rpc('fulfil_order', { p_number: number, p_carrier: 'Evri' })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Mark 1 as sent' }).click()
  await expectShown(page.getByText('These have left'))
  const alert = page.getByRole('alert').filter({ hasText: `Order ${number} was sent already.` })
  await expectShown(alert)
}

const minutesAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString()

/** Checks that a typed note survives a reload, and that a saved one can be undone. */
async function writeNote(number: number): Promise<void> {
  const { page } = browser
  const open = page.getByRole('button', { name: `Note or part of order ${number}` })
  const field = page.getByRole('textbox', { name: 'Note, which only the desk sees' })
  await open.click()
  await field.fill('Ring the lower bell')
  await page.reload()
  await open.click()
  expect(await field.inputValue()).toBe('Ring the lower bell')
  await page.getByRole('button', { name: 'Save the note' }).click()
  const row = page.locator('[data-note]')
  await expectShown(row.getByText('Ring the lower bell'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor({ state: 'hidden' })
  await page.getByLabel('Choose all 2').check()
}

/**
 * Checks that sending one of two jars first works although the response is lost, is shown in the order, and can be
 * undone.
 */
async function sendPart(number: number): Promise<void> {
  const { page } = browser
  const open = page.getByRole('button', { name: `Note or part of order ${number}` })
  await open.click()
  await page.getByText('Send part of it now').click()
  await page.getByRole('button', { name: 'One more of Nashville Chilli Crisp' }).click()
  expect(await findDeskFaults(page)).toEqual([])
  await dropNextRpcResponse(page, 'desk_send_part')
  await page.getByRole('button', { name: 'Mark the part as sent' }).click()
  await expectShown(page.getByText(`Part of ${number} is marked as sent.`, { exact: true }))
  expect(await page.locator('[data-undo]').innerText()).toMatch(/\b(10:00|9:5\d) left/)
  await open.click()
  await page.getByRole('link', { name: 'All of this order' }).click()
  await expectShown(page.getByText('1 × Nashville Chilli Crisp · Royal Mail'))
  await page.getByRole('link', { name: 'Back to Pack' }).click()
  await dropNextRpcResponse(page, 'desk_undo_sent')
  await page.locator('[data-undo]').getByRole('button', { name: 'Undo' }).click()
  await expectShown(page.getByText('The part is taken back. No mail has gone.'))
  await page.locator('[data-undo]').waitFor({ state: 'hidden' })
  await page.getByLabel('Choose all 2').check()
}

const patience = { timeout: 15_000 }

/**
 * Checks that unticking and ticking a row while offline survives a reload, and that both changes are sent when online
 * again.
 */
async function tickWithoutSignal(): Promise<void> {
  const { page, context } = browser
  const isKept = () => page.evaluate(async () => (await caches.match('/desk')) !== undefined)
  await expect.poll(isKept, patience).toBe(true)
  await context.setOffline(true)
  const line = page.getByLabel(/Nashville Chilli Crisp/)
  await line.uncheck()
  await line.check()
  await expect.poll(() => page.evaluate(countInQueryCache, pausedMutationText), patience).toBe(2)
  const offlineNote = page.getByText('Kept on this phone')
  await expectShown(offlineNote)
  await page.reload()
  await expectShown(offlineNote)
  await context.setOffline(false)
  await offlineNote.waitFor({ state: 'hidden' })
  await page.reload()
}

/** Marks two orders as sent while offline and reloads; another desk sends one of them in the meantime. */
async function sendWithoutSignal(mine: number, theirs: number): Promise<void> {
  const { page, context } = browser
  await page.getByLabel('Choose all 2').check()
  await page.getByRole('button', { name: 'Send 2 orders' }).click()
  await expectShown(page.getByRole('button', { name: 'Mark 2 as sent' }))
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Mark 2 as sent' }).click()
  await expectShown(page.getByRole('button', { name: 'Waiting for signal' }))
  await expect.poll(() => page.evaluate(countInQueryCache, pausedMutationText), patience).toBe(1)
  await page.reload()
  const offlineNote = page.getByText(/^Kept on this device: .* will be marked as sent when/)
  await expectShown(offlineNote)
  expect(await findDeskFaults(page)).toEqual([])
  const client = createClient(shop.url, (await shop.keys()).secret)
  const { error } = await client.rpc('fulfil_order', { p_number: theirs, p_carrier: 'Evri' })
  expect(error).toBeNull()
  await context.setOffline(false)
  const toast = page.getByText(`1 order marked as sent. Order ${theirs} was sent already.`)
  await expectShown(toast.first())
  await offlineNote.waitFor({ state: 'hidden' })
  const { data } = await client
    .from('outbox')
    .select('data')
    .eq('template', 'order_sent')
    .in('data->number', [mine, theirs])
  expect(data).toHaveLength(2)
  await page.locator('[data-toast]').getByLabel('Close').click()
}

/**
 * Returns the number of taps from the screen Today until all orders are sent, including one for each row of the pick
 * list.
 */
async function tapsToSendAll(): Promise<number> {
  const { page } = browser
  let taps = 0
  const tap = async (what: Locator) => {
    taps += 1
    await what.click()
  }
  await tap(page.getByRole('link', { name: 'Start packing' }))
  await tap(page.getByLabel('Choose all 10'))
  await tap(page.getByRole('button', { name: 'Make the pick list' }))
  await expectShown(page.getByText('0 of 20', { exact: true }))
  for (const row of await page.locator('main li input').all()) await tap(row)
  await expectShown(page.getByText('20 of 20', { exact: true }))
  await tap(page.getByRole('link', { name: 'Slips for 10 orders' }))
  await tap(page.getByRole('button', { name: 'All packed' }))
  await tap(page.getByRole('button', { name: 'Mark 10 as sent' }))
  return taps
}
