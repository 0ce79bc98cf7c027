import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { openBrowser } from '../support/browser.ts'
import { openJourney } from '../support/journey.ts'
import { dropNextResponse } from '../support/dropped-response.ts'
import { waitForEmail } from '../support/mailbox.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { checkShortcutHelp, checkStockAccess, checkPackingAccess } from './desk-packer.ts'
import {
  generateAuthenticatorCode,
  getOwnerInvitationLink,
  openDeskAsFirstOwner,
  ownersPassword,
  acceptInvitation,
} from './desk-staff.ts'

const { shop, browser, takeAnother } = openJourney({ viewport: phone }, { isShopUsedUp: true })

/** Delays the desk's refetch of the account's authentication factors until the recovery codes have been confirmed. */
async function delayFactorsRefetch(page: Page): Promise<void> {
  const pressed = (button: Element) =>
    new Promise<void>((resolve) => {
      button.addEventListener('click', () => resolve(), { once: true })
    })
  const holdUp = async (route: Route) => {
    await page.getByRole('button', { name: 'I have them' }).evaluate(pressed)
    await route.continue()
  }
  const beforeItsCode = async (route: Route) => {
    await page.route('**/rpc/desk_me', holdUp, { times: 1 })
    await route.continue()
  }
  await page.route('**/verify', beforeItsCode, { times: 1 })
}

