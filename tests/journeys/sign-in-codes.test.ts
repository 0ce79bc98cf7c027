import { expect, test } from 'vitest'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { createShopper, submitSignIn, signIn } from '../account/shoppers.ts'
import { findAccessibilityFaults } from '../support/axe.ts'
import { openJourney } from '../support/journey.ts'
import { dropNextResponse } from '../support/dropped-response.ts'
import { waitForEmail } from '../support/mailbox.ts'
import { phone } from '../support/screens.ts'
import { generateAuthenticatorCode } from './desk-staff.ts'

const { shop, browser, takeAnother } = openJourney({ viewport: phone })

const account = (): string => `${shop.url}/account-settings`

const newPassword = 'Gherkins2Forever'

/** Turns on sign-in codes for the signed-in user. Returns the authenticator app's secret and the recovery codes. */
async function turnOn(): Promise<{ key: string; codes: string[] }> {
  const { page } = browser
  await page.goto(account())
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await expectShown(page.getByAltText('The key below, to scan'))
  const field = page.getByLabel('Code from your app')
  await expectFocus(field)
  const key = await page.locator('p code').innerText()
  await field.fill('000000')
  await page.getByRole('button', { name: 'Turn on codes' }).click()
  await expectShown(page.getByRole('alert').getByText(/That code isn’t right/))
  expect(await findAccessibilityFaults(page)).toEqual([])
  await field.fill(generateAuthenticatorCode(key))
  await field.press('Enter')
  const heading = page.getByRole('heading', { name: 'Keep these recovery codes' })
  await expectShown(heading)
  await expectFocus(heading)
  const codes = await page.locator('li code').allInnerTexts()
  expect(codes).toHaveLength(10)
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'I’ve kept them' }).click()
  await expectShown(page.getByText('On. You’ll be asked for a code when you sign in.'))
  return { key, codes }
}

test(
  'a shopper who turns on two-factor codes is asked for one at the next sign-in and can turn them off again',
  { tags: ['abuse-one-tap'] },
  async () => {
    const shopper = await createShopper(shop)
    await signIn(browser.page, shop, shopper)
    const { key } = await turnOn()
    await takeAnother({ viewport: phone })
    const { page } = browser
    await page.goto(`${shop.url}/auth?next=/account-settings`)
    await submitSignIn(page, shopper)
    await expectShown(page.getByRole('heading', { name: 'One more step' }))
    expect(await page.locator('h1:focus').innerText()).toBe('One more step')
    expect(await findAccessibilityFaults(page)).toEqual([])
    const field = page.getByLabel('Code from your app')
    await field.fill('123 456')
    await field.press('Enter')
    await expectShown(page.getByRole('alert').getByText(/That code isn’t right/))
    await page.goto(account())
    await page.waitForURL(/\/auth/)
    await expectShown(page.getByRole('heading', { name: 'One more step' }))
    await field.fill(generateAuthenticatorCode(key, 1))
    await field.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/auth')
    await page.goto(account())
    await page.getByRole('button', { name: 'New recovery codes…' }).click()
    await page.getByRole('button', { name: 'Keep the old ones' }).click()
    await page.getByRole('button', { name: 'Turn off…' }).click()
    const question = page.getByRole('dialog', { name: 'Turn off sign-in codes?' })
    await question.getByRole('button', { name: 'Keep them on' }).click()
    await expectShown(page.getByText('On. You’ll be asked for a code when you sign in.'))
    await page.getByRole('button', { name: 'Turn off…' }).click()
    expect(await findAccessibilityFaults(page)).toEqual([])
    await question.getByRole('button', { name: 'Turn them off' }).click()
    await expectShown(page.getByText('Sign-in codes are off'))
    await expectShown(page.getByRole('button', { name: 'Turn on', exact: true }))
  },
)

