import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { markerHeader } from '../../domain/backend-response.ts'
import { expectShown } from '../account/expect-shown.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { buyTwoJars } from './desk-orders.ts'
import { waitForRealtimeJoin, openDeskAsFirstOwner } from './desk-staff.ts'
import { dropNextRpcResponse } from './dropped-response.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

/** Forwards the next request to the shop, but replaces the response by an error, as if it were lost. */
async function loseTheAnswer(page: Page): Promise<void> {
  await page.route(
    '**/functions/v1/desk-orders',
    async (route) => {
      await route.fetch()
      const message = 'The payment provider did not answer.'
      const error = { code: 'provider_failed', message, products: [] }
      await route.fulfill({ status: 502, json: { error }, headers: { [markerHeader]: '1' } })
    },
    { times: 1 },
  )
}

/** Types faster than a slow phone draws, and checks that no character is lost. */
async function typeOnSlowPhone(field: Locator, words: string): Promise<void> {
  const phone = await browser.context.newCDPSession(field.page())
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await field.pressSequentially(words)
  await phone.detach()
  await expect.poll(() => field.inputValue()).toBe(words)
}

test('an order is found, partly refunded and its email undone, and another order is cancelled', async () => {
  const { page } = browser
  await openDeskAsFirstOwner(page, shop)
  const number = await buyTwoJars(shop)
  await expectShown(page.getByText(new RegExp(`${number} · 2 pieces`)))

  await page.getByRole('link', { name: 'Search orders' }).filter({ visible: true }).click()
  const field = page.getByRole('searchbox').filter({ visible: true })
  await typeOnSlowPhone(field, 'nobody at all')
  await expectShown(page.getByText('No order for ‘nobody at all’'))
  await field.fill('se155bs')
  expect(await findDeskFaults(page)).toEqual([])
  expect(
    await page.getByRole('navigation', { name: 'Desk' }).locator('[aria-current]').innerText(),
  ).toMatch(/^Pack/)
  await page.getByRole('link', { name: new RegExp(`${number} · Sam Ple`) }).click()
  await expectShown(page.getByRole('heading', { name: 'What happened' }))
  expect(await findDeskFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Pay back…' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Pay back' })
  await dialog.getByLabel('An amount').fill('999')
  await expectShown(dialog.getByText(/^That is £999\.00, and £/))
  expect(await findDeskFaults(page)).toEqual([])
  await dialog.getByLabel('An amount').fill('')
  await dialog.getByLabel('One more of Nashville Chilli Crisp').click()
  // Pieces of a product whose stock is not counted cannot be returned to the stock.
  expect(await dialog.getByLabel(/back on the shelf/).count()).toBe(0)
  await dialog.getByLabel('Why').fill('A lid was loose')
  await page.route(/desk-orders/, (route) => route.abort(), { times: 1 })
  await Promise.all([
    page.waitForRequest(/desk-orders/),
    dialog.getByRole('button', { name: /^Pay back £8\.50/ }).click(),
  ])
  // This amount is typed before the automatic retry, which must repeat the first request without it.
  await dialog.getByLabel('An amount').fill('2')
  await expectShown(page.getByText('£8.50 goes back to Sam Ple.'))
  await expectShown(page.getByText('Part paid back'))
  await expectShown(page.getByRole('heading', { name: '1 of 2 pieces' }))
  // A minus sign with a space is used, as on the screen Money, because a hyphen before the pounds is easily missed.
  await expectShown(page.getByText('− £8.50', { exact: true }))
  await expectShown(page.getByText(/A lid was loose/))

  await page.getByRole('button', { name: 'Pay back…' }).filter({ visible: true }).click()
  await dialog.getByLabel('One more of Nashville Chilli Crisp').click()
  await dialog.getByLabel('Why').fill('So was the other')
  await page.reload()
  await page.getByRole('button', { name: 'Pay back…' }).filter({ visible: true }).click()
  expect(await dialog.getByLabel('Why').inputValue()).toBe('So was the other')
  await loseTheAnswer(page)
  await dialog.getByRole('button', { name: /^Pay back £8\.50/ }).click()
  await expectShown(dialog.getByText(/^£8\.50 (is asked to go back|paid back)\.$/))
  expect(await findDeskFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Pay back…' }).filter({ visible: true }).click()
  expect(await dialog.getByLabel('Why').inputValue()).toBe('')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Back to Orders' }).click()
  expect(await field.inputValue()).toBe('se155bs')
  await page.getByRole('link', { name: new RegExp(`${number} · Sam Ple`) }).click()

  const second = await browser.context.newPage()
  const isLive = waitForRealtimeJoin(second)
  await second.goto(page.url())
  await isLive
  await expectShown(second.getByRole('heading', { name: 'What happened' }))
  await page.getByRole('button', { name: 'Send the order mail again' }).click()
  await expectShown(page.getByText('Order mail goes next'))
  await expectShown(second.getByText('Order mail goes next'))
  await dropNextRpcResponse(page, 'desk_undo_resend')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expectShown(page.getByText('Stopped in time. No mail went.'))
  await second.getByText('Order mail goes next').waitFor({ state: 'hidden' })
  await second.close()

  const other = await buyTwoJars(shop)
  await page.goto(`${shop.url}/desk/orders/${other}`)
  await page.getByRole('button', { name: 'Cancel order…' }).filter({ visible: true }).click()
  const question = page.getByRole('dialog', { name: `Cancel order ${other}?` })
  expect(await findDeskFaults(page)).toEqual([])
  await question.getByLabel(/^A line for Sam/).fill('Our crisp ran out.')
  await page.reload()
  await page.getByRole('button', { name: 'Cancel order…' }).filter({ visible: true }).click()
  expect(await question.getByLabel(/^A line for Sam/).inputValue()).toBe('Our crisp ran out.')
  await page.route('**/functions/v1/desk-orders', (route) => route.abort(), { times: 1 })
  const cancel = question.getByRole('button', { name: /^Cancel and pay back £/ })
  await cancel.click()
  await expectShown(page.getByText('The shop did not answer. Please try again.').first())
  await cancel.click()
  await expectShown(page.getByText(`Order ${other} is cancelled.`, { exact: false }))
  await expectShown(page.getByText('Cancelled', { exact: true }))
})
