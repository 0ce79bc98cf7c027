import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fetchRows } from '../account/shoppers.ts'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { collectErrors } from '../support/browser.ts'
import { getAddButton, clickAddChilliCrisp } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'
import { openHydrated } from '../support/prompt-steps.ts'

const patience = { timeout: 10_000 }

const { shop, browser, takeAnother } = openJourney()

const crisp = 'a1b00000-0000-4000-8000-000000000001'
const restOnly = '**/rest/v1/**'

/**
 * Opens the product list and waits for hydration: an earlier press would only be handled after hydration, and be lost
 * when the visitor leaves the page before.
 */
const openShelf = (page: Page) => openHydrated(page, shop, '/shop')

function bag(page: Page) {
  return page.getByRole('link', { name: /Shopping bag/ })
}

async function guestCartId(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('guest_cart_id'))
}

interface GuestRow {
  cart_data: { product_id: string; quantity: number }[]
}

async function storedPieces(id: string | null): Promise<number> {
  const [row] = await fetchRows<GuestRow>(shop, `guest_carts?id=eq.${id}&select=cart_data`)
  return (row?.cart_data ?? []).reduce((sum, line) => sum + line.quantity, 0)
}

async function countIs(page: Page, count: number): Promise<void> {
  const name = count === 0 ? /^Shopping bag$/ : new RegExp(`^Shopping bag\\W+${count} items?$`)
  await expectShown(page.getByRole('link', { name }))
}

