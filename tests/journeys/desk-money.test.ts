import { readFile } from 'node:fs/promises'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { londonDay, longDay } from '../../domain/dates.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

/** Inserts an order of two jars that is paid now and partly refunded. Returns its number. */
async function anOrder(): Promise<number> {
  const { secret } = await shop.keys()
  const client = createClient(shop.url, secret)
  const id = crypto.randomUUID()
  const now = new Date().toISOString()
  const placed = await client
    .from('orders')
    .insert({
      id,
      email: 'priya@example.com',
      subtotal: 1700,
      delivery_price: 329,
      total: 2029,
      delivery_method_id: 'standard',
      delivery_name: 'Standard delivery',
      delivery_address: { name: 'Priya Raman', country: 'GB' },
      cart_hash: id,
      terms_version: '1',
    })
    .select('number')
    .single()
  const line = {
    order_id: id,
    position: 0,
    slug: 'nashville-chilli-crisp',
    name: '=Nashville Chilli Crisp',
    unit_amount: 850,
    quantity: 2,
    stripe_price_id: 'price_1',
  }
  const lines = await client.from('order_items').insert(line)
  const back = await client.from('refunds').insert({
    order_id: id,
    amount: 850,
    lines: [{ position: 0, quantity: 1 }],
    reason: 'Lid leaked',
    booked_at: now,
  })
  const paid = await client.from('orders').update({ status: 'paid', paid_at: now }).eq('id', id)
  for (const { error } of [placed, lines, back, paid]) if (error !== null) throw error
  return Number(placed.data?.number)
}

/** Saves the accountant's CSV in the format of a bookkeeping program. Returns its file name and text. */
async function savedFor(program: string): Promise<{ name: string; text: string }> {
  const { page } = browser
  await page.getByText(program, { exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save CSV, 1 order' }).click()
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('a month and a day of revenue can be read on a phone and saved for the accountant', async () => {
  const { page } = browser
  await openDeskAsFirstOwner(page, shop)
  // The window is so tall that the bar at the bottom covers no element.
  await page.setViewportSize({ ...phone, height: 2600 })
  await page.getByRole('button', { name: 'More' }).click()
  const sheet = page.getByRole('dialog', { name: 'More' })
  await expectShown(sheet.getByRole('link', { name: /^People/ }))
  await page.goBack()
  await sheet.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toMatch(/^\/desk\/?$/)
  await page.getByRole('button', { name: 'More' }).click()
  await sheet.getByRole('link', { name: /^Money/ }).click()
  await expectShown(page.getByText('Nothing paid yet'))
  expect(await findDeskFaults(page)).toEqual([])
  const number = await anOrder()
  const books = page.getByRole('region', { name: 'Taken, and what is left' })
  await expectShown(books.getByText('£20.29'))
  await expectShown(books.getByText('Card fees, 0 of 1 known'))
  await expectShown(books.getByText('− £8.50'))
  await expectShown(books.getByText('£11.79'))
  await expectShown(page.getByRole('figure', { name: /^Takings a day, .*£20\.29\.$/ }))
  await expectShown(page.getByRole('link', { name: `${number} · Lid leaked` }))
  expect(await findDeskFaults(page)).toEqual([])

  const { name, text } = await savedFor('Spreadsheet')
  expect(name).toMatch(/^accounts-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.csv$/)
  const rows = text.split('\r\n').slice(1, -1)
  expect(rows.map((row) => row.split(',').slice(2, 10).join())).toEqual([
    `${number},1,Sale,'=Nashville Chilli Crisp,2,17.00,,17.00`,
    `${number},,Delivery,Standard delivery,,3.29,,3.29`,
    `${number},,Refund,1 × =Nashville Chilli Crisp,,,,-8.50`,
  ])
  expect(text).not.toContain('Priya')
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect((await savedFor('Xero')).text).toMatch(/,-8\.50,,200,No VAT,/)
  expect((await savedFor('FreeAgent')).text).toContain(`,20.29,Sale of order ${number}\r\n`)

  const tabs = page.getByRole('navigation', { name: 'Show' })
  await tabs.getByRole('link', { name: 'Day' }).click()
  await expectShown(page.getByRole('heading', { name: longDay(londonDay(Date.now())) }))
  await expectShown(page.getByText(/2 pieces · fee not known yet/))
  expect(await findDeskFaults(page)).toEqual([])
  await tabs.getByRole('link', { name: 'Year' }).click()
  await expectShown(page.getByText('Each month, in pounds'))
  expect(await findDeskFaults(page)).toEqual([])
  await tabs.getByRole('link', { name: 'Products' }).click()
  await expectShown(page.getByText('Nashville Chilli Crisp', { exact: true }))
  expect(await findDeskFaults(page)).toEqual([])
  const year = Number(londonDay(Date.now()).slice(0, 4))
  await page.goto(`${shop.url}/desk/money?view=year&at=${year + 1}-01-01`)
  await expectShown(page.getByText(`${year + 1} is still to come`))
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByRole('link', { name: `To ${year}` }).click()
  await expectShown(page.getByText('Each month, in pounds'))
})
