import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { openJourney } from '../support/journey.ts'
import { mailWhen } from '../support/mailbox.ts'
import { phone } from '../support/screens.ts'
import { deskFaults } from './desk-faults.ts'
import { firstLink, openDesk, takePlace } from './desk-staff.ts'

const { shop, browser, takeAnother } = openJourney({ viewport: phone }, { isShopUsedUp: true })

test('the first owner takes the desk, locks it twice, and lets a packer in; a stranger finds no desk, nor by a used link', async () => {
  const { page } = browser
  await page.goto(firstLink(shop))
  await expectShown(page.getByRole('heading', { name: 'You are wanted at the desk' }))
  expect(await deskFaults(page)).toEqual([])
  await openDesk(page, shop)
  expect(await deskFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'More' }).click()
  expect(await deskFaults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('link', { name: /^Team/ }).click()
  await expectShown(page.getByText('Beau · Owner', { exact: true }))
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('Their e-mail').fill('ollie@example.com')
  expect(await deskFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expectShown(page.getByText(/An invitation is on its way to ollie@example.com/))
  const { links } = await mailWhen(shop.url, 'ollie@example.com', /your place/)
  await takeAnother({ viewport: phone })
  await takePlace(
    browser.page,
    links.find((link) => link.includes('/desk/')) ?? '',
    'Ollie',
    'ollie@example.com',
  )
  await expectShown(browser.page.getByRole('heading', { name: 'Today' }))
  await browser.page.reload()
  await expectShown(browser.page.getByRole('heading', { name: 'Today' }))
  for (const path of [
    'products',
    'products/x?new',
    'dates',
    'words',
    'codes?new',
    'money',
    'log',
  ]) {
    await browser.page.goto(`${shop.url}/desk/${path}`)
    await expectShown(browser.page.getByText('Only an owner sees this.'))
    expect(await browser.page.getByRole('dialog').count()).toBe(0)
  }
  await browser.page.getByRole('button', { name: 'More' }).click()
  const more = browser.page.getByRole('dialog', { name: 'More' })
  await expectShown(more)
  expect(await more.getByRole('link', { name: /^Team/ }).count()).toBe(0)
  await more.getByRole('button', { name: 'Lock the desk' }).click()
  const locked = browser.page.getByRole('heading', { name: 'Back behind the counter' })
  await expectShown(locked)
  await browser.page.reload()
  await expectShown(locked)

  await takeAnother({ viewport: phone })
  await browser.page.goto(`${shop.url}/desk/team`)
  await expectShown(browser.page.getByRole('heading', { name: 'Back behind the counter' }))
  expect(await deskFaults(browser.page)).toEqual([])
  await takePlace(browser.page, firstLink(shop), 'Eve', 'eve@example.com')
  await expectShown(browser.page.getByText(/was used, or has gone off/))
})
