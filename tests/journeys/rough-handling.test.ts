import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { expectShown } from '../account/expect-shown.ts'
import { signInByApi, createShopper, submitSignIn, fetchRows } from '../account/shoppers.ts'
import { openBrowser } from '../support/browser.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser } = openJourney({ reducedMotion: 'no-preference' })

const ketchup = 'Hot Tomato Ketchup'
const pay = /\/sandbox\/payments\/pay\//

async function fillCart(page: Page): Promise<void> {
  await putInCart(page, shop, 'hot-tomato-ketchup')
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
}

/** Holds back the page's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test(
  'a session that was ended elsewhere leads to the sign-in form and then back to the cart',
  { tags: ['abuse-18'] },
  async () => {
    const { page } = browser
    const own = await createShopper(shop)
    await signInByApi(page, shop, own)
    await fillCart(page)
    await expect
      .poll(() => fetchRows<{ items: unknown[] }>(shop, `carts?email=eq.${own.email}&select=items`))
      .toEqual([{ items: [expect.objectContaining({ quantity: 1 })] }])
    const other = await openBrowser()
    await signInByApi(other.page, shop, own)
    await other.page.goto(`${shop.url}/account-settings`)
    await other.page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expectShown(other.page.getByText('Signed out successfully'))
    await other.close()

    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await expectShown(page.getByText('Please sign in to complete your purchase.'))
    await page.waitForURL(/\/auth\?next=%2Fcart/)
    await submitSignIn(page, own)
    await page.waitForURL(`${shop.url}/cart`)
    await expectShown(page.getByRole('link', { name: ketchup }))
  },
)

test(
  'double clicks, Back and a retry make one order, one payment and one receipt',
  { tags: ['abuse-8'] },
  async () => {
    const { page } = browser
    const own = await createShopper(shop)
    await signInByApi(page, shop, own)
    await fillCart(page)
    await page.getByRole('button', { name: 'Proceed to Checkout' }).dblclick()
    await page.waitForURL(pay)
    const first = page.url()
    await page.goBack()
    await page.waitForURL(`${shop.url}/cart`)
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await page.waitForURL(pay)
    expect(page.url()).toBe(first)
    await page.getByRole('button', { name: /^Pay £/ }).dblclick()
    await page.waitForURL(/\/checkout\/success/)
    await expectShown(page.getByRole('heading', { name: 'Got it. Thank you!' }))
    await page.goto(first)
    await expectShown(page.getByText('This payment has been made.'))
    await page.goto(`${shop.url}/cart`)
    await expectShown(page.getByRole('heading', { name: 'Your cart is empty' }))
    expect(
      await fetchRows<{ status: string }>(shop, `orders?email=eq.${own.email}&select=status`),
    ).toEqual([{ status: 'paid' }])
    expect(
      await fetchRows(
        shop,
        `outbox?recipient=eq.${own.email}&template=eq.order_confirmation&select=id`,
      ),
    ).toHaveLength(1)
  },
)

test.each(['cs_test_forged', 'x),or(id.gt.0', '', '../../orders'])(
  'the success page of the made-up session %j shows nothing',
  { tags: ['abuse-14'] },
  async (id) => {
    const { page } = browser
    await signInByApi(page, shop, await createShopper(shop))
    await page.goto(`${shop.url}/checkout/success?session_id=${encodeURIComponent(id)}`)
    await expectShown(page.getByRole('heading', { name: 'No order here' }))
  },
)

test('an address that is too long is refused, never cut', { tags: ['abuse-25'] }, async () => {
  const { page } = browser
  await page.goto(`${shop.url}/auth`)
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click()
  const address = `${'a'.repeat(300)}@example.com`
  await page.getByLabel('Email').fill(address)
  expect(await page.getByLabel('Email').inputValue()).toBe(address)
  await page.getByLabel('Full Name').fill('😀'.repeat(40))
  await page.getByLabel('Password', { exact: true }).fill('Hot5auce4Me')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expectShown(page.getByText('Please enter a valid email address').first())
  // The sticker beside the form shows the typed name truncated, but never within a character (a surrogate pair).
  expect((await page.locator('body').innerText()).isWellFormed()).toBe(true)
})

test('changes that were made offline reach the server once online', async () => {
  const { page, context } = browser
  await fillCart(page)
  const id = await page.evaluate(() => localStorage.getItem('guest_cart_id'))
  await context.setOffline(true)
  await page.getByRole('button', { name: 'One more' }).click()
  await expectShown(page.getByRole('link', { name: /Shopping bag\W+2 items/ }))
  await context.setOffline(false)
  await expect
    .poll(() => fetchRows<{ cart_data: { quantity: number }[] }>(shop, `guest_carts?id=eq.${id}`), {
      timeout: 15_000,
    })
    .toMatchObject([{ cart_data: [{ quantity: 2 }] }])
})

test('every press from before hydration counts once, in order', async () => {
  const { page } = browser
  const letGo = await holdScripts(page)
  await page.goto(`${shop.url}/shop/product/hot-tomato-ketchup`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'One more' }).click()
  await page
    .getByRole('button', { name: /Add to Cart/ })
    .first()
    .click({ clickCount: 2 })
  letGo()
  await expectShown(page.getByRole('link', { name: /Shopping bag\W+2 items/ }))
})

test('a press during hydration counts once', async () => {
  const { page, context } = browser
  const slowed = await context.newCDPSession(page)
  await slowed.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.addInitScript(pressWhileHydrating)
  await page.goto(`${shop.url}/shop/product/hot-tomato-ketchup`)
  await page.waitForFunction(() => window.name === 'pressed')
  const add = page.getByRole('button', { name: /Add to Cart/ }).first()
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await add.click()
  await expectShown(page.getByRole('link', { name: /Shopping bag\W+2 items/ }))
})

/**
 * Runs in the page: presses a button 20 ms after React has added its click listener to the document, which is while
 * React hydrates the page piece by piece.
 */
