import { createClient } from '@supabase/supabase-js'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { buyTwoJars } from './desk-orders.ts'
import { waitForRealtimeJoin, openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

/** Takes a screenshot at the size of a phone and of a laptop. */
async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (folder === undefined) return
  await page.screenshot({ path: `${folder}/${name}-390.png`, fullPage: true })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.screenshot({ path: `${folder}/${name}-1280.png`, fullPage: true })
  await page.setViewportSize(phone)
}

/** Presses a button on the page of the payment sandbox that acts as the bank, for the newest payment. */
async function pressAtBank(page: Page, label: string): Promise<void> {
  await page.goto(`${shop.url}/sandbox/payments/bank`)
  await takePictures(page, `bank-${label.replaceAll(' ', '-').toLowerCase()}`)
  await page.getByRole('button', { name: label }).first().click()
  await page.waitForLoadState()
}

async function seeOrder(page: Page, number: number, words: string | RegExp): Promise<void> {
  await page.goto(`${shop.url}/desk/orders/${number}`)
  await expectShown(page.getByText(words).first())
}

const holds = (page: Page): Locator => page.getByRole('region', { name: /On hold/ })

test('disputed payments and failed refunds can be seen, held and resolved on a phone', async () => {
  const { page } = browser
  await openDeskAsFirstOwner(page, shop)
  await winDispute(page)
  await packAnyway(page)
  await settleFailedRefund(page)
  expect(await findDeskFaults(page)).toEqual([])
})

async function winDispute(page: Page): Promise<void> {
  const number = await buyTwoJars(shop)
  await pressAtBank(page, 'The bank takes it back')

  const isLive = waitForRealtimeJoin(page)
  await page.goto(`${shop.url}/desk`)
  await isLive
  const matter = page.getByRole('link', { name: /Money a bank took back/ })
  await expectShown(matter)
  await expectShown(page.getByText(new RegExp(`${number}: £20\\.29, answer by`)))
  await expectShown(page.getByText('All packed. Feet up.'))
  expect(await findDeskFaults(page)).toEqual([])
  await takePictures(page, 'today')

  await matter.click()
  await expectShown(page.getByText(/A bank took £20\.29 back: answer by/))
  await expectShown(page.getByText('they say that they did not make it', { exact: false }))
  await expectShown(page.getByText('On hold', { exact: true }).first())
  await expectShown(page.getByText('The bank has taken £20.29 back'))
  expect(await page.getByRole('button', { name: 'Pay back…' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Pack this one' }).count()).toBe(0)
  expect(await findDeskFaults(page)).toEqual([])
  await takePictures(page, 'order-disputed')

  await page.goto(`${shop.url}/desk/orders?tab=disputed`)
  await expectShown(page.getByRole('link', { name: new RegExp(`${number} · Sam Ple`) }))
  await takePictures(page, 'orders-disputed')

  await page.goto(`${shop.url}/desk/pack`)
  await expectShown(holds(page).getByText('a bank has questioned the payment'))
  expect(await findDeskFaults(page)).toEqual([])
  await takePictures(page, 'pack-held')

  await pressAtBank(page, 'You send evidence')
  await seeOrder(page, number, 'The bank is deciding about £20.29')
  await pressAtBank(page, 'You win')
  await seeOrder(page, number, 'Dispute won: £20.29 is ours')
  await takePictures(page, 'order-won')
  await page.getByRole('button', { name: 'Pack this one' }).click()
  await expectShown(page.getByText('0 of 2', { exact: true }))
}

async function packAnyway(page: Page): Promise<void> {
  const number = await buyTwoJars(shop)
  await pressAtBank(page, 'The bank takes it back')
  await seeOrder(page, number, /A bank took £20\.29 back/)
  await page.getByRole('button', { name: 'Pack it anyway…' }).click()
  const dialog = page.getByRole('dialog', { name: `Pack order ${number} anyway?` })
  await expectShown(dialog)
  await takePictures(page, 'pack-anyway')
  await dialog.getByRole('button', { name: 'Pack it anyway' }).click()
  await expectShown(page.getByRole('button', { name: 'Pack this one' }))
}

async function settleFailedRefund(page: Page): Promise<void> {
  const number = await buyTwoJars(shop)
  const { secret } = await shop.keys()
  const server = createClient(shop.url, secret)
  await seeOrder(page, number, 'Sam Ple')
  await page.getByRole('button', { name: 'Pay back…' }).filter({ visible: true }).click()
  await page.getByRole('button', { name: 'One more of Nashville Chilli Crisp' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Pay back £/ })
    .click()
  await expectShown(page.getByText('£8.50 paid back'))
  await pressAtBank(page, 'The refund of £8.50 fails')
  await page.goto(`${shop.url}/desk`)
  await expectShown(page.getByText(`${number}: £8.50 came back`))
  await seeOrder(page, number, 'The refund of £8.50 failed')
  expect(await findDeskFaults(page)).toEqual([])
  await takePictures(page, 'order-refund-failed')
  await page.getByRole('button', { name: 'I’ve paid it another way…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Was £8.50 paid another way?' })
  await takePictures(page, 'refund-elsewhere')
  await dialog.getByRole('button', { name: 'Yes, it’s paid' }).click()
  await expectShown(page.getByText('£8.50 counts as refunded.'))
  const { data } = await server
    .from('orders')
    .select('refunded, status, on_hold_since')
    .eq('number', number)
    .single()
  expect(data).toEqual({ refunded: 850, status: 'partially_refunded', on_hold_since: null })
}
