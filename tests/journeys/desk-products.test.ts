import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { deskFaults } from './desk-faults.ts'
import { openDesk } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

test('from Today something is sold out in three taps and has another price in four', async () => {
  const { page } = browser
  await openDesk(page, shop)
  let taps = 0
  const tap = async (role: 'link' | 'button' | 'switch', name: RegExp | string) => {
    taps += 1
    await page.getByRole(role, { name }).first().click()
  }
  await tap('link', /^Products/)
  await tap('switch', 'Spice Bag Mix sold out')
  await expectShown(page.getByText('Spice Bag Mix is sold out.'))
  expect(taps).toBeLessThanOrEqual(3)
  expect(await deskFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectShown(page.getByText('Spice Bag Mix is not sold out any more.'))

  await page.getByRole('link', { name: 'Today' }).click()
  taps = 0
  const field = page.getByLabel('Price of Spice Bag Mix', { exact: true })
  await tap('link', /^Products/)
  await tap('button', 'Price of Spice Bag Mix, £4.50, change')
  await field.fill('45')
  await tap('button', 'Save 45')
  await expectShown(page.getByText('ten times the old price'))
  await page.getByRole('button', { name: 'No, keep £4.50' }).click()

  await page.getByRole('link', { name: 'Today' }).click()
  taps = 0
  await tap('link', /^Products/)
  await tap('button', 'Price of Spice Bag Mix, £4.50, change')
  await field.fill('4,75')
  await tap('button', 'Save 4,75')
  await expectShown(page.getByText('Spice Bag Mix: £4.75. It was £4.50.'))
  expect(taps).toBeLessThanOrEqual(4)
  await page.goto(`${shop.url}/shop/product/spice-bag-mix`)
  await expect
    .poll(async () => (await page.reload(), page.getByText('£4.75').count()))
    .toBeGreaterThan(0)
})
