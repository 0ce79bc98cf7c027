import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { getAddButton, clickAddChilliCrisp } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'
import {
  closeAddedSheet,
  getDialog,
  movePointerOutAtTop,
  openHydrated,
  openWithStoppedClock,
  promptTitles,
} from '../support/prompt-steps.ts'
import { fetchRows } from '../account/shoppers.ts'

const { shop, browser, takeAnother } = openJourney({
  reducedMotion: 'no-preference',
  prompts: true,
})

const patience = { timeout: 10_000 }
const crisp = 'Nashville Chilli Crisp'

function noteOf(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => sessionStorage.getItem(name) ?? localStorage.getItem(name), key)
}

/** Waits until an element's animations have ended, so that a press reaches what is behind it. */
async function settled(part: Locator): Promise<void> {
  await part.evaluate((one) => Promise.all(one.getAnimations().map((each) => each.finished)))
}

async function expectNoPrompt(page: Page): Promise<void> {
  expect(await page.locator('dialog[open]').count()).toBe(0)
}

/** Adds a product to the cart, declines to give an email address in the sheet that opens, and closes the sheet. */
async function addAndDecline(page: Page): Promise<void> {
  await clickAddChilliCrisp(page)
  await getDialog(page, promptTitles.added).getByRole('button', { name: 'No thanks' }).click()
  await closeAddedSheet(page)
}

/** Opens a cart with two pieces after all prompts except the exit prompt have been shown. */
async function openFullCart(page: Page): Promise<void> {
  await openHydrated(page, shop, '/shop')
  await addAndDecline(page)
  await clickAddChilliCrisp(page)
  await closeAddedSheet(page)
  await expectShown(page.getByRole('link', { name: /Shopping bag\W+2 items/ }))
  await page.evaluate(() => sessionStorage.setItem('cart_email_shown', 'true'))
  await openHydrated(page, shop, '/cart')
}

/**
 * Leaves the page again and again, until `isDone` returns true: an offer that could not be shown in time is shown at
 * the next attempt to leave.
 */
async function leaveUntil(page: Page, isDone: () => boolean | Promise<boolean>): Promise<void> {
  const leave = async () => {
    await movePointerOutAtTop(page)
    return isDone()
  }
  await expect.poll(leave, patience).toBe(true)
}

async function takeOffer(page: Page, email: string): Promise<void> {
  const offer = getDialog(page, promptTitles.exit)
  await leaveUntil(page, () => offer.isVisible())
  await offer.getByLabel('E-mail address').fill(email)
  await offer.getByRole('button', { name: 'Get my 10%' }).click()
  await getDialog(page, promptTitles.saved).waitFor()
}

test('an offline newsletter sign-up shows an error, keeps its input and works once online', async () => {
  const { page, context } = browser
  await openHydrated(page, shop, '/about')
  const block = page.getByRole('region', { name: promptTitles.newsletter })
  const send = block.getByRole('button', { name: 'Sign Up' })
  await block.getByLabel('Name').fill('Marsha')
  await block.getByLabel('E-mail').fill('tunnel-reader@example.com')
  await context.setOffline(true)
  await send.click()
  const alert = page.getByRole('alert').filter({ hasText: 'Error' })
  await expectShown(alert.getByText('Failed to sign up for newsletter. Please try again.'))
  await expectFocus(send)
  expect(await block.getByLabel('Name').isEnabled()).toBe(true)
  expect(await block.getByLabel('E-mail').inputValue()).toBe('tunnel-reader@example.com')
  await context.setOffline(false)
  await send.click()
  await expectShown(page.getByText("You've been added to our newsletter."))
  const stored = 'newsletter_signups?email=eq.tunnel-reader@example.com&select=name'
  expect(await fetchRows(shop, stored)).toEqual([{ name: 'Marsha' }])
  await expectFocus(send)
})

test('a newsletter sign-up that was lost on the network does not count towards the limit', async () => {
  const { page } = browser
  await openHydrated(page, shop, '/about')
  const block = page.getByRole('region', { name: promptTitles.newsletter })
  await block.getByLabel('Name').fill('Marsha')
  await block.getByLabel('E-mail').fill('bad-line-reader@example.com')
  await page.route('**/rest/v1/newsletter_signups', (route) => route.abort())
  for (let time = 1; time <= 4; time += 1) {
    const requestFailed = page.waitForEvent('requestfailed')
    await block.getByRole('button', { name: 'Sign Up' }).click()
    await requestFailed
  }
  await page.unroute('**/rest/v1/newsletter_signups')
  await block.getByRole('button', { name: 'Sign Up' }).click()
  await expectShown(page.getByText("You've been added to our newsletter."))
})