test('a shopper without their phone signs in with a recovery code and sets a new password', async () => {
  const shopper = await createShopper(shop)
  await signIn(browser.page, shop, shopper)
  const { codes } = await turnOn()
  await takeAnother({ viewport: phone })
  const { page } = browser
  await page.goto(`${shop.url}/auth`)
  await submitSignIn(page, shopper)
  await page.getByRole('button', { name: 'Lost your device? Use a recovery code' }).click()
  const field = page.getByLabel('Recovery code')
  await field.fill('none of them')
  await field.press('Enter')
  await expectShown(page.getByRole('alert').getByText(/not one of your recovery codes/))
  await field.fill(codes[0] ?? '')
  await field.press('Enter')
  await expectShown(page.getByRole('heading', { name: 'New password' }))
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.waitForURL(`${shop.url}/`)
  await page.goto(account())
  await expectShown(page.getByRole('button', { name: 'Turn on', exact: true }))
})

test('a recovery code whose answer is lost leads to a new password at the second press', async () => {
  const shopper = await createShopper(shop)
  await signIn(browser.page, shop, shopper)
  const { codes } = await turnOn()
  await takeAnother({ viewport: phone })
  const { page } = browser
  await page.goto(`${shop.url}/auth`)
  await submitSignIn(page, shopper)
  await page.getByRole('button', { name: 'Lost your device? Use a recovery code' }).click()
  await dropNextResponse(page, '**/rpc/use_recovery_code')
  const field = page.getByLabel('Recovery code')
  await field.fill(codes[0] ?? '')
  await field.press('Enter')
  await expectShown(page.getByText('We can’t reach the sign-in desk. Please try again.'))
  await field.press('Enter')
  await expectShown(page.getByRole('heading', { name: 'New password' }))
})

test('an email link and an authenticator code lead from the breach warning to a new password', async () => {
  const shopper = await createShopper(shop)
  await signIn(browser.page, shop, shopper)
  const { key } = await turnOn()
  await takeAnother({ viewport: phone })
  const { page } = browser
  await page.goto(`${shop.url}/auth?mode=forgot`)
  await page.getByLabel('Email').fill(shopper.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  const { links } = await waitForEmail(shop.url, shopper.email, /new password/)
  await takeAnother({ viewport: phone })
  const { page: other } = browser
  await other.goto(links.find((one) => one.includes('type=recovery')) ?? '')
  await expectShown(other.getByRole('heading', { name: 'One more step' }))
  const field = other.getByLabel('Code from your app')
  await field.fill(generateAuthenticatorCode(key, 1))
  await field.press('Enter')
  await expectShown(other.getByRole('heading', { name: 'New password' }))
  await other.getByLabel('New password').fill(newPassword)
  await other.getByRole('button', { name: 'Change password' }).click()
  await other.waitForURL(`${shop.url}/`)
  await expectShown(other.getByText('Password changed'))
})

test('an email address changes once both mailboxes agree, and another device can be signed out', async () => {
  const shopper = await createShopper(shop)
  await signIn(browser.page, shop, shopper)
  await takeAnother({ viewport: phone })
  const { page } = browser
  await signIn(page, shop, shopper)
  await page.goto(account())
  await page.getByRole('button', { name: /^Sign out Chrome on Linux/ }).click()
  await expectShown(page.getByText('Signed out', { exact: true }))
  await expect.poll(() => page.getByRole('button', { name: /^Sign out Chrome/ }).count()).toBe(0)
  const next = `next-${shopper.email}`
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await page.getByLabel('New e-mail').fill('nothing')
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await expectFocus(page.locator('#field-new-email'))
  await page.getByLabel('New e-mail').fill(next)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await expectShown(page.getByText(`We’ve written to ${shopper.email} and to ${next}.`))
  for (const address of [shopper.email, next]) {
    const mail = await waitForEmail(shop.url, address, /new e-mail address/)
    const link = mail.links.find((one) => one.includes('type=email_change'))
    await fetch(String(link), { redirect: 'manual' })
  }
  await takeAnother({ viewport: phone })
  await signIn(browser.page, shop, { ...shopper, email: next })
})