test('the button says "✓ Added!" for two seconds, and a double click adds once', async () => {
  const { page } = browser
  const errors = collectErrors(page)
  await page.clock.install()
  await openShelf(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const button = getAddButton(page, 'Nashville Chilli Crisp')
  await button.dblclick()
  await expectShown(page.getByText('✓ Added!'))
  await countIs(page, 1)
  await page.clock.runFor(1900)
  expect(await page.getByText('✓ Added!').count()).toBe(1)
  await page.clock.runFor(200)
  await page.getByText('✓ Added!').waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

test('a guest’s cart is stored under a random id and loaded from the server first', async () => {
  const { page } = browser
  await openShelf(page)
  await clickAddChilliCrisp(page)
  await expect.poll(async () => storedPieces(await guestCartId(page)), patience).toBe(1)
  const id = await guestCartId(page)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)

  await storeByApi(id, 4)
  await page.goto(`${shop.url}/cart`)
  await countIs(page, 4)
  await expectShown(page.getByRole('textbox', { name: 'Quantity of Nashville Chilli Crisp' }))
})

async function storeByApi(id: string | null, quantity: number): Promise<void> {
  const { publishable } = await shop.keys()
  const answer = await fetch(`${shop.url}/rest/v1/rpc/store_guest_cart`, {
    method: 'POST',
    headers: { apikey: publishable, 'content-type': 'application/json' },
    body: JSON.stringify({
      p_cart_id: id,
      p_email: null,
      p_cart_data: [{ product_id: crisp, quantity }],
      p_checkout_started: null,
    }),
  })
  expect(answer.status).toBe(200)
}

test('a browser that lost its cart but not its id loads the cart from the server', async () => {
  const { page } = browser
  await openShelf(page)
  await clickAddChilliCrisp(page)
  await expect.poll(async () => storedPieces(await guestCartId(page)), patience).toBe(1)
  await page.evaluate(() => localStorage.removeItem('cart'))
  await page.goto(`${shop.url}/cart`)
  await expectShown(page.getByRole('link', { name: 'Nashville Chilli Crisp' }))
})

test('the cart works offline, and its changes win when the connection is back', async () => {
  const { page, context } = browser
  await openShelf(page)
  await clickAddChilliCrisp(page)
  await expect.poll(async () => storedPieces(await guestCartId(page)), patience).toBe(1)
  await context.setOffline(true)
  await page.getByText('✓ Added!').waitFor({ state: 'detached' })
  await clickAddChilliCrisp(page)
  await countIs(page, 2)
  expect(await storedPieces(await guestCartId(page))).toBe(1)
  await context.setOffline(false)
  await expect.poll(async () => storedPieces(await guestCartId(page)), patience).toBe(2)
})

test('changes that were made while the server failed win over the server’s cart after a reload', async () => {
  const { page } = browser
  const errors = collectErrors(page)
  await openShelf(page)
  await clickAddChilliCrisp(page)
  await expect.poll(async () => storedPieces(await guestCartId(page)), patience).toBe(1)
  await page.route(restOnly, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.getByText('✓ Added!').waitFor({ state: 'detached' })
  await clickAddChilliCrisp(page)
  await countIs(page, 2)
  await expect
    .poll(() => errors.join('\n'), patience)
    .toContain('Cart: could not be synchronised with the server')
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.unroute(restOnly)
  await page.goto(`${shop.url}/cart`)
  await expect.poll(async () => storedPieces(await guestCartId(page)), patience).toBe(2)
  await countIs(page, 2)
})

test('two tabs stay in sync and sum what both add at once', async () => {
  const { page, context } = browser
  const other = await context.newPage()
  await openShelf(page)
  await openShelf(other)
  const names = ['Nashville Chilli Crisp', 'Apple Terror Sauce', 'Spice Bag Mix']
  for (const name of names)
    await Promise.all([getAddButton(page, name).click(), getAddButton(other, name).click()])
  await countIs(page, 6)
  await countIs(other, 6)
  await expect.poll(async () => storedPieces(await guestCartId(page)), patience).toBe(6)
})

test('cart quantities can be raised, lowered and removed, and a removed product can be restored', async () => {
  const { page } = browser
  await openShelf(page)
  await clickAddChilliCrisp(page)
  await page.goto(`${shop.url}/cart`)
  const line = page.getByRole('listitem').filter({ hasText: 'Nashville Chilli Crisp' })
  await line.getByRole('button', { name: 'One more' }).click()
  await expectShown(line.getByText('£17.00'))
  await line.getByRole('textbox').fill('120')
  await line.getByRole('textbox').press('Enter')
  await countIs(page, 99)
  // At the maximum quantity, "One more" changes nothing and keeps the focus.
  await line.getByRole('button', { name: 'One more' }).press('Enter')
  expect(await page.locator('button:focus').innerText()).toBe('One more')
  await countIs(page, 99)
  await line.getByRole('textbox').fill('1')
  await line.getByRole('textbox').press('Enter')
  await line.getByRole('button', { name: 'One fewer' }).click()
  await expectShown(page.getByText('Your cart is empty'))
  await expectFocus(page.locator('h1'))
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await countIs(page, 1)
  await expectFocus(page.locator('h1'))
  await line.getByRole('button', { name: 'Remove Nashville Chilli Crisp' }).click()
  await expectShown(page.getByText('Your cart is empty'))
  await countIs(page, 0)
})

test('a double click on Remove removes one product and not the next one as well', async () => {
  const { page } = browser
  await openShelf(page)
  await clickAddChilliCrisp(page)
  await getAddButton(page, 'Apple Terror Sauce').click()
  await page.clock.install()
  await page.goto(`${shop.url}/cart`)
  const remove = page.getByRole('button', { name: /^Remove / })
  await remove.first().waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  await remove.first().dblclick()
  await countIs(page, 1)
  expect(await remove.count()).toBe(1)
  await page.clock.runFor(1000)
  await remove.click()
  await countIs(page, 0)
})

test('names in the cart are never broken and prices stay on their cards, from phone to desktop', async () => {
  const { page } = browser
  await openShelf(page)
  await clickAddChilliCrisp(page)
  await page.goto(`${shop.url}/cart`)
  const name = page.getByRole('listitem').getByRole('link', { name: 'Nashville Chilli Crisp' })
  const price = page.locator('label b', { hasText: 'Standard' })
  for (const width of [600, 1024]) {
    await page.setViewportSize({ width, height: 768 })
    expect(await name.evaluate(linesOfFirstWord)).toBe(1)
    expect(await price.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const line = page.getByRole('listitem').filter({ hasText: 'Nashville Chilli Crisp' })
  for (const pieces of [9, 99]) {
    await line.getByRole('textbox').fill(String(pieces))
    await line.getByRole('textbox').press('Enter')
    await countIs(page, pieces)
    expect(await line.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0)
  }
})

/** Runs in the page: returns on how many lines the first word of an element is laid out. */
function linesOfFirstWord(element: Element): number {
  const words = document.createRange()
  words.selectNodeContents(element)
  const { firstChild } = element
  if (firstChild?.textContent == null) return 0
  words.setEnd(firstChild, firstChild.textContent.indexOf(' '))
  return words.getClientRects().length
}

test('more than five pieces force XL and say why, and five pieces allow the choice again', async () => {
  const { page } = browser
  await openShelf(page)
  await clickAddChilliCrisp(page)
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  const total = page.getByRole('region', { name: 'Order summary' })
  await expectShown(total.getByText('£11.79'))
  const quantity = page.getByRole('textbox', { name: 'Quantity of Nashville Chilli Crisp' })
  await quantity.fill('6')
  await quantity.press('Enter')
  await expectShown(page.getByText('Upgraded to XL.'))
  expect(await page.getByRole('radio', { name: /Standard/ }).isDisabled()).toBe(true)
  expect(await page.getByRole('radio', { name: /Priority/ }).isDisabled()).toBe(true)
  await expectShown(total.getByText('£57.49'))
  expect(await page.evaluate(() => localStorage.getItem('delivery_method'))).toBe('standard')
  await quantity.fill('5')
  await quantity.press('Enter')
  await expectShown(total.getByText('£45.79'))
  expect(await page.getByRole('radio', { name: /Standard/ }).isChecked()).toBe(true)
})

test('clearing the cart empties its row and removes the id and the delivery choice', async () => {
  const { page } = browser
  await openShelf(page)
  await clickAddChilliCrisp(page)
  await expect.poll(async () => storedPieces(await guestCartId(page)), patience).toBe(1)
  const id = await guestCartId(page)
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  await page.getByRole('button', { name: 'Clear Cart' }).click()
  await expectShown(page.getByText('Your cart is empty'))
  await expect.poll(async () => storedPieces(id), patience).toBe(0)
  expect(
    await page.evaluate(() => [
      localStorage.getItem('guest_cart_id'),
      localStorage.getItem('delivery_method'),
    ]),
  ).toEqual([null, null])
})

test('a browser that blocks storage keeps the cart in memory without script errors', async () => {
  const { page } = browser
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.addInitScript(() => {
    const blocked = {
      configurable: true,
      get() {
        throw new DOMException('blocked', 'SecurityError')
      },
    }
    Object.defineProperties(window, { localStorage: blocked, sessionStorage: blocked })
    navigator.locks.request = () =>
      Promise.reject(new DOMException('The request was denied.', 'SecurityError'))
    // As in Firefox, while Chromium permits it.
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    }
  })
  const isStored = page.waitForResponse(/store_guest_cart/)
  await openShelf(page)
  await clickAddChilliCrisp(page)
  await countIs(page, 1)
  // The dialog opens, because blocked storage cannot record that it has been shown before.
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await bag(page).click()
  await expectShown(page.getByRole('link', { name: 'Nashville Chilli Crisp' }))
  expect((await isStored).status()).toBe(200)
  expect(errors).toEqual([])
})

test('a corrupt stored cart counts as an empty one', async () => {
  const { page } = browser
  await page.addInitScript(() => localStorage.setItem('cart', '{"items":[{"product":null}],'))
  await page.goto(`${shop.url}/cart`)
  await expectShown(page.getByText('Your cart is empty'))
})

test('the cart page says what it needs without JavaScript', async () => {
  await takeAnother({ javaScriptEnabled: false })
  const { page } = browser
  await page.goto(`${shop.url}/cart`)
  await expectShown(page.getByRole('heading', { level: 1, name: 'Your cart' }))
  await expectShown(page.getByText(/The cart needs JavaScript/))
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
})

test('the account page says what it needs, and not that it is loading, without JavaScript', async () => {
  await takeAnother({ javaScriptEnabled: false })
  const { page } = browser
  await page.goto(`${shop.url}/account-settings`)
  await expectShown(page.getByText(/Your account needs JavaScript/))
  expect(await page.getByText('Loading...').isVisible()).toBe(false)
})

test('an anonymous visitor’s cart loads neither supabase-js nor websockets', async () => {
  const { page } = browser
  const scripts: string[] = []
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  await openShelf(page)
  await clickAddChilliCrisp(page)
  await expect.poll(async () => storedPieces(await guestCartId(page)), patience).toBe(1)
  const bodies = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))
  expect(bodies.some((body) => body.includes('onAuthStateChange'))).toBe(false)
  expect(sockets).toEqual([])
})
