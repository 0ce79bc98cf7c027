import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { createShopper } from '../account/shoppers.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser } = openJourney()

/**
 * Opens a page, and changes it like password managers and other extensions while its scripts are held back. The
 * returned function lets the scripts load.
 */
async function openInert(
  page: Page,
  path: string,
  changes = additions,
): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(shop.url + path, { waitUntil: 'commit' })
  await page.locator('footer a').first().waitFor({ state: 'attached' })
  for (const change of changes) await page.evaluate(change)
  return async () => {
    resolve()
    await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  }
}

/** Runs in the page, like the functions below: adds the elements that LastPass, Grammarly and Google Translate add. */
function addWhatExtensionsAdd(): void {
  document.documentElement.dataset.extension = 'here'
  document.documentElement.classList.add('translated-ltr')
  document.body.setAttribute('data-new-gr-c-s-check-loaded', '14.1')
  document.head.append(document.createElement('style'))
  document.body.append(document.createElement('grammarly-desktop-integration'))
  document.body.prepend(document.createElement('div'))
  for (const field of document.querySelectorAll('input, textarea')) {
    const icon = document.createElement('div')
    icon.setAttribute('data-lastpass-icon-root', '')
    field.after(icon)
    field.setAttribute('data-lpignore', 'false')
  }
}

function addForm(): void {
  const form = document.createElement('form')
  form.innerHTML = '<input name="email"><input type="search"><button type="button">Fill in</button>'
  document.body.prepend(form)
}

/** Changes the classes and the content of buttons, as a translation does. */
function changeButtons(): void {
  for (const button of document.querySelectorAll('button')) {
    button.className = `extension-button ${button.className}`
    button.append(document.createElement('i'))
  }
}

function addHiddenFields(): void {
  for (const form of document.forms) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = 'extension'
    form.prepend(field)
  }
}

function wrapFields(): void {
  for (const field of document.querySelectorAll('input')) {
    const wrapper = document.createElement('span')
    wrapper.setAttribute('autocomplete', 'off')
    field.replaceWith(wrapper)
    wrapper.append(field)
  }
}

function addAttributes(): void {
  for (const element of document.querySelectorAll('html, body, form, input, select, button')) {
    element.setAttribute('data-extension', 'here')
    element.setAttribute('style', 'outline: 0')
  }
}

function addAtStart(): void {
  const script = document.createElement('script')
  script.textContent = 'void 0'
  document.head.prepend(document.createElement('style'), script)
  document.body.prepend(document.createElement('iframe'), 'Some text')
}

const additions = [
  addWhatExtensionsAdd,
  addForm,
  changeButtons,
  addHiddenFields,
  wrapFields,
  addAttributes,
  addAtStart,
]

test('input from before hydration is kept when an extension has changed the form', async () => {
  const { page } = browser
  const start = await openInert(page, '/auth')
  const form = page.locator('main form').first()
  await form.locator('input[name="password"]').fill('Hot5auce4Me')
  await form.locator('input[name="email"]').pressSequentially('marsha@example.com')
  await start()
  await expect
    .poll(() => form.locator('input[name="email"]').inputValue())
    .toBe('marsha@example.com')
  expect(await form.locator('input[name="password"]').inputValue()).toBe('Hot5auce4Me')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectShown(page.getByText('Invalid email or password. Please try again.').first())
})

test.each([
  ['as the server has rendered it', []],
  ['that an extension has changed', additions],
])('no key is lost that is pressed while React hydrates a page %s', async (_, changes) => {
  const { page, context } = browser
  const session = await context.newCDPSession(page)
  // Hydration takes longer than the pause between two keys.
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const start = await openInert(page, '/about', changes)
  const field = page.locator('main form').last().locator('input[type="email"]')
  await field.click()
  await page.keyboard.type('marsha')
  const address = '.with.a.rather.long.address@example.com'
  await Promise.all([start(), page.keyboard.type(address, { delay: 60 })])
  await expect.poll(() => field.inputValue()).toBe(`marsha${address}`)
})

test('newsletter input from before hydration is kept when an extension has changed the form', async () => {
  const { page } = browser
  const start = await openInert(page, '/about')
  const form = page.locator('main form').last()
  await form.locator('input[name="name"]').fill('Dolly Bell')
  await form.locator('input[type="email"]').fill('dolly@example.com')
  await start()
  await expect
    .poll(() => form.locator('input[type="email"]').inputValue())
    .toBe('dolly@example.com')
  expect(await form.locator('input[name="name"]').inputValue()).toBe('Dolly Bell')
  await form.locator('button[type="submit"]').click()
  await expectShown(page.getByText("You've been added to our newsletter."))
})

