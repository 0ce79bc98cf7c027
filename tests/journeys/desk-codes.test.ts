import { expect, test } from 'vitest'
import { addDays, londonDay } from '../../domain/dates.ts'
import { createShopper, signIn } from '../account/shoppers.ts'
import { expectShown } from '../account/expect-shown.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'
import { dropNextRpcResponse } from './dropped-response.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

async function openCodes(): Promise<void> {
  const { page } = browser
  await page.getByRole('button', { name: 'More' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Codes/ })
    .click()
  await expectShown(page.getByRole('heading', { name: 'Codes', level: 1 }))
}

test('a discount code is created at the desk, used in the shop, and shows its results', async () => {
  const { page } = browser
  await openDeskAsFirstOwner(page, shop)
  const screen = /assets\/codes-.+js/
  await page.route(screen, (route) => route.abort())
  await openCodes()
  await expectShown(page.getByText('The screen did not load'))
  expect(await findDeskFaults(page)).toEqual([])
  await page.unroute(screen)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectShown(page.getByText('No codes yet'))
  expect(await findDeskFaults(page)).toEqual([])
  // This is the size of a phone in landscape, or of a laptop at 400 % zoom, at which a fixed bar would cover too much
  // of the content.
  await page.setViewportSize({ width: 320, height: 256 })
  const action = page.locator('[data-action-bar]')
  expect(await action.evaluate((bar) => getComputedStyle(bar).position)).toBe('static')
  await page.setViewportSize(phone)

  await page.getByRole('button', { name: 'New code' }).click()
  const form = page.getByRole('dialog', { name: 'New code' })
  await form.getByRole('textbox', { name: 'Code' }).fill('slow tuesday')
  await form.getByText('A sum').click()
  await form.getByLabel('How much').fill('a fiver')
  await form.getByText('Delivery too').click()
  await form.getByRole('button', { name: 'Make the code' }).click()
  await expectShown(form.getByText('Write it like 6.50, £6 or 650p.'))
  expect(await findDeskFaults(page)).toEqual([])
  await page.reload()
  expect(await form.getByRole('textbox', { name: 'Code' }).inputValue()).toBe('slow tuesday')
  await form.getByLabel('How much').fill('£5')
  await expectShown(form.getByText(/SLOWTUESDAY takes £5.00 off: £18.50 to pay/))
  await browser.context.setOffline(true)
  await expectShown(form.getByRole('button', { name: 'Code · no signal', disabled: true }))
  await browser.context.setOffline(false)
  await dropNextRpcResponse(page, 'desk_add_code')
  await form.getByRole('button', { name: 'Make the code' }).click()
  await expectShown(page.getByText('SLOWTUESDAY made.'))
  await expectShown(page.getByText('£5.00 off goods and delivery · no last day'))

  await signIn(page, shop, await createShopper(shop))
  await putInCart(page, shop, 'nashville-chilli-crisp')
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  await page.getByLabel('Discount code').fill('Slow-Tuesday')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expectShown(page.getByText('SLOWTUESDAY: £5.00 off everything, delivery too'))
  await expectShown(page.getByText('£6.79').first())
  await page.getByRole('button', { name: 'Proceed to Checkout' }).first().click()
  await page.waitForURL(/\/sandbox\/payments\/pay\//)
  await page.getByRole('button', { name: 'Pay £6.79' }).click()
  await page.waitForURL(/\/checkout\/success/)
  await expectShown(page.getByRole('main').getByText('£6.79').first())

  await page.goto(`${shop.url}/desk/codes`)
  await expectShown(page.getByText('used once'))
  await expectShown(page.getByText('£6.79 taken'))
  await page.getByRole('link', { name: /SLOWTUESDAY/ }).click()
  const code = page.getByRole('dialog', { name: 'SLOWTUESDAY' })
  await code.getByText('Its orders').click()
  await expectShown(code.getByRole('link', { name: /^1001/ }))
  expect(await findDeskFaults(page)).toEqual([])
  await code.getByRole('button', { name: 'Withdraw' }).click()
  await expectShown(code.getByText('Withdrawn', { exact: true }))
  expect(await code.getByText('Works', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectShown(code.getByText('Works', { exact: true }).first())

  const day = code.getByLabel('Last day')
  await day.fill(addDays(londonDay(Date.now()), 9))
  await page.reload()
  await expect.poll(() => day.inputValue()).toBe(addDays(londonDay(Date.now()), 9))
  const other = await browser.context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Last day').fill(addDays(londonDay(Date.now()), 5))
  await other.getByRole('button', { name: 'Save' }).click()
  await expectShown(other.getByText('SLOWTUESDAY changed.'))
  await other.close()
  await expectShown(code.getByText(/^until /).first())
  expect(await day.inputValue()).toBe(addDays(londonDay(Date.now()), 9))
  await code.getByRole('button', { name: 'Save' }).click()
  await expectShown(page.getByText('Somebody else changed it first.').first())
  await code.getByRole('button', { name: 'Save' }).click()
  await expectShown(page.getByText('SLOWTUESDAY changed.'))
  await code.getByText('Its orders').click()
  await code.getByRole('link', { name: /^1001/ }).click()
  await expectShown(page.getByText('£6.79').first())
})