function pressWhileHydrating(): void {
  const listen = document.addEventListener.bind(document)
  document.addEventListener = (type: string, ...rest: [EventListener]) => {
    listen(type, ...rest)
    if (type !== 'click') return
    document.addEventListener = listen
    setTimeout(() => {
      document.querySelector<HTMLButtonElement>('main fieldset button:last-of-type')?.click()
      window.name = 'pressed'
    }, 20)
  }
}

test.each(['/', 'Control+k'])(
  'pressing %s before hydration opens the search afterwards',
  async (keys) => {
    const { page } = browser
    const letGo = await holdScripts(page)
    await page.goto(shop.url, { waitUntil: 'commit' })
    await page.getByRole('link', { name: 'Search', exact: true }).waitFor()
    await page.keyboard.press(keys)
    letGo()
    const search = page.getByRole('dialog', { name: 'Search the shop' })
    await expectShown(search.getByText('Start typing to search products and pages...'))
  },
)

test('a "/" that is typed into a field before hydration stays there and opens nothing', async () => {
  const { page } = browser
  const letGo = await holdScripts(page)
  await page.goto(`${shop.url}/auth`, { waitUntil: 'commit' })
  const field = page.getByLabel('Password', { exact: true })
  await field.pressSequentially('and/or')
  letGo()
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  expect(await field.inputValue()).toBe('and/or')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('credentials that are typed before hydration sign in', async () => {
  const { page } = browser
  const own = await createShopper(shop)
  const letGo = await holdScripts(page)
  await page.goto(`${shop.url}/auth`, { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(own.email)
  await page.getByLabel('Password', { exact: true }).fill(own.password)
  letGo()
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL(`${shop.url}/`)
  await expectShown(page.getByRole('link', { name: 'Account Settings', exact: true }))
})
