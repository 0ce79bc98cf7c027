import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { signInByApi, createShopper, submitSignIn, fetchRows } from '../account/shoppers.ts'
import { expectShown } from '../account/expect-shown.ts'
import { openBrowser } from '../support/browser.ts'
import { waitForEmail, getMailboxEmails } from '../support/mailbox.ts'
import { clickAddChilliCrisp, putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'
import { openHydrated } from '../support/prompt-steps.ts'

const { shop, browser, takeAnother } = openJourney()

test('a shopper downloads all data about them as a file with the date', async () => {
  const { page } = browser
  const shopper = await createShopper(shop)
  await signInByApi(page, shop, shopper)
  await page.goto(`${shop.url}/account-settings`)
  const arrives = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await arrives
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data).toMatchObject({
    about: shopper.email,
    account: { profile: { full_name: shopper.name } },
  })
  await expectShown(page.getByText('Your data is on its way'))
})

test('deleting an account requires its password and clears this device', async () => {
  const { page } = browser
  const shopper = await createShopper(shop)
  await signInByApi(page, shop, shopper)
  await putInCart(page, shop, 'nashville-chilli-crisp')
  await page.goto(`${shop.url}/account-settings`)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete my account' })
  await expectShown(dialog.getByText(/Gone for good: your account/))
  await expectShown(dialog.getByText(/What stays: your orders/))
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await expectShown(dialog.getByText('Password is required'))
  await dialog.getByLabel('Your password').fill('Not-my-password-1')
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await expectShown(dialog.getByText('That is not your password. Please try again.'))
  await dialog.getByLabel('Your password').fill(shopper.password)
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await page.waitForURL(`${shop.url}/`)
  await expectShown(page.getByText('Your account is gone'))
  const storedKeys = await page.evaluate(() =>
    ['shop-session', 'account_details', 'guest_cart_id', 'discount_code', 'guest_email'].filter(
      (key) => localStorage.getItem(key) !== null,
    ),
  )
  expect(storedKeys).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('cart') ?? '')).not.toContain('quantity":1')
  expect(await fetchRows(shop, `carts?email=eq.${shopper.email}`)).toEqual([])
  await page.goto(`${shop.url}/auth`)
  await submitSignIn(page, shopper)
  await expectShown(page.getByText('Invalid email or password. Please try again.'))
})

test('another tab of an erased account is signed out at its next action', async () => {
  const { page } = browser
  const shopper = await createShopper(shop)
  await signInByApi(page, shop, shopper)
  const elsewhere = await openBrowser()
  try {
    await signInByApi(elsewhere.page, shop, shopper)
    await page.goto(`${shop.url}/account-settings`)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page
      .getByLabel('Your password', { exact: true })
      .and(page.locator('input'))
      .fill(shopper.password)
    await page.getByRole('button', { name: 'Delete everything' }).click()
    await page.waitForURL(`${shop.url}/`)
    await elsewhere.page.goto(`${shop.url}/account-settings`)
    await elsewhere.page.getByRole('button', { name: 'Download my data' }).click()
    await elsewhere.page.waitForURL(`${shop.url}/auth`)
    expect(await elsewhere.page.evaluate(() => localStorage.getItem('shop-session'))).toBeNull()
  } finally {
    await elsewhere.close()
  }
})

test('a guest without JavaScript requests a link, downloads a copy and has everything erased', async () => {
  await takeAnother({ javaScriptEnabled: false })
  const { page } = browser
  const { secret } = await shop.keys()
  const email = 'guest-of-data@example.com'
  await fetch(`${shop.url}/rest/v1/rpc/store_guest_cart`, {
    method: 'POST',
    headers: { apikey: secret, 'content-type': 'application/json' },
    body: JSON.stringify({ p_cart_id: null, p_email: email, p_cart_data: [] }),
  })
  const carts = () => fetchRows(shop, `guest_carts?email=eq.${email}&select=email`)
  await page.goto(`${shop.url}/privacy-policy`)
  await page.getByRole('link', { name: 'ask for a link' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'E-mail me the link' }).click()
  await expectShown(page.getByRole('heading', { name: 'Check your inbox' }))
  const mail = await waitForEmail(shop.url, email, /Your data/)
  const link = mail.links.find((one) => one.includes('/your-data/link')) ?? ''
  await page.goto(link)
  expect(await carts()).toHaveLength(1)
  const arrives = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await arrives
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ about: email })
  await page.getByLabel('I’m sure. I know there’s no way back.').check()
  await page.getByRole('button', { name: 'Erase my data' }).click()
  await expectShown(page.getByRole('heading', { name: 'All gone.' }))
  expect(await carts()).toEqual([])
  await page.goto(link)
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expectShown(page.getByRole('heading', { name: 'This link has gone off' }))
  await page.goto(`${shop.url}/your-data/done?outcome=order-open,box-open`)
  await expectShown(page.getByRole('heading', { name: 'Two things first' }))
  await expectShown(page.getByText(/order we haven’t sent yet.*box that still renews/))
})

test('this device forgets an erased guest before it sends their address again', async () => {
  await takeAnother({ prompts: true })
  const { page } = browser
  const email = `guest-${crypto.randomUUID()}@example.com`
  await page.goto(`${shop.url}/shop`)
  await clickAddChilliCrisp(page)
  const sheet = page.getByRole('dialog', { name: 'That’s one for the album!' })
  await sheet.getByLabel('E-mail address').fill(email)
  await sheet.getByRole('button', { name: 'Save my cart' }).click()
  await expectShown(page.getByText('Email saved!'))
  const carts = () => fetchRows(shop, `guest_carts?email=eq.${email}&select=email`)
  const getStoredValues = () =>
    page.evaluate(() =>
      ['guest_email', 'guest_cart_id', 'erasing'].map((key) => localStorage.getItem(key)),
    )
  expect(await carts()).toHaveLength(1)
  await page.goto(`${shop.url}/your-data/done?outcome=erased`)
  await expectShown(page.getByRole('link', { name: /Shopping bag\W+1 item/ }))
  expect((await getStoredValues())[0]).toBe(email)

  await openHydrated(page, shop, '/your-data')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'E-mail me the link' }).click()
  const mail = await waitForEmail(shop.url, email, /Your data/)
  await page.goto(mail.links.find((one) => one.includes('/your-data/link')) ?? '')
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
  await page.getByLabel('I’m sure. I know there’s no way back.').check()
  const bodies: string[] = []
  await page.route('**/rpc/store_guest_cart', async (route) => {
    bodies.push(route.request().postData() ?? '')
    await route.continue()
  })
  await page.getByRole('button', { name: 'Erase my data' }).click()
  await expectShown(page.getByRole('heading', { name: 'All gone.' }))
  await expect.poll(getStoredValues).toEqual([null, null, null])
  await page.goto(`${shop.url}/shop`)
  await clickAddChilliCrisp(page)
  await expect.poll(() => bodies.length, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(bodies.join()).not.toContain(email)
  expect(await carts()).toEqual([])
})

test('an unknown address gets the same answer and no email', async () => {
  const { page } = browser
  await openHydrated(page, shop, '/your-data')
  await page.getByLabel('E-mail').fill('nobody-of-data@example.com')
  await page.getByRole('button', { name: 'E-mail me the link' }).click()
  await expectShown(page.getByRole('heading', { name: 'Check your inbox' }))
  expect(await getMailboxEmails(shop.url, 'nobody-of-data@example.com')).toEqual([])
})
