import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { markerHeader } from '../../domain/backend-response.ts'
import {
  signInByApi,
  updateRows,
  createShopper,
  submitSignIn,
  fetchRows,
  signIn,
} from '../account/shoppers.ts'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { putInCart } from '../support/into-cart.ts'
import { openBrowser } from '../support/browser.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser, takeAnother } = openJourney()

const ketchup = 'hot-tomato-ketchup'
const pay = /\/sandbox\/payments\/pay\//

async function openCart(page: Page): Promise<void> {
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
}

function proceed(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Proceed to Checkout' }).click()
}

/** Changes a price with the secret key, and waits until the API returns the new price. */
async function changePrice(product: string, amount: number): Promise<void> {
  const prices = `prices?product_id=eq.${product}`
  await updateRows(shop, prices, { unit_amount: amount })
  await vi.waitFor(
    async () => {
      const sold = await fetchRows(shop, `${prices}&select=unit_amount`)
      expect(sold).toEqual([{ unit_amount: amount }])
    },
    { timeout: 10_000 },
  )
}

/** Returns the toast with this title by the role `alert`, by which a screen reader announces a failed checkout. */
function failure(page: Page, title: string) {
  return page.getByRole('alert').filter({ hasText: title })
}

/** Runs in the page: returns the controls that a toast overlaps. */
function controlsUnderNotices(): (string | null)[] {
  const [notices, controls] = ['body > output > div', 'a, button, input'].map((what) =>
    Array.from(document.querySelectorAll(what), (part) => ({
      box: part.getBoundingClientRect(),
      text: part.textContent,
    })),
  )
  return controls!
    .filter(({ box }) =>
      notices!.some(
        (notice) =>
          box.left < notice.box.right &&
          box.right > notice.box.left &&
          box.top < notice.box.bottom &&
          box.bottom > notice.box.top,
      ),
    )
    .map(({ text }) => text)
}

