import { expect, test } from 'vitest'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { updateRows, createShopper, fetchRows, signIn } from '../account/shoppers.ts'
import { findAccessibilityFaults } from '../support/axe.ts'
import { getMailboxEmails, waitForEmail, wakeMailWorker } from '../support/mailbox.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser, takeAnother } = openJourney({ viewport: phone }, { isShopUsedUp: true })

const email = 'marsha@example.com'

function linkOf({ links }: { links: string[] }, page: string): string {
  const link = links.find((one) => new URL(one).pathname.startsWith(page))
  if (link === undefined) throw new Error(`The mail has no link to ${page}`)
  return link
}

test('a visitor asks to be notified, confirms, and buys through the email that follows the stock', async () => {
  await browser.page.goto(`${shop.url}/shop`)
  const card = browser.page.getByRole('article').filter({ hasText: 'Proud Tote' })
  await card.getByRole('link', { name: 'Tell me when it’s back' }).click()
  await browser.page.waitForURL(/#tell-me$/)
  const form = browser.page.locator('#tell-me')
  await form.getByLabel('E-mail').fill('marsha')
  await form.getByRole('button').click()
  await expectShown(form.getByText('Please enter a valid email address.'))
  // Only the form is checked, because at this scroll position the header covers other parts of the page.
  expect(await findAccessibilityFaults(browser.page, { within: '#tell-me' })).toEqual([])
  await form.getByLabel('E-mail').fill(email)
  await form.getByRole('button', { name: 'Tell me when it’s back' }).click()
  await expectShown(browser.page.getByText('Nearly there.'))

  const question = await waitForEmail(shop.url, email, /^Shall we tell you when Proud Tote is here/)
  await browser.page.goto(linkOf(question, '/tell-me/confirm'))
  expect(await findAccessibilityFaults(browser.page)).toEqual([])
  await browser.page.getByRole('button', { name: 'Yes, tell me' }).click()
  await expectShown(browser.page.getByRole('heading', { name: 'You’re on the list.' }))
  expect(await findAccessibilityFaults(browser.page)).toEqual([])

  await takeAnother({ viewport: phone })
  await openDeskAsFirstOwner(browser.page, shop)
  await browser.page.goto(`${shop.url}/desk/products?state=sold-out`)
  const line = browser.page.getByRole('listitem').filter({ hasText: 'Proud Tote' })
  await expectShown(line.getByText('1 wants to hear'))
  expect(await getMailboxEmails(shop.url, email)).toHaveLength(1)
  await line.getByRole('button', { name: 'One Proud Tote more' }).click()
  await expectShown(browser.page.getByText('Proud Tote: 1 left. It was 0.'))
  await line.getByRole('switch', { name: 'Proud Tote sold out' }).click()

  // The email is sent only after half a minute, so that the owner can undo the change until then.
  await expect.poll(() => fetchRows(shop, 'outbox?template=eq.tell_me&select=id')).toHaveLength(1)
  await updateRows(shop, 'outbox?template=eq.tell_me', {
    next_attempt_at: new Date().toISOString(),
  })
  await wakeMailWorker(shop)
  const answer = await waitForEmail(shop.url, email, /^Proud Tote is here$/)
  await takeAnother({ viewport: phone })
  await browser.page.goto(linkOf(answer, '/shop/product/'))
  await browser.page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click()
  await expectShown(browser.page.getByRole('link', { name: /Shopping bag\W+1 item/ }))
  await browser.page.goto(`${shop.url}/cart`)
  await expectShown(browser.page.getByText('Proud Tote').first())
})

test('a request that is lost on the network shows an error each time, and the button keeps the focus', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/shop/product/proper-mouthy-mustard`)
  const form = page.locator('#tell-me')
  const button = form.getByRole('button', { name: 'Tell me when it’s here' })
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
  await form.getByLabel('E-mail').fill('bad-line@example.com')
  const alert = form.getByRole('alert')
  // The alert must be removed before the next attempt, because a screen reader would not read an unchanged alert again.
  const notesBefore: number[] = []
  await page.route('**/functions/v1/tell-me/ask', async (route) => {
    notesBefore.push(await alert.count())
    await route.abort()
  })
  for (const time of [1, 2]) {
    await button.press('Enter')
    await expect.poll(() => notesBefore.length).toBe(time)
    await expectShown(alert.getByText('That didn’t go through. Please try again.'))
    await expectFocus(button)
  }
  expect(notesBefore).toEqual([0, 0])
})

test('the form accepts a request without JavaScript', async () => {
  await takeAnother({ viewport: phone, javaScriptEnabled: false })
  await browser.page.goto(`${shop.url}/shop/product/proper-mouthy-mustard`)
  const form = browser.page.locator('#tell-me')
  await form.getByLabel('E-mail').fill('nojs@example.com')
  await form.getByRole('button', { name: 'Tell me when it’s here' }).click()
  await expectShown(browser.page.getByRole('heading', { name: 'Nearly there.' }))
  await waitForEmail(shop.url, 'nojs@example.com', /^Shall we tell you/)
})

test('a signed-in shopper finds their address in the form and needs no confirmation', async () => {
  const shopper = await createShopper(shop)
  await signIn(browser.page, shop, shopper)
  await browser.page.goto(`${shop.url}/shop/product/proper-mouthy-mustard`)
  const form = browser.page.locator('#tell-me')
  await expect.poll(() => form.getByLabel('E-mail').inputValue()).toBe(shopper.email)
  await form.getByRole('button').click()
  await expectShown(browser.page.getByText('Got it.'))
})

test('an address that is typed before the page works is not replaced by that of the account', async () => {
  const { page } = browser
  await signIn(page, shop, await createShopper(shop))
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(`${shop.url}/shop/product/proper-mouthy-mustard`, { waitUntil: 'commit' })
  const field = page.locator('#tell-me').getByLabel('E-mail')
  await field.fill('sister@example.com')
  resolve()
  await page.locator('#tell-me[novalidate]').waitFor()
  await page.locator('#tell-me').getByRole('button').click()
  await expectShown(page.getByText('Nearly there.'))
  await waitForEmail(shop.url, 'sister@example.com', /^Shall we tell you/)
})