test('the first owner sets up the desk with a second factor and invites a packer, who can send a parcel, and strangers cannot get in', async () => {
  const { page } = browser
  await page.goto(getOwnerInvitationLink(shop))
  await expectShown(page.getByRole('heading', { name: 'You are wanted at the desk' }))
  const isFaultless = async () => expect(await findDeskFaults(page)).toEqual([])
  await isFaultless()
  await delayFactorsRefetch(page)
  // `isFaultless` checks each screen of the first sign-in: the setup of the authenticator app, and the recovery codes.
  await openDeskAsFirstOwner(page, shop, isFaultless)
  await isFaultless()
  await page.goto(`${shop.url}/desk/no-such-place`)
  await expectShown(page.getByText('The desk has no such place.'))
  await isFaultless()
  await page.getByRole('button', { name: 'More' }).click()
  await isFaultless()
  await page.getByRole('dialog').getByRole('link', { name: /^Team/ }).click()
  await expectShown(page.getByText('Owner · here now'))
  await expectShown(page.getByText('10 of 10 left'))
  await page.getByRole('button', { name: 'Make new ones' }).click()
  await isFaultless()
  await page.getByRole('button', { name: 'Make ten new ones' }).click()
  const codes = await codesShown(page)
  expect(await findDeskFaults(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  const paper = await page.locator('body').innerText()
  expect(paper).toContain(codes.join('\n'))
  expect(paper).not.toMatch(/Who works here|Print|I have them/)
  await page.emulateMedia({ media: null })
  await page.getByRole('button', { name: 'I have them' }).click()
  await page.getByLabel('Their e-mail').fill('ollie@example.com')
  await page.reload()
  await isFaultless()
  await browser.context.setOffline(true)
  await expectShown(page.getByRole('button', { name: 'Invitation · no signal', disabled: true }))
  await browser.context.setOffline(false)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expectShown(page.getByText(/An invitation is on its way to ollie@example.com/))
  const { links } = await waitForEmail(shop.url, 'ollie@example.com', /^Your place/)
  const ollies = await openBrowser({ viewport: phone })
  const link = links.find((one) => one.includes('/desk/')) ?? ''
  await acceptInvitation(ollies.page, link, 'Ollie', 'ollie@example.com')
  const today = ollies.page.getByRole('heading', { name: 'Today' })
  await expectShown(today)
  await expectShown(ollies.page.getByText('Hello, Ollie'))
  await ollies.page.reload()
  await expectShown(today)
  const locked = ollies.page.getByRole('heading', { name: 'Back behind the counter' })
  await page.getByRole('button', { name: 'End access…' }).click()
  await expectShown(page.getByRole('dialog', { name: 'End Ollie’s access?' }))
  await isFaultless()
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await expectShown(page.getByText('Ollie is signed out everywhere.'))
  await expectShown(locked)
  await ollies.page.getByLabel('Email').fill('ollie@example.com')
  await ollies.page.getByLabel('Password').fill('not this one')
  await ollies.page.getByRole('button', { name: 'Sign in' }).click()
  await expectShown(ollies.page.getByText('That email and password don’t go together.'))
  await expectShown(ollies.page.getByText(/^You were signed out here/))
  await signIn(ollies.page, 'ollie@example.com')
  await expectShown(today)
  for (const path of [
    'products',
    'products/x?new',
    'dates',
    'words',
    'codes?new',
    'money',
    'log',
  ]) {
    await ollies.page.goto(`${shop.url}/desk/${path}`)
    await expectShown(ollies.page.getByText('Only an owner sees this.'))
    expect(await ollies.page.getByRole('dialog').count()).toBe(0)
  }
  await checkPackingAccess(ollies.page, shop)
  await checkStockAccess(ollies.page, shop)
  await checkShortcutHelp(ollies.page)
  await ollies.page.getByRole('button', { name: 'More' }).click()
  const more = ollies.page.getByRole('dialog', { name: 'More' })
  await expectShown(more)
  expect(await more.getByRole('link', { name: /^Team/ }).count()).toBe(0)
  await more.getByRole('button', { name: 'Lock the desk' }).click()
  await expectShown(locked)
  await ollies.page.reload()
  await expectShown(locked)
  await endAccess(page, ollies.page)
  await ollies.close()

  await lockWhileAsked(page)
  await signIn(page, 'beau@example.com')
  await expectShown(page.getByText('Step 2 of 2.'))
  await isFaultless()
  await page.getByRole('button', { name: 'Phone gone? Use a paper code' }).click()
  await expectShown(page.getByLabel('A paper code'))
  await isFaultless()
  await page.getByRole('button', { name: 'I have my phone' }).click()
  await page.keyboard.type('000000')
  await expectShown(page.getByText(/^That code has run out\./))
  await comeByPaper(page, codes)

  await takeAnother({ viewport: phone })
  await browser.page.goto(`${shop.url}/desk/team`)
  await expectShown(browser.page.getByRole('heading', { name: 'Back behind the counter' }))
  expect(await findDeskFaults(browser.page)).toEqual([])
  await acceptInvitation(browser.page, getOwnerInvitationLink(shop), 'Eve', 'eve@example.com')
  await expectShown(browser.page.getByText(/was used, or has gone off/))
})

const newPassword = 'Gherkins2Forever'

async function signIn(page: Page, email: string, password = ownersPassword): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Returns the ten recovery codes on the screen, and checks that all are different. */
async function codesShown(page: Page): Promise<string[]> {
  await page.locator('[data-print-alone]').waitFor()
  const codes = await page.locator('[data-print-alone] li').allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([\da-f]{4}-){3}[\da-f]{4}$/)
  return codes
}

/**
 * Checks that ending a team member's access signs out the desk in their open tab, and that they cannot sign in again.
 */
async function endAccess(page: Page, theirs: Page): Promise<void> {
  await signIn(theirs, 'ollie@example.com')
  await expectShown(theirs.getByRole('navigation').first())
  await page.getByRole('button', { name: 'End access…' }).click()
  const question = page.getByRole('dialog', { name: 'End Ollie’s access?' })
  expect(await findDeskFaults(page)).toEqual([])
  await question.getByRole('button', { name: 'Keep' }).click()
  await question.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'End access…' }).click()
  await question.getByRole('button', { name: 'End access' }).click()
  await expectShown(page.getByText('Ollie has no access any more, and is signed out everywhere.'))
  const row = page.getByRole('listitem').filter({ hasText: 'ollie@example.com' })
  await row.waitFor({ state: 'hidden' })
  await expectShown(theirs.getByText(/^You were signed out here/))
  expect(await findDeskFaults(theirs)).toEqual([])
  await signIn(theirs, 'ollie@example.com')
  await expectShown(theirs.getByText(/^ollie@example.com does not work at this desk/))
  expect(await findDeskFaults(theirs)).toEqual([])
}

