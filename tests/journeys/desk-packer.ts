import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { findDeskFaults } from './desk-faults.ts'
import { insertPaidOrder } from './desk-orders.ts'

/**
 * Checks that a packer sees the contents and the address of a parcel, but no money, no email address and no other data of the
 * shopper.
 */
export async function checkPackingAccess(page: Page, shop: RunningShop): Promise<void> {
  const number = await insertPaidOrder(shop, 'Priya Raman')
  const heard: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/rest/v1/')) heard.push(response.text().catch(() => ''))
  })
  const isPlain = async () => {
    const words = await page.locator('body').innerText()
    expect(words).not.toContain('£')
    expect(words).not.toContain('priya@example.com')
  }
  await page.goto(`${shop.url}/desk`)
  await expectShown(page.getByText('1 order, 2 pieces'))
  await isPlain()
  await page.getByRole('link', { name: 'Start packing' }).click()
  await page.getByRole('button', { name: `Note or part of order ${number}` }).click()
  await expectShown(page.getByRole('dialog', { name: `Order ${number}` }))
  expect(await page.getByRole('link', { name: 'All of this order' }).count()).toBe(0)
  await isPlain()
  await page.keyboard.press('Escape')
  await page.getByLabel('Choose all 1').check()
  await page.getByRole('button', { name: 'Make the pick list' }).click()
  await page.getByLabel(/Nashville Chilli Crisp/).check()
  await isPlain()
  await page.getByRole('link', { name: /^Slips? for 1 order/ }).click()
  const slip = page.getByRole('article', { name: `Slip of order ${number}` })
  await expectShown(slip.getByText('48 Choumert Road'))
  await isPlain()
  await page.getByRole('button', { name: 'All packed' }).click()
  await isPlain()
  await page.getByRole('button', { name: 'Mark 1 as sent' }).click()
  await expectShown(page.getByText(`Order ${number} is marked as sent.`))
  await page.goto(`${shop.url}/desk/orders/${number}`)
  await expectShown(page.getByText('Only an owner sees this.'))
  await isPlain()
  const answers = (await Promise.all(heard)).join('\n')
  expect(answers).toContain('48 Choumert Road')
  expect(answers).not.toContain('priya@example.com')
  expect(answers).not.toMatch(/"(total|subtotal|unit_amount|delivery_price)":\s*\d/)
}

/** Checks the list of keyboard shortcuts of a packer, which has no search. */
export async function checkShortcutHelp(page: Page): Promise<void> {
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expectShown(keys.getByText('This list'))
  expect(await keys.getByText('Search').count()).toBe(0)
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
}

/** Checks that a packer can read the stock of a product, but neither its price nor a control that changes the stock. */
export async function checkStockAccess(page: Page, shop: RunningShop): Promise<void> {
  const { url } = shop
  const { secret } = await shop.keys()
  const { error } = await createClient(url, secret)
    .from('products')
    .update({ stock: 3 })
    .eq('slug', 'spice-bag-mix')
  expect(error).toBeNull()
  await page.goto(`${url}/desk`)
  await page.getByRole('link', { name: /^Running low/ }).click()
  const bag = page.getByRole('listitem').filter({ hasText: 'Spice Bag Mix' })
  await expectShown(bag.getByText('3 left'))
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page
    .getByRole('dialog', { name: 'More' })
    .getByRole('link', { name: /^Stock/ })
    .click()
  await page.getByLabel('Search products').fill('spice bag')
  await expectShown(page.getByRole('link', { name: 'All 1' }))
  await expectShown(bag.getByText('80 g'))
  expect(await findDeskFaults(page)).toEqual([])
  expect(await page.locator('#main').innerText()).not.toContain('£')
  expect(await page.locator('#main').getByRole('button').count()).toBe(0)
  await page.getByLabel('Search products').fill('ranhc')
  await expectShown(page.getByText('No sticker called ‘ranhc’'))
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expectShown(page.getByText('Nashville Chilli Crisp'))
}