test(
  'an early Add to Cart and early choices are kept when an extension has changed the page',
  { tags: ['abuse-browser'] },
  async () => {
    const { page } = browser
    const start = await openInert(page, '/shop')
    const sort = page.getByRole('combobox', { name: 'Sort' })
    await sort.selectOption({ index: 1 })
    await page.getByRole('checkbox', { name: 'In stock only' }).check()
    await page.getByRole('button', { name: /Add to Cart Apple Terror Sauce/ }).click()
    const chosen = await sort.inputValue()
    await start()
    await page.getByRole('link', { name: /Shopping bag\W+1 item/ }).waitFor()
    await expect.poll(() => sort.inputValue()).toBe(chosen)
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'In stock only' }).isChecked())
      .toBe(true)
    await page.goto(`${shop.url}/cart`)
    await expectShown(page.getByRole('main').getByRole('link', { name: 'Apple Terror Sauce' }))
  },
)

test('an early press of One more counts when an extension has inserted a button before it', async () => {
  const { page } = browser
  const start = await openInert(page, '/shop/product/hot-tomato-ketchup')
  await page.evaluate(() => {
    for (const field of document.querySelectorAll('fieldset input')) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'Fill in'
      field.before(button)
    }
  })
  await page.getByRole('button', { name: 'One more' }).click()
  await start()
  const quantity = page.getByRole('group', { name: /^Quantity/ }).getByRole('textbox')
  await expect.poll(() => quantity.inputValue()).toBe('2')
})

test('the enquiry form keeps its input when an extension changes it meanwhile', async () => {
  const { page } = browser
  const start = await openInert(page, '/lgbt-proud-catering')
  await start()
  await page.getByRole('button', { name: 'Send an enquiry' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name="name"]').fill('Dolly Bell')
  for (const add of additions) await page.evaluate(add)
  await dialog.locator('input[name="email"]').fill('dolly@example.com')
  await dialog.locator('input[name="eventType"]').fill('Wedding')
  await dialog.locator('input[name="guestCount"]').fill('About 40')
  await dialog.locator('textarea').fill('Two griddles, please.')
  expect(await dialog.locator('input[name="name"]').inputValue()).toBe('Dolly Bell')
  await dialog.getByRole('button', { name: 'Send enquiry' }).click()
  await expectShown(page.getByText('Inquiry Submitted').first())
})

test('the cart works when an extension has changed its page', async () => {
  const { page } = browser
  await putInCart(page, shop, 'nashville-chilli-crisp')
  const start = await openInert(page, '/cart')
  await start()
  await page.getByRole('button', { name: 'One more' }).click()
  await expectShown(page.getByText('Line total £17.00'))
})

/** Sets the values of fields without any event, as some password managers do. */
const fillSilently = (page: Page, values: Record<string, string>) =>
  page.evaluate((filled) => {
    for (const [name, value] of Object.entries(filled))
      for (const field of document.querySelectorAll<HTMLInputElement>(
        `main [name="${name}"], dialog [name="${name}"]`,
      ))
        field.value = value
  }, values)

test('the sign-in form accepts what a password manager fills in without an event', async () => {
  const { page } = browser
  const shopper = await createShopper(shop)
  await page.goto(`${shop.url}/auth`)
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await fillSilently(page, { email: shopper.email, password: shopper.password })
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL(`${shop.url}/`)
  await expectShown(page.getByRole('link', { name: 'Account Settings', exact: true }).first())
})

test('an address that is filled in without an event is kept when the form changes to sign-up', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/auth`)
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await fillSilently(page, { email: 'marsha@example.co.uk' })
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
  await expectShown(page.getByLabel('Full Name'))
  expect(await page.getByLabel('Email').inputValue()).toBe('marsha@example.co.uk')
})

test('an enquiry keeps a name that is filled in without an event before the rest is typed', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/lgbt-proud-catering`)
  await page.getByRole('button', { name: 'Send an enquiry' }).click()
  const dialog = page.getByRole('dialog', { name: 'Proud Catering' })
  await dialog.getByLabel('Name').waitFor()
  await fillSilently(page, { name: 'Dolly Bell', email: 'dolly@example.com' })
  await dialog.getByLabel('Type of event').fill('Wedding')
  await dialog.getByLabel('Guests').fill('40')
  await dialog.getByLabel('What you have in mind').fill('Two griddles, please.')
  await dialog.getByRole('button', { name: 'Send enquiry' }).click()
  await expectShown(dialog.getByText(/^Your reference is/))
})