/**
 * Checks that a recovery code signs in without the authenticator app, works only once, even when the response is lost, removes
 * the old app, and leads to new codes.
 */
async function comeByPaper(page: Page, [code = '']: string[]): Promise<void> {
  const usePaper = async (typed: string) => {
    await page.getByLabel('A paper code').fill(typed)
    await page.getByRole('button', { name: 'Use this code' }).click()
  }
  const refused = page.getByText('That is not one of your paper codes.')
  const digits = page.getByLabel('Six digits from your app')
  await page.getByRole('button', { name: 'Phone gone? Use a paper code' }).click()
  await usePaper('0000-0000-0000-0000')
  await expectShown(refused)
  expect(await findDeskFaults(page)).toEqual([])
  await dropNextResponse(page, '**/rpc/use_recovery_code')
  await usePaper(code)
  await expectShown(page.getByText('The shop did not answer. Please try again.'))
  await usePaper(code)
  await expectShown(page.getByRole('heading', { name: 'A new password' }))
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Save and go on' }).click()
  const key = await page.locator('[data-app-key]').innerText()
  await waitForEmail(shop.url, 'beau@example.com', /sign-in codes have changed/)
  await digits.fill(generateAuthenticatorCode(key))
  expect(await codesShown(page)).not.toContain(code)
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'I have them' }).click()
  await expectShown(page.getByRole('navigation').first())

  const asksTooLate = await holdQuestion(page)
  await page.keyboard.press('Alt+l')
  await expectShown(page.getByRole('heading', { name: 'Back behind the counter' }))
  await signIn(page, 'beau@example.com', newPassword)
  await expectShown(page.getByText('Step 2 of 2.'))
  await page.getByRole('button', { name: 'Phone gone? Use a paper code' }).click()
  await asksTooLate()
  await usePaper(code)
  await expectShown(refused)
  await page.getByRole('button', { name: 'I have my phone' }).click()
  await digits.fill(generateAuthenticatorCode(key, 1))
  await expectShown(page.getByRole('navigation').first())
}

/**
 * Delays the request for the current staff member until the session with which it was made has ended. Its response must
 * not end the session that has begun since.
 */
async function holdQuestion(page: Page): Promise<() => Promise<void>> {
  const release = Promise.withResolvers<void>()
  const ask = (route: Route) => release.promise.then(() => route.continue())
  await page.route(/desk_me/, ask, { times: 1 })
  const requestSent = page.waitForRequest(/desk_me/)
  await page.reload()
  const question = await requestSent
  await expectShown(page.getByRole('navigation').first())
  return async () => {
    release.resolve()
    await (await question.response())?.finished()
  }
}

/**
 * Checks a request for the current staff member that is made before the desk is locked, and answered only afterwards.
 */
async function lockWhileAsked(page: Page): Promise<void> {
  const locked = Promise.withResolvers<void>()
  const answer = async (route: Route) => {
    const response = await route.fetch()
    await locked.promise
    await route.fulfill({ response })
  }
  await page.route(/desk_me/, answer, { times: 1 })
  const requestSent = page.waitForRequest(/desk_me/)
  await page.reload()
  await requestSent
  await expectShown(page.getByRole('navigation').first())
  await page.keyboard.press('Alt+l')
  await expectShown(page.getByRole('heading', { name: 'Back behind the counter' }))
  const answered = page.waitForResponse(/desk_me/)
  locked.resolve()
  await (await answered).finished()
}
