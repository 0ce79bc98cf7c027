import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { signInByApi, createShopper } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { dropNextResponse } from '../support/dropped-response.ts'
import { waitForEmail } from '../support/mailbox.ts'

const { shop, browser } = openJourney()
const newPassword = 'Gherkins2Forever'

test('an erasure whose answer is lost says that the account may be gone, and confirms it at the second press', async () => {
  const { page } = browser
  const shopper = await createShopper(shop)
  await signInByApi(page, shop, shopper)
  await page.goto(`${shop.url}/account-settings`)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete my account' })
  const erase = dialog.getByRole('button', { name: 'Delete everything' })
  await dropNextResponse(page, '**/account/erase')
  await dialog.getByLabel('Your password').fill(shopper.password)
  await erase.click()
  await expectShown(dialog.getByText(/Your account may be gone already/))
  await dialog.getByLabel('Your password').fill(shopper.password)
  await erase.click()
  await page.waitForURL(`${shop.url}/`)
  await expectShown(page.getByText('Your account is gone'))
})

test('a new password whose answer is lost counts as changed at the second press', async () => {
  const { page } = browser
  await signInByApi(page, shop, await createShopper(shop))
  await page.goto(`${shop.url}/account-settings`)
  const change = page.getByRole('button', { name: 'Change password' })
  await change.click()
  await page.getByLabel('New password').fill(newPassword)
  await dropNextResponse(page, '**/auth/v1/user', 'PUT')
  await change.click()
  await expectShown(page.getByText('We can’t reach the sign-in desk. Please try again.'))
  await change.click()
  await expectShown(page.getByText('Password changed'))
})

test('a new password at the desk whose answer is lost counts as changed at the second press', async () => {
  const { page } = browser
  const { email } = await createShopper(shop)
  const { publishable } = await shop.keys()
  await fetch(`${shop.url}/auth/v1/recover?redirect_to=/desk/password/new`, {
    method: 'POST',
    headers: { apikey: publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  const { links } = await waitForEmail(shop.url, email, /new password/)
  await page.goto(links.find((one) => one.includes('type=recovery')) ?? '')
  await page.getByLabel('New password').fill(newPassword)
  await dropNextResponse(page, '**/auth/v1/user', 'PUT')
  const save = page.getByRole('button', { name: 'Save and go on' })
  await save.click()
  await expectShown(page.getByText('The shop did not answer. Please try again.'))
  await save.click()
  await save.waitFor({ state: 'detached' })
  expect(await page.getByText(/different from the old password/).count()).toBe(0)
})
