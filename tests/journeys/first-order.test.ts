import { expect, test } from 'vitest'
import { fetchRows } from '../account/shoppers.ts'
import { collectErrors } from '../support/browser.ts'
import { waitForEmail, getMailboxEmails } from '../support/mailbox.ts'
import { openJourney } from '../support/journey.ts'

const shopper = { name: 'Marsha Bell', email: 'marsha@example.co.uk', password: 'Hot5auce4Me' }

const { shop, browser } = openJourney()

test('a shopper finds a sauce, signs up, confirms, pays, gets the email and sees the order', async () => {
  const { page } = browser
  const errors = collectErrors(page)

  await page.goto(shop.url)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Shop the sauces/ })
    .click()
  await page.getByRole('link', { name: 'Apple Terror Sauce', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Apple Terror Sauce' }).waitFor()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.getByRole('link', { name: /Shopping bag\W+1 item/ }).waitFor()

  await page.getByRole('link', { name: /Shopping bag/ }).click()
  await page.getByRole('radio', { name: /Priority/ }).check()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByText('Please sign in to complete your purchase.').waitFor()
  await page.waitForURL(/\/auth/)

  await page.getByRole('button', { name: 'Need an account? Sign up' }).click()
  await page.getByLabel('Full Name').fill(shopper.name)
  await page.getByLabel('Email').fill(shopper.email)
  await page.getByLabel('Password', { exact: true }).fill(shopper.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page
    .getByText(/check your e-?mail/i)
    .first()
    .waitFor()

  const confirmation = await waitForEmail(shop.url, shopper.email, /confirm/i)
  const link = confirmation.links.find((one) => one.includes('/auth/v1/verify'))
  await page.goto(link ?? '')
  await page.waitForURL(/\/cart\?verified=true/)
  await page
    .getByRole('main')
    .getByText(/confirmed|verified/i)
    .first()
    .waitFor()
  await page.getByRole('link', { name: /Shopping bag\W+1 item/ }).waitFor()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.waitForURL(/\/sandbox\/payments\/pay\//)
  expect(await page.getByRole('main').innerText()).toContain('Apple Terror Sauce')
  await page.getByRole('button', { name: 'Pay £10.94' }).click()

  await page.waitForURL(/\/checkout\/success/)
  await page.getByRole('main').getByText('Apple Terror Sauce').first().waitFor()
  expect(await page.getByRole('main').innerText()).toContain('£10.94')
  await page.getByRole('heading', { name: 'We’re packing it' }).waitFor()
  const recipe = page.getByRole('list', { name: 'A recipe for it' }).getByRole('link')
  expect(await recipe.getAttribute('href')).toMatch(/^\/recipes\//)
  const dates = page.getByRole('region', { name: 'Or come and say hello' })
  expect(await dates.getByRole('article').count()).toBe(2)
  await dates.getByRole('link', { name: /^Every date/ }).waitFor()
  await page.getByRole('link', { name: /^Shopping bag$/ }).waitFor()
  await expect
    .poll(() => fetchRows(shop, 'carts?select=items,checked_out'))
    .toEqual([{ items: [], checked_out: true }])

  const receipt = await waitForEmail(shop.url, shopper.email, /order/i)
  expect(receipt.subject).toMatch(/1001/)
  await waitForEmail(shop.url, shopper.email, /y’alright|welcome/i)
  const mails = await getMailboxEmails(shop.url, shopper.email)
  expect(mails.filter((mail) => /order/i.test(mail.subject))).toHaveLength(1)

  await page.getByRole('link', { name: 'Account Settings' }).click()
  await page.waitForURL(/\/account-settings/)
  await page.getByRole('main').getByText('Apple Terror Sauce').waitFor()
  await page.getByRole('main').getByText('Paid', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await page.getByText('Signed out successfully').waitFor()
  expect(errors).toEqual([])
})