test('a notice whose picture cannot be fetched collapses its place', async () => {
  await takeAnother({ prompts: true, images: true })
  const { page } = browser
  await page.route('**/mascot-garlic.svg', (route) => route.abort())
  await openHydrated(page, shop, '/about')
  const block = page.getByRole('region', { name: promptTitles.newsletter })
  await block.getByRole('button', { name: 'Sign Up' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Invalid email' })
  await expectShown(alert)
  await expect
    .poll(
      () => alert.evaluate((one) => Number.parseFloat(getComputedStyle(one).paddingLeft)),
      patience,
    )
    .toBeLessThan(30)
  expect(await alert.locator('img').isVisible()).toBe(false)
})

test('every way to close the sheet returns the focus to the button that opened it', async () => {
  const ways: Record<string, (sheet: Locator) => Promise<void>> = {
    cross: (sheet) => sheet.getByRole('button', { name: 'Close' }).press('Enter'),
    escape: (sheet) => sheet.press('Escape'),
    // The backdrop is pressed repeatedly, because the sheet ignores a press just after it has opened: such a press was
    // meant for the page.
    async backdrop(sheet) {
      const closeIt = async () => {
        if ((await sheet.count()) > 0) await sheet.page().mouse.click(8, 500)
        return sheet.count()
      }
      await expect.poll(closeIt).toBe(0)
    },
    async saving(sheet) {
      await sheet.getByLabel('E-mail address').fill('focus@example.com')
      await sheet.getByRole('button', { name: 'Save my cart' }).press('Enter')
      await expectFocus(sheet.getByRole('heading', { level: 2 }))
      await sheet.press('Escape')
    },
  }
  for (const close of Object.values(ways)) {
    await takeAnother({ prompts: true })
    const { page } = browser
    await openHydrated(page, shop, '/shop')
    await getAddButton(page, crisp).press('Enter')
    const sheet = getDialog(page, promptTitles.added)
    await expectFocus(sheet.getByRole('heading', { level: 2 }))
    await sheet.getByLabel('E-mail address').waitFor()
    await settled(sheet)
    await close(sheet)
    await sheet.waitFor({ state: 'detached' })
    await expectFocus(getAddButton(page, crisp))
  }
})

test('a second prompt waits for a while after the first and is recorded only when shown', async () => {
  const { page } = browser
  await openWithStoppedClock(page, shop, '/')
  const opensSheet = async () => {
    await clickAddChilliCrisp(page)
    await expect
      .poll(async () => {
        await page.clock.runFor(50)
        return getDialog(page, promptTitles.added).count()
      }, patience)
      .toBe(1)
  }
  await opensSheet()
  await getDialog(page, promptTitles.added).getByRole('button', { name: 'No thanks' }).click()
  await closeAddedSheet(page)
  const name = page.getByRole('region', { name: promptTitles.newsletter }).getByLabel('Name')
  await name.fill('Mars')
  const asking = page.waitForResponse(/newsletter-prompt-/)
  await page.clock.runFor(31_000)
  await asking
  await expectNoPrompt(page)
  await name.fill('')
  await opensSheet()
  await closeAddedSheet(page)
  await page.clock.runFor(12_000)
  await expectNoPrompt(page)
  expect(await noteOf(page, 'newsletter_popup_seen')).toBeNull()
  await page.clock.runFor(5000)
  await getDialog(page, promptTitles.newsletter).waitFor()
  expect(await noteOf(page, 'newsletter_popup_seen')).toBe('true')
})

test('no prompt appears before the sheet about an added product, however slowly it loads', async () => {
  const { page } = browser
  const held = Promise.withResolvers<void>()
  await page.route(/\/shop-prompts-/, async (route) => {
    await held.promise
    await route.continue()
  })
  await openWithStoppedClock(page, shop, '/')
  const asking = page.waitForResponse(/newsletter-prompt-/)
  await clickAddChilliCrisp(page)
  await page.clock.runFor(31_000)
  await asking
  await page.clock.runFor(1000)
  await expectNoPrompt(page)
  held.resolve()
  await expect
    .poll(async () => {
      await page.clock.runFor(50)
      return getDialog(page, promptTitles.added).count()
    }, patience)
    .toBe(1)
  expect(await getDialog(page, promptTitles.newsletter).count()).toBe(0)
})

test('the exit offer is shown after another prompt was declined', async () => {
  const { page } = browser
  await openHydrated(page, shop, '/shop')
  await addAndDecline(page)
  await movePointerOutAtTop(page)
  await getDialog(page, promptTitles.exit).waitFor()
  expect(await noteOf(page, 'exit_intent_shown')).toBe('true')
})

test('the cart page’s prompt is shown after another page’s prompt was declined', async () => {
  const { page } = browser
  await openHydrated(page, shop, '/shop')
  await addAndDecline(page)
  await clickAddChilliCrisp(page)
  await getDialog(page, promptTitles.added).getByRole('link', { name: 'View cart' }).click()
  await getDialog(page, promptTitles.cart).waitFor()
  expect(page.url()).toBe(`${shop.url}/cart`)
})

test('the exit offer is shown only while the visitor leaves and not over a field in use', async () => {
  const { page } = browser
  await openFullCart(page)
  await page.clock.install()
  const code = page.getByLabel('Discount code')
  await code.focus()
  await movePointerOutAtTop(page)
  await page.clock.runFor(3000)
  await code.blur()
  await page.clock.runFor(3000)
  await expectNoPrompt(page)
  expect(await noteOf(page, 'exit_intent_shown')).toBeNull()
  await movePointerOutAtTop(page)
  await getDialog(page, promptTitles.exit).waitFor()
  expect(await noteOf(page, 'exit_intent_shown')).toBe('true')
})

test('the exit offer is not made to a visitor who has left an address meanwhile', async () => {
  const { page } = browser
  await openHydrated(page, shop, '/shop')
  await clickAddChilliCrisp(page)
  const sheet = getDialog(page, promptTitles.added)
  await sheet.getByLabel('E-mail address').fill('meanwhile@example.com')
  await sheet.getByRole('button', { name: 'Save my cart' }).click()
  await expectShown(page.getByText('Email saved!'))
  await page.reload()
  await page.getByRole('button', { name: 'Search' }).waitFor()
  await page.clock.install()
  await movePointerOutAtTop(page)
  await page.clock.runFor(3000)
  await expectNoPrompt(page)
  expect(await noteOf(page, 'exit_intent_shown')).toBeNull()
})

test('an exit offer that fails to load is not recorded as shown', async () => {
  const { page } = browser
  await openFullCart(page)
  await page.route(/guest-email-dialog-/, (route) => route.abort())
  let hasFailed = false
  page.on('requestfailed', (request) => (hasFailed ||= /guest-email-dialog-/.test(request.url())))
  await leaveUntil(page, () => hasFailed)
  await expectNoPrompt(page)
  // Opening the cart again discards a second attempt to leave that may still be pending.
  await openHydrated(page, shop, '/cart')
  expect(await noteOf(page, 'exit_intent_shown')).toBeNull()
  await page.unrouteAll()
  await leaveUntil(page, () => getDialog(page, promptTitles.exit).isVisible())
})

test('a discount code from the exit offer on the cart page applies at once', async () => {
  const { page } = browser
  await openFullCart(page)
  await takeOffer(page, 'at-once@example.com')
  await expectShown(page.getByText('-£1.70'))
  const saved = getDialog(page, promptTitles.saved)
  await expectFocus(saved.getByRole('button', { name: 'Carry on' }))
  await expectShown(saved.getByRole('status').filter({ hasText: 'Your 10% discount code is TEN' }))
  await page.keyboard.press('Enter')
  await saved.waitFor({ state: 'detached' })
  expect(page.url()).toBe(`${shop.url}/cart`)
})

test('applying or removing a code by keyboard keeps the focus, and an empty code shows an error', async () => {
  const { page } = browser
  await openFullCart(page)
  await takeOffer(page, 'by-keyboard@example.com')
  const saved = getDialog(page, promptTitles.saved)
  const code = (await saved.locator('b').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await saved.waitFor({ state: 'detached' })
  const field = page.getByLabel('Discount code')
  await page.getByRole('button', { name: 'Remove code' }).press('Enter')
  await expectFocus(field)
  await page.keyboard.press('Enter')
  await expectShown(page.getByRole('alert').getByText('Type a code first.'))
  await expectFocus(field)
  await field.fill('TEN NONSENSE')
  await page.getByRole('button', { name: 'Apply' }).press('Enter')
  await expectShown(page.getByText(/We don’t know this code/))
  await expectFocus(field)
  await field.fill(code)
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('button', { name: 'Remove code' }))
})

test.each([
  [320, 568],
  [320, 500],
  [360, 560],
  [390, 500],
])('the prompt in a window of %i by %i shows its title and its error', async (width, height) => {
  await takeAnother({ prompts: true, viewport: { width, height } })
  const { page } = browser
  await openHydrated(page, shop, '/shop')
  await clickAddChilliCrisp(page)
  const sheet = getDialog(page, promptTitles.added)
  const field = sheet.getByLabel('E-mail address')
  const title = sheet.getByRole('heading', { level: 2 })
  expect((await title.boundingBox())?.height).toBeLessThan(115)
  await field.fill('nobody')
  await sheet.getByRole('button', { name: 'Save my cart' }).click()
  await expectFocus(field)
  await expect
    .poll(async () => {
      const [above, label] = [title, sheet.getByText('E-mail address', { exact: true })]
      const [head, words] = [await above.boundingBox(), await label.boundingBox()]
      return (words?.y ?? 0) - (head?.y ?? 0) - (head?.height ?? 0)
    }, patience)
    .toBeGreaterThanOrEqual(0)
})
