import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { type FreshBrowser, openBrowser } from '../support/browser.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { phone } from '../support/screens.ts'

export const ownersPassword = 'Pickles1Forever'

/**
 * Returns the authenticator app's code for a secret. A code is accepted only once, so `ahead` gets a later one, in
 * periods of 30 s from now.
 */
export function generateAuthenticatorCode(key: string, ahead = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, '')) })
  return app.generate({ timestamp: Date.now() + ahead * 30_000 })
}

/** Returns the invitation link for the first owner, which the shop prints at its first start. */
export function getOwnerInvitationLink(shop: RunningShop): string {
  const [, link] = /Desk\s+(\S+)/.exec(shop.output()) ?? []
  if (link === undefined) throw new Error('The start prints no link to the desk')
  return link
}

/** Accepts an invitation to the desk as a person without an account. */
export async function acceptInvitation(
  page: Page,
  link: string,
  name: string,
  email: string,
): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(ownersPassword)
  await page.getByRole('button', { name: 'Take my place' }).click()
}

/**
 * Opens the desk as its first owner, and sets up an authenticator app. Returns the app's secret. Calls `look` on each
 * screen on the way.
 */
export async function openDeskAsFirstOwner(
  page: Page,
  shop: RunningShop,
  look: () => Promise<void> = async () => undefined,
): Promise<string> {
  await acceptInvitation(page, getOwnerInvitationLink(shop), 'Beau', 'beau@example.com')
  const key = await page.locator('[data-app-key]').innerText()
  await look()
  await page.getByLabel('Six digits from your app').fill(generateAuthenticatorCode(key))
  const confirmButton = page.getByRole('button', { name: 'I have them' })
  await confirmButton.waitFor()
  await look()
  await confirmButton.click()
  await page.getByRole('navigation').first().waitFor()
  return key
}

/**
 * Resolves when the next page that is opened has joined the desk's realtime channel. The connection of the current page
 * does not count.
 */
export function waitForRealtimeJoin(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isNext = false
  page.once('domcontentloaded', () => {
    isNext = true
  })
  page.on('websocket', (line) =>
    line.on('framereceived', ({ payload }) => {
      if (isNext && /realtime:desk.*phx_reply.*"ok"/s.test(String(payload))) resolve()
    }),
  )
  return promise
}

/** Opens the desk as the owner on another device, a phone. `key` is what `openDeskAsFirstOwner` returned. */
export async function openSecondDesk(shop: RunningShop, key: string): Promise<FreshBrowser> {
  const second = await openBrowser({ viewport: phone, images: true })
  await second.page.goto(`${shop.url}/desk`)
  await second.page.getByLabel('Email').fill('beau@example.com')
  await second.page.getByLabel('Password').fill(ownersPassword)
  await second.page.getByRole('button', { name: 'Sign in' }).click()
  await second.page.getByLabel('Six digits from your app').fill(generateAuthenticatorCode(key, 1))
  await second.page.getByRole('navigation').first().waitFor()
  return second
}
