import { beforeEach, expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser } = openJourney({ images: true })

beforeEach(async () => {
  await browser.page.goto(shop.url)
  await alive()
})

const errorPage = () =>
  browser.page.getByRole('heading', { level: 1, name: 'The shop lost signal' })
/** Waits until the page has hydrated, because the menu button only exists then. */
const alive = () => browser.page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
const footer = () => browser.page.getByRole('contentinfo')

test('a page whose code cannot be fetched offline shows the shop’s error page and loads once online', async () => {
  const { page, context } = browser
  await context.setOffline(true)
  await footer().getByRole('link', { name: 'Testimonials' }).click()
  await expectShown(errorPage())
  // The error page's picture cannot be loaded offline, and no broken image may be shown in its place.
  const picture = page.getByRole('main').locator('img')
  await picture.waitFor({ state: 'hidden' })
  expect(await picture.count()).toBe(1)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expectShown(page.getByText('No answer yet.'))
  await footer().getByRole('link', { name: 'Privacy Policy' }).click()
  await page.waitForURL(`${shop.url}/privacy-policy`)
  await expectShown(errorPage())
  await context.setOffline(false)
  await expectShown(page.getByRole('heading', { level: 1, name: 'Privacy policy' }))
  await alive()
  await page.goBack()
  await expectShown(page.getByRole('heading', { level: 1, name: /testimonial|said|say/i }))
})

test('a page whose data cannot be fetched loads when it is tried again', async () => {
  const { page } = browser
  await page.route(/\.data\?/, (route) => route.abort())
  await page.route('**/healthz', (route) => route.abort())
  await footer().getByRole('link', { name: 'Shop', exact: true }).click()
  await expectShown(errorPage())
  expect(await page.locator(':focus').innerText()).toBe('The shop lost signal')
  await page.unroute('**/healthz')
  await page.getByRole('link', { name: 'Try again' }).click()
  await errorPage().waitFor({ state: 'detached' })
  await expectShown(page.getByRole('link', { name: 'Miss Marmalade Chilli Jam' }).first())
  expect(page.url()).toBe(`${shop.url}/shop`)
})

test(
  'a page whose code belongs to a removed build is loaded from the newer build without asking',
  { tags: ['abuse-update'] },
  async () => {
    const { page } = browser
    const isRemovedChunk = (url: URL) => /assets\/faqs-.*\.js/.test(url.pathname)
    await page.route(isRemovedChunk, (route) => route.fulfill({ status: 404 }), { times: 1 })
    await page.goto(`${shop.url}/about`)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'FAQs' }).click()
    await expectShown(page.getByRole('heading', { level: 1, name: 'Frequently asked' }))
    expect(page.url()).toBe(`${shop.url}/faqs`)
  },
)

test.each([
  ['search', 'Search', '/search'],
  ['avoid list', 'I avoid…', '/allergens'],
])(
  'opening the %s offline stays within the shop and works once online',
  async (_, name, instead) => {
    const { page, context } = browser
    await page.goto(`${shop.url}/shop`)
    await alive()
    await context.setOffline(true)
    await page.getByRole('button', { name, exact: true }).click()
    await expectShown(errorPage())
    await context.setOffline(false)
    await errorPage().waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe(instead)
  },
)

test('a menu that could not be loaded offline opens styled once online', async () => {
  const { page, context } = browser
  const opener = page.getByRole('button', { name: 'Menu', exact: true })
  await context.setOffline(true)
  await opener.click()
  await page.waitForURL(`${shop.url}/#site-links`)
  expect(await opener.getAttribute('aria-expanded')).toBe('false')
  await context.setOffline(false)
  await opener.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expectShown(menu)
  expect(await menu.evaluate((one) => getComputedStyle(one).borderLeftStyle)).toBe('solid')
})

test('a form that would leave the page is not submitted offline and keeps its input', async () => {
  const { page, context } = browser
  await page.goto(`${shop.url}/your-data`)
  await alive()
  const field = page.getByRole('main').getByRole('textbox', { name: /e-?mail/i })
  await field.fill('marsha@example.co.uk')
  await context.setOffline(true)
  await field.press('Enter')
  await expectShown(page.getByText('Nothing was sent. Please try again once it is back.'))
  expect(await field.inputValue()).toBe('marsha@example.co.uk')
  await context.setOffline(false)
  await field.press('Enter')
  await page.waitForURL(/your-data\/done/)
})

/** Runs in the page: installs a newer version of the desk's service worker while the desk is open. */
async function bringNewer(): Promise<void> {
  await navigator.serviceWorker.register('/desk/sw.js?newer', { scope: '/desk' })
}
const whoseWorker = async () =>
  (await navigator.serviceWorker.getRegistration('/desk'))?.active?.scriptURL

/**
 * The test uses one page without open requests, because a debugger can delay a busy service worker when another one
 * replaces it.
 */
test('a newer desk replaces the open one at once and opens offline', async () => {
  const { page, context } = browser
  await page.goto(`${shop.url}/desk`)
  await expect.poll(() => page.evaluate(whoseWorker)).toBe(`${shop.url}/desk/sw.js`)
  await page.reload({ waitUntil: 'networkidle' })
  await page.evaluate(bringNewer)
  await expect.poll(() => page.evaluate(whoseWorker)).toContain('?newer')
  await context.setOffline(true)
  await page.reload()
  await expectShown(page.getByLabel('Email'))
})