test('the checkout checks come in the specified order, each with its message', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/cart`)
  await proceed(page)
  const signInFirst = failure(page, 'Sign in required')
  await expectShown(signInFirst.getByText('Please sign in to complete your purchase.'))
  await page.waitForURL(/\/auth/)
  await submitSignIn(page, await createShopper(shop))
  await page.waitForURL(`${shop.url}/cart`)
  await expectShown(page.getByText('Your cart is empty'))
  await proceed(page)
  await expectShown(
    failure(page, 'Empty cart').getByText('Your cart is empty. Add some items before checkout.'),
  )
  await putInCart(page, shop, ketchup)
  await page.goto(`${shop.url}/cart`)
  await proceed(page)
  const noDelivery = 'Please choose a delivery option before proceeding to checkout.'
  await expectShown(failure(page, 'Delivery method required').getByText(noDelivery))
  const note = page.getByRole('group', { name: 'Delivery' }).getByRole('alert')
  await expectShown(note.getByText(noDelivery))
  const method = page.getByRole('radio', { name: /Standard/ })
  await expectFocus(method)
  await page.getByRole('radio', { name: /Priority/ }).check()
  await proceed(page)
  await page.waitForURL(pay)
})

test('a guest is sent to sign in, which is logged, and comes back to the cart', async () => {
  const { page } = browser
  await putInCart(page, shop, 'the-big-smoke-bbq-sauce')
  await openCart(page)
  await proceed(page)
  await page.waitForURL(/\/auth/)
  const id = await page.evaluate(() => localStorage.getItem('guest_cart_id'))
  const [row] = await fetchRows<{ checkout_started: boolean }>(
    shop,
    `guest_carts?id=eq.${id}&select=checkout_started`,
  )
  expect(row?.checkout_started).toBe(true)
  await submitSignIn(page, await createShopper(shop))
  await page.waitForURL(`${shop.url}/cart`)
})

test('everything that the law requires is shown before the button leads to payment', async () => {
  const { page } = browser
  await putInCart(page, shop, 'twink-box-monthly-subscription')
  await openCart(page)
  const summary = page.getByRole('region', { name: 'Order summary' })
  for (const words of [
    /Sold by Y’alright Kitchen LLP, registered in England and Wales, No. OC000000/,
    /cancel within 14 days/,
    /Standard delivery: Two to four working days, on foot, nearly\./,
    /Twink Box, Monthly is a subscription: £20.00 every month/,
    /Stop whenever you like/,
  ])
    await expectShown(summary.getByText(words))
  expect(await summary.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe(
    '/terms-of-service',
  )
  expect(await summary.innerText()).toContain('£23.29')
  expect(await summary.innerText()).not.toMatch(/VAT/)
})

test(
  'a product that sells out meanwhile is flagged in the cart and stops the checkout',
  { tags: ['abuse-3'] },
  async () => {
    const { page } = browser
    const slug = 'bi-curious-blueberry-bbq'
    await signInByApi(page, shop, await createShopper(shop))
    await putInCart(page, shop, slug)
    const productsRead = page.waitForResponse(/\/rest\/v1\/products\?/)
    await openCart(page)
    await productsRead
    const line = page.getByRole('listitem').filter({ hasText: 'Bi-Curious Blueberry BBQ' })
    await updateRows(shop, `products?slug=eq.${slug}`, { isSoldOut: true })
    await proceed(page)
    await expectShown(line.getByText(/^Sold out since you added it/))
    await proceed(page)
    await expectShown(page.getByText('Please sort these out first: Bi-Curious Blueberry BBQ'))
    const remove = line.getByRole('button', { name: /^Remove/ })
    await expectFocus(remove)
    await remove.click()
    await line.waitFor({ state: 'detached' })
  },
)

test('a removed product and one with too little stock offer a way out', async () => {
  const { page } = browser
  await putInCart(page, shop, 'trailer-trash-taco-dust')
  await putInCart(page, shop, 'nashville-hot-dust')
  await updateRows(shop, 'products?slug=eq.trailer-trash-taco-dust', { active: false })
  await updateRows(shop, 'products?slug=eq.nashville-hot-dust', { stock: 2 })
  await page.goto(`${shop.url}/cart`)
  await expectShown(page.getByText(/^We no longer sell this/))
  const quantity = page.getByRole('textbox', { name: 'Quantity of Nashville Hot Dust' })
  await quantity.fill('4')
  await quantity.press('Enter')
  await expectShown(page.getByText('Only 2 are left.'))
  await page.getByRole('button', { name: 'Take 2' }).click()
  expect(await quantity.inputValue()).toBe('2')
})

test('a changed price is updated with a note when the cart opens', async () => {
  const { page } = browser
  const [product] = await fetchRows<{ id: string; slug: string }>(
    shop,
    'products?slug=eq.peach-please-hot-honey&select=id,slug',
  )
  await putInCart(page, shop, product!.slug)
  await changePrice(product!.id, 900)
  await page.goto(`${shop.url}/cart`)
  await page.getByText('The price is now £9.00; it was £8.00.').waitFor()
  await expectShown(page.getByRole('region', { name: 'Order summary' }).getByText('£9.00').first())
})

test(
  'a price that changes between cart and checkout is updated with a message, and the next press pays',
  { tags: ['abuse-3'] },
  async () => {
    const { page } = browser
    const [product] = await fetchRows<{ id: string }>(
      shop,
      'products?slug=eq.miss-marmalade-chilli-jam&select=id',
    )
    const own = await createShopper(shop)
    await signInByApi(page, shop, own)
    await putInCart(page, shop, 'miss-marmalade-chilli-jam')
    const productsRead = page.waitForResponse((response) =>
      response.url().includes('/rest/v1/products?'),
    )
    await openCart(page)
    await productsRead
    await changePrice(product!.id, 700)
    await proceed(page)
    await expectShown(
      page.getByText(/The price has changed: Miss Marmalade Chilli Jam is now £7.00/),
    )
    await page.getByText('The price is now £7.00; it was £6.50.').waitFor()
    await expectShown(page.getByRole('region', { name: 'Order summary' }).getByText('£10.29'))
    await proceed(page)
    await page.waitForURL(pay)
  },
)

test(
  'a provider that does not respond causes a message within 15 seconds, and the button works again',
  { tags: ['abuse-provider'] },
  async () => {
    const { page } = browser
    await page.clock.install()
    await signInByApi(page, shop, await createShopper(shop))
    await putInCart(page, shop, ketchup)
    await openCart(page)
    await page.route('**/functions/v1/create-checkout', () => {})
    const requestSent = page.waitForRequest('**/functions/v1/create-checkout')
    await proceed(page)
    await expectShown(page.getByRole('button', { name: 'Processing...' }))
    await requestSent
    await page.clock.runFor(15_000)
    await expectShown(
      failure(page, 'Checkout failed').getByText('Unable to process checkout. Please try again.'),
    )
    await expectShown(page.getByRole('button', { name: 'Proceed to Checkout' }))
    expect(await page.evaluate(controlsUnderNotices)).toEqual([])
    await expectShown(page.locator('button:focus').getByText('Proceed to Checkout'))
    expect(await page.evaluate(() => localStorage.getItem('checkout_session_id'))).toBeNull()
  },
)

test(
  'a checkout whose code belongs to an older build works after an automatic reload',
  { tags: ['abuse-update'] },
  async () => {
    const { page } = browser
    await signInByApi(page, shop, await createShopper(shop))
    await putInCart(page, shop, ketchup)
    await openCart(page)
    const isRemovedChunk = (url: URL) => /assets\/proceed-to-checkout-.*\.js/.test(url.pathname)
    await page.route(isRemovedChunk, (route) => route.fulfill({ status: 404 }))
    const renewed = page.waitForEvent('load')
    await proceed(page)
    await renewed
    await page.unroute(isRemovedChunk)
    expect(page.url()).toBe(`${shop.url}/cart`)
    await page.getByRole('radio', { name: /Standard/ }).check()
    await proceed(page)
    await page.waitForURL(pay)
  },
)

test('an unreadable checkout response shows an error and nothing of it is stored', async () => {
  const { page } = browser
  await signInByApi(page, shop, await createShopper(shop))
  await putInCart(page, shop, ketchup)
  await openCart(page)
  const headers = { [markerHeader]: '1' }
  const badGateway = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }
  for (const [answer, words] of [
    [badGateway, 'Unable to process checkout. Please try again.'],
    [{ json: { session_id: 'cs_1' }, headers }, 'No checkout URL returned from payment processor'],
    [{ json: { url: 'https://pay.example' }, headers }, 'Failed to create checkout session'],
  ] as const) {
    await page.route('**/functions/v1/create-checkout', (route) => route.fulfill(answer))
    await proceed(page)
    await expectShown(failure(page, 'Checkout failed').getByText(words))
  }
  expect(await page.evaluate(() => localStorage.getItem('checkout_session_id'))).toBeNull()
})

test('a cart item without a price stops the checkout and is named', async () => {
  const { page } = browser
  await signInByApi(page, shop, await createShopper(shop))
  await putInCart(page, shop, ketchup)
  // The request for the products fails, so the cart shows the product data that is stored in the browser.
  await page.route('**/rest/v1/products?**', (route) => route.abort())
  for (const [priceId, fault] of [
    [null, 'Hot Tomato Ketchup - missing price information'],
    ['sku_1', 'Hot Tomato Ketchup - invalid price format'],
  ] as const) {
    await page.evaluate((id) => {
      const cart = JSON.parse(localStorage.getItem('cart') ?? '{}')
      for (const line of cart.items) {
        line.priceId = id
        line.product.priceId = id
      }
      localStorage.setItem('cart', JSON.stringify(cart))
    }, priceId)
    await openCart(page)
    await proceed(page)
    await expectShown(failure(page, 'Checkout failed').getByText(`Invalid items in cart: ${fault}`))
  }
})

test('a delivery method that the provider does not know stops the checkout', async () => {
  const { page } = browser
  const priority = 'delivery_methods?id=eq.priority'
  const [method] = await fetchRows<{ stripe_id: string }>(shop, `${priority}&select=stripe_id`)
  await signInByApi(page, shop, await createShopper(shop))
  await putInCart(page, shop, ketchup)
  await updateRows(shop, priority, { stripe_id: null })
  try {
    const offered = async () => (await fetch(`${shop.url}/cart`)).text()
    await expect.poll(offered).not.toContain(method?.stripe_id)
    await page.goto(`${shop.url}/cart`)
    await page.getByRole('radio', { name: /Priority/ }).check()
    await proceed(page)
    await expectShown(
      failure(page, 'Checkout failed').getByText(
        'Selected delivery method is missing Stripe configuration',
      ),
    )
  } finally {
    await updateRows(shop, priority, { stripe_id: method?.stripe_id })
  }
})

test('a paid order removes only its own products from the cart, even if its success page was never opened', async () => {
  const { page, context } = browser
  const own = await createShopper(shop)
  await signInByApi(page, shop, own)
  await putInCart(page, shop, ketchup)
  await openCart(page)
  await proceed(page)
  await page.waitForURL(pay)

  const other = await context.newPage()
  await putInCart(other, shop, 'not-that-kind-of-biscuit-mix')
  // The payment succeeds, but the redirect to the success page fails: the route follows no redirects, and aborts the
  // request.
  await page.route(pay, async (route) => {
    await route.fetch({ maxRedirects: 0 })
    await route.abort()
  })
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect
    .poll(() => fetchRows<{ status: string }>(shop, `orders?email=eq.${own.email}&select=status`), {
      timeout: 15_000,
    })
    .toEqual([{ status: 'paid' }])

  await other.goto(`${shop.url}/cart`)
  await expectShown(other.getByText(/^Order \d+ is paid$/))
  const cart = other.getByRole('list', { name: 'What is in your cart' })
  await expectShown(cart.getByRole('link', { name: 'Not That Kind of Biscuit Mix' }))
  expect(await cart.getByRole('link', { name: 'Hot Tomato Ketchup' }).count()).toBe(0)
})

test('a payment that is still pending is an order already and its products leave the cart', async () => {
  const { page } = browser
  await signInByApi(page, shop, await createShopper(shop))
  await putInCart(page, shop, ketchup)
  await openCart(page)
  await proceed(page)
  await page.waitForURL(pay)
  await page.getByLabel('Card number').fill('4000 0000 0000 7726')
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expectShown(page.getByRole('heading', { level: 1, name: 'Your order is in' }))
  expect(await page.getByRole('link', { name: /Shopping bag\W+\d/ }).count()).toBe(0)
  await page.getByRole('link', { name: 'See your orders' }).click()
  await expectShown(page.getByText('Waiting for your bank to pay'))
  await page.goto(`${shop.url}/cart`)
  await expectShown(page.getByText('Your cart is empty').first())
})

test('an order that sold out before payment is refunded, says so and leaves the cart', async () => {
  const { page } = browser
  const own = await createShopper(shop)
  const slug = 'peach-please-hot-honey'
  const [before] = await fetchRows<{ stock: number | null }>(
    shop,
    `products?slug=eq.${slug}&select=stock`,
  )
  await signInByApi(page, shop, own)
  await putInCart(page, shop, slug)
  await openCart(page)
  await proceed(page)
  await page.waitForURL(pay)
  const ownOrder = `orders?email=eq.${own.email}`
  const [order] = await fetchRows<{ created_at: string }>(shop, `${ownOrder}&select=created_at`)
  await updateRows(shop, ownOrder, { stock_held: false, reserved_until: order?.created_at })
  await updateRows(shop, `products?slug=eq.${slug}`, { stock: 0 })
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expectShown(page.getByRole('heading', { level: 1, name: 'Somebody was quicker' }))
  await expect
    .poll(() => fetchRows(shop, `${ownOrder}&select=status`), { timeout: 15_000 })
    .toEqual([{ status: 'refunded' }])
  await updateRows(shop, `products?slug=eq.${slug}`, { stock: before?.stock ?? null })
  await page.getByRole('link', { name: 'Back to your cart' }).click()
  await expectShown(page.getByRole('link', { name: 'Peach, Please Hot Honey' }))
})

test('a cancelled payment keeps everything and offers the cart', async () => {
  const { page } = browser
  await signInByApi(page, shop, await createShopper(shop))
  await putInCart(page, shop, ketchup)
  await page.goto(`${shop.url}/checkout/cancelled`)
  await page.getByRole('link', { name: 'Back to your cart' }).click()
  await expectShown(page.getByRole('link', { name: 'Hot Tomato Ketchup' }))
})

test(
  'the success page shows nothing of another person’s session and asks a visitor to sign in',
  { tags: ['abuse-14'] },
  async () => {
    const { page } = browser
    const owner = await createShopper(shop)
    await signInByApi(page, shop, owner)
    await putInCart(page, shop, ketchup)
    await openCart(page)
    await proceed(page)
    await page.waitForURL(pay)
    const sessionId = page.url().split('/').at(-1)

    await takeAnother()
    await browser.page.goto(`${shop.url}/checkout/success?session_id=${sessionId}`)
    await expectShown(browser.page.getByRole('heading', { name: 'Sign in to see your order' }))
    await signIn(browser.page, shop, await createShopper(shop))
    await putInCart(browser.page, shop, ketchup)
    await browser.page.goto(`${shop.url}/checkout/success?session_id=${sessionId}`)
    await expectShown(browser.page.getByRole('heading', { name: 'No order here' }))
    expect(await browser.page.getByRole('main').innerText()).not.toContain('Ketchup')
    await expectShown(browser.page.getByRole('link', { name: /Shopping bag\W+\d/ }))
  },
)

test('the success page turns to paid by itself, even long after it has stopped polling', async () => {
  const { page, context } = browser
  await signInByApi(page, shop, await createShopper(shop))
  await putInCart(page, shop, ketchup)
  await openCart(page)
  await proceed(page)
  await page.waitForURL(pay)

  const other = await context.newPage()
  await other.clock.install()
  await other.goto(`${shop.url}/checkout/success?session_id=${page.url().split('/').at(-1)}`)
  await expectShown(other.getByText(/^We’re waiting for the till/))
  const late = other.getByRole('heading', { name: 'Your payment is still being confirmed' })
  await vi.waitFor(
    async () => {
      // Advances the clock second by second, so that the realtime connection can respond to each heartbeat.
      await other.clock.runFor(1000)
      expect(await late.isVisible()).toBe(true)
    },
    { timeout: 15_000 },
  )
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expectShown(other.getByRole('heading', { name: 'Got it. Thank you!' }))
})

test('two devices of one person show the same cart, and paid products leave it on both', async () => {
  const { page } = browser
  const shopper = await createShopper(shop)
  await signInByApi(page, shop, shopper)
  await putInCart(page, shop, ketchup)
  const stored = () =>
    fetchRows<{ items: object[] }>(shop, `carts?email=eq.${shopper.email}&select=items,checked_out`)
  await expect.poll(async () => (await stored())[0]?.items.length).toBe(1)

  const other = await openBrowser()
  const isHeard = Promise.withResolvers<void>()
  await other.page.routeWebSocket(/realtime/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => void isHeard.promise.then(() => server.send(message)))
  })
  await signIn(other.page, shop, shopper)
  await other.page.getByRole('link', { name: /Shopping bag\W+1 item/ }).waitFor()
  // The realtime connection of the other page is delayed, so that page is not notified of this change yet.
  await putInCart(page, shop, 'spice-bag-mix')
  await expect.poll(async () => (await stored())[0]?.items.length).toBe(2)
  isHeard.resolve()
  await other.page.getByRole('link', { name: /Shopping bag\W+2 items/ }).waitFor()

  await openCart(page)
  await proceed(page)
  await page.waitForURL(pay)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expectShown(page.getByRole('heading', { name: 'Got it. Thank you!' }))
  await page.getByRole('link', { name: /^Shopping bag$/ }).waitFor()
  await other.page.getByRole('link', { name: /^Shopping bag$/ }).waitFor()

  await other.page.goto(`${shop.url}/cart`)
  await expectShown(other.page.getByText('Your cart is empty', { exact: true }))
  await expect.poll(stored).toEqual([{ items: [], checked_out: true }])
  await other.close()
})
