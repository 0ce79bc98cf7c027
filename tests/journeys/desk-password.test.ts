import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { createShopper } from '../account/shoppers.ts'
import { openBrowser } from '../support/browser.ts'
import { openJourney } from '../support/journey.ts'
import { waitForEmail } from '../support/mailbox.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { generateAuthenticatorCode, openDeskAsFirstOwner, ownersPassword } from './desk-staff.ts'

const { shop, browser, takeAnother } = openJourney({ viewport: phone }, { isShopUsedUp: true })

const email = 'beau@example.com'
const newPassword = 'Gherkins2Forever'

test(
  'an owner with a stolen password sets a new one on any device with a link in an email and an authenticator code',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const key = await openDeskAsFirstOwner(browser.page, shop)
    const thief = await openBrowser({ viewport: phone })
    await thief.page.goto(`${shop.url}/desk`)
    await signIn(thief.page, ownersPassword)
    await thief.page.getByLabel('Six digits from your app').fill('000000')
    await expectShown(thief.page.getByText(/^That code has run out\./))

    await takeAnother({ viewport: phone })
    const { page } = browser
    await page.goto(`${shop.url}/desk`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expectShown(page.getByRole('heading', { name: 'Forgot your password?' }))
    expect(await findDeskFaults(page)).toEqual([])
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await expectShown(page.getByText(`If there is an account for ${email}, a link is on its way.`))
    expect(await findDeskFaults(page)).toEqual([])
    const { links } = await waitForEmail(shop.url, email, /new password/)
    const link = links.find((one) => one.includes('type=recovery')) ?? ''

    await takeAnother({ viewport: phone })
    const { page: other } = browser
    await other.goto(link)
    await expectShown(other.getByRole('heading', { name: 'A new password' }))
    expect(other.url()).toBe(`${shop.url}/desk/password/new`)
    await expectShown(other.getByText(/^Step 1 of 2\./))
    expect(await findDeskFaults(other)).toEqual([])
    await other.reload()
    await other.getByLabel('Six digits from your app').fill(generateAuthenticatorCode(key, 1))
    const field = other.getByLabel('New password')
    await field.fill('short')
    await other.getByRole('button', { name: 'Save and go on' }).click()
    await expectShown(other.getByText('Password must be at least 8 characters long'))
    expect(await findDeskFaults(other)).toEqual([])
    await field.fill(newPassword)
    await other.getByRole('button', { name: 'Save and go on' }).click()
    await other.getByRole('navigation').first().waitFor()
    expect(other.url()).toBe(`${shop.url}/desk`)

    await thief.page.goto(`${shop.url}/desk`)
    await signIn(thief.page, ownersPassword)
    await expectShown(thief.page.getByText('That email and password don’t go together.'))
    await thief.close()
    await other.goto(link)
    await expectShown(other.getByText('This link has expired or been used. Ask for a new one.'))
    expect(await findDeskFaults(other)).toEqual([])
  },
)

test('a password link for another account asks before it signs the present one out', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/desk/password/new`)
  await expectShown(page.getByText('This link has expired or been used. Ask for a new one.'))
  const { publishable } = await shop.keys()
  const [marsha, ollie] = [await createShopper(shop), await createShopper(shop)]
  await fetch(`${shop.url}/auth/v1/recover?redirect_to=/desk/password/new`, {
    method: 'POST',
    headers: { apikey: publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email: ollie.email }),
  })
  const { links } = await waitForEmail(shop.url, ollie.email, /new password/)
  await page.goto(`${shop.url}/desk`)
  await signIn(page, marsha.password, marsha.email)
  await expectShown(page.getByText(`${marsha.email} does not work at this desk`, { exact: false }))
  await page.goto(links.find((one) => one.includes('type=recovery')) ?? '')
  await expectShown(page.getByText(`${marsha.email} is signed in on this device`, { exact: false }))
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign out here and go on' }).click()
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await expectShown(page.getByText(`${ollie.email} does not work at this desk`, { exact: false }))
})

async function signIn(page: Page, password: string, address = email): Promise<void> {
  await page.getByLabel('Email').fill(address)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
