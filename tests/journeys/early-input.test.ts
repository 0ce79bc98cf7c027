import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '../support/journey.ts'

const { shop, browser } = openJourney()

const field = (page: Page, name: string) =>
  page.locator('main form').last().locator(`input[name="${name}"]`)

/** Opens a page with a form before its scripts arrive; the returned function lets them through and waits for hydration. */
async function openUnhydrated(page: Page, path = '/about'): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(shop.url + path, { waitUntil: 'commit' })
  return async () => {
    resolve()
    await page.waitForFunction(() => window.earlyPress === undefined)
    // Early input is repeated in timers, which were set before this one.
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
  }
}

test('the caret stays in its place during hydration', async () => {
  const { page } = browser
  const hydrate = await openUnhydrated(page)
  const name = field(page, 'name')
  const email = field(page, 'email')
  await name.fill('Marsha')
  await email.pressSequentially('marsaexample.com')
  for (let left = 0; left < 'example.com'.length; left++) await page.keyboard.press('ArrowLeft')
  await hydrate()
  await page.keyboard.type('@')
  expect(await email.inputValue()).toBe('marsa@example.com')
  expect(await name.inputValue()).toBe('Marsha')
})

test('a word that an input method is composing stays one during hydration', async () => {
  const { page } = browser
  const hydrate = await openUnhydrated(page)
  const name = field(page, 'name')
  await name.pressSequentially('Ma')
  const session = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  await compose('rs')
  await hydrate()
  await compose('rsha')
  await session.send('Input.insertText', { text: 'rsha' })
  expect(await name.inputValue()).toBe('Marsha')
})

test('the caret stays in its place during hydration of the sign-in form', async () => {
  const { page } = browser
  const hydrate = await openUnhydrated(page, '/auth')
  const email = field(page, 'email')
  const password = field(page, 'password')
  await password.fill('secret')
  await email.pressSequentially('marsaexample.com')
  for (let left = 0; left < 'example.com'.length; left++) await page.keyboard.press('ArrowLeft')
  await hydrate()
  await page.keyboard.type('@')
  expect(await email.inputValue()).toBe('marsa@example.com')
  expect(await password.inputValue()).toBe('secret')
})

test('an address that is typed during hydration of the sign-in form is not replaced by the one of the saved cart', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/about`)
  await page.evaluate(() => localStorage.setItem('guest_email', 'guest@example.com'))
  const hydrate = await openUnhydrated(page, '/auth')
  const email = field(page, 'email')
  await field(page, 'password').fill('secret')
  await email.pressSequentially('marsaexample.com')
  for (let left = 0; left < 'example.com'.length; left++) await page.keyboard.press('ArrowLeft')
  await hydrate()
  await page.keyboard.type('@')
  expect(await email.inputValue()).toBe('marsa@example.com')
  expect(await field(page, 'password').inputValue()).toBe('secret')
})
