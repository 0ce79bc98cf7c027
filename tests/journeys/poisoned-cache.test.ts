import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { openBrowser } from '../support/browser.ts'
import {
  type CaptiveProxy,
  type CacheableForeignResponse,
  cacheableForeignResponses,
  startCaptiveProxy,
} from '../support/captive-proxy.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser, takeAnother } = openJourney()

async function openBehindProxy(): Promise<{ page: Page; proxy: CaptiveProxy }> {
  const proxy = await startCaptiveProxy()
  await takeAnother({ proxy: { server: proxy.server } })
  return { page: browser.page, proxy }
}

const alive = (page: Page) => page.getByRole('button', { name: 'Search', exact: true }).waitFor()
const note = (page: Page) => page.getByText(/its buttons don’t work yet/)
const fontOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).fontFamily)

test.each(Object.keys(cacheableForeignResponses) as CacheableForeignResponse[])(
  'a page whose code was cached as %s works after Load it again',
  async (cacheable) => {
    const { page, proxy } = await openBehindProxy()
    proxy.capture(cacheable, /\/assets\/.*\.js/)
    await page.goto(`${shop.url}/shop`)
    await expectShown(note(page))
    proxy.release()
    await page.reload()
    await expectShown(note(page))
    await page.getByRole('link', { name: 'Load it again' }).click()
    await alive(page)
    expect(await note(page).count()).toBe(0)
  },
)

test('a page whose style sheets were cached as something else has its styles after a reload', async () => {
  const { page, proxy } = await openBehindProxy()
  await page.goto(`${shop.url}/shop`)
  await alive(page)
  const font = await fontOf(page)
  for (const cacheable of ['a page with a date', 'an empty script', 'a cut style sheet'] as const) {
    await takeAnother({ proxy: { server: proxy.server } })
    proxy.capture(cacheable, /\.css/)
    await browser.page.goto(`${shop.url}/shop`)
    expect(await fontOf(browser.page)).not.toBe(font)
    proxy.release()
    await browser.page.reload()
    await expect.poll(() => fontOf(browser.page)).toBe(font)
  }
})

test('a page whose code was cached as something else opens after Try again', async () => {
  const { page, proxy } = await openBehindProxy()
  await page.goto(`${shop.url}/about`)
  await alive(page)
  proxy.capture('a page that may be kept for an hour', /\/assets\/testimonials-.*\.js|\/healthz/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Testimonials' }).click()
  await expectShown(page.getByRole('heading', { level: 1, name: 'The shop lost signal' }))
  proxy.release()
  await page.getByRole('link', { name: 'Try again' }).click()
  await alive(page)
  await expectShown(page.getByRole('heading', { level: 1, name: /testimonial|said|say/i }))
  expect(await note(page).count()).toBe(0)
})

test('a menu whose code was cached as something else opens styled at the second press', async () => {
  const { page, proxy } = await openBehindProxy()
  await page.goto(`${shop.url}/about`)
  await alive(page)
  const opener = page.getByRole('button', { name: 'Menu', exact: true })
  proxy.capture('a page that may be kept for an hour', /\/assets\/side-menu-/)
  await opener.click()
  await page.waitForURL(`${shop.url}/about#site-links`)
  proxy.release()
  await opener.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expectShown(menu)
  expect(await menu.evaluate((one) => getComputedStyle(one).borderLeftStyle)).toBe('solid')
})

const faultOfDesk = (page: Page) => page.getByRole('heading', { name: 'The desk did not open' })
/** A page that somebody uses does not load again by itself. */
const keepUsing = (page: Page) =>
  page.addInitScript(() => setInterval(() => dispatchEvent(new Event('input')), 1))
const deskAlive = (page: Page) => page.getByLabel('Password').waitFor()

test.each(Object.keys(cacheableForeignResponses) as CacheableForeignResponse[])(
  'a desk whose files were cached as %s opens with its styles once the shop answers',
  async (cacheable) => {
    const { page, proxy } = await openBehindProxy()
    await keepUsing(page)
    proxy.capture(cacheable, /\/desk\/assets\//)
    await page.goto(`${shop.url}/desk`)
    await expectShown(faultOfDesk(page))
    proxy.release()
    await page.getByRole('link', { name: 'Load the desk again' }).click()
    await deskAlive(page)
    expect(await faultOfDesk(page).count()).toBe(0)
    expect(await page.locator('body').evaluate((one) => getComputedStyle(one).margin)).toBe('0px')
  },
)

test('a Wi-Fi’s sign-in page that the browser may cache is not shown at the desk’s address once the shop answers', async () => {
  const { page, proxy } = await openBehindProxy()
  await page.goto(`${shop.url}/desk`)
  await deskAlive(page)
  const isReady = async () =>
    (await navigator.serviceWorker.ready).active?.state === 'activated' &&
    (await caches.match('/desk')) !== undefined
  await expect.poll(() => page.evaluate(isReady)).toBe(true)
  for (const cacheable of ['a page that may be kept for an hour', 'a page with a date'] as const) {
    proxy.capture(cacheable)
    await page.goto(`${shop.url}/desk/orders`)
    await expectShown(page.getByRole('heading', { name: 'Welcome to Free Wi-Fi' }))
    proxy.release()
    await page.goto(`${shop.url}/desk/orders`)
    await deskAlive(page)
  }
})

test('a desk whose style sheet was cached cut off has its styles after a reload', async () => {
  const { page, proxy } = await openBehindProxy()
  await page.goto(`${shop.url}/desk`)
  await deskAlive(page)
  const font = await fontOf(page)
  await takeAnother({ proxy: { server: proxy.server } })
  proxy.capture('a cut style sheet', /\.css/)
  await browser.page.goto(`${shop.url}/desk`)
  expect(await fontOf(browser.page)).not.toBe(font)
  proxy.release()
  await browser.page.reload()
  await expect.poll(() => fontOf(browser.page)).toBe(font)
})

test.each([
  ['short', 0.35],
  ['short', 0.65],
  ['short', 0.9],
  ['broken', 0.65],
  ['broken', '</head>'],
] as const)('a page that is cut %s at %s says so and can be loaded again', async (way, share) => {
  const { page, proxy } = await openBehindProxy()
  await keepUsing(page)
  for (const path of ['/shop', '/desk']) {
    proxy.cut(share, way)
    await page.goto(shop.url + path, { waitUntil: 'commit' })
    await expectShown(path === '/desk' ? faultOfDesk(page) : note(page))
    proxy.release()
    await page.getByRole('link', { name: /Load it again|Load the desk again/ }).click()
    await (path === '/desk' ? deskAlive(page) : alive(page))
  }
})

test('a page that is cut once loads again by itself', async () => {
  const { page, proxy } = await openBehindProxy()
  for (const path of ['/shop', '/desk']) {
    proxy.cut(0.65, 'short', 1)
    await page.goto(shop.url + path, { waitUntil: 'commit' })
    await (path === '/desk' ? deskAlive(page) : alive(page))
    expect(await note(page).or(faultOfDesk(page)).count()).toBe(0)
  }
})

const openedAt = (page: Page) => page.evaluate(() => performance.timeOrigin)
const countPages = (page: Page) => {
  const pages: string[] = []
  page.on('request', (request) => {
    if (/\/(?:shop|desk)$/.test(request.url())) pages.push(request.url())
  })
  return () => pages.length
}

test.each(['/shop', '/desk'])(
  'a %s that pauses within its head is shown when its rest arrives',
  async (path) => {
    const { page, proxy } = await openBehindProxy()
    const pages = countPages(page)
    await page.clock.install()
    proxy.cut('</head>', 'paused')
    await page.goto(shop.url + path, { waitUntil: 'commit' })
    const opened = await openedAt(page)
    await page.clock.fastForward(10_000)
    await expect.poll(pages).toBe(2)
    await page.clock.fastForward(60_000)
    expect(await page.evaluate(() => document.readyState)).toBe('loading')
    proxy.release()
    await (path === '/desk' ? deskAlive(page) : alive(page))
    expect(await openedAt(page)).toBe(opened)
    expect(await note(page).or(faultOfDesk(page)).count()).toBe(0)
  },
)

test.each(['/shop', '/desk'])(
  'a %s that stops within its head loads again by itself once a whole copy has come',
  async (path) => {
    const { page, proxy } = await openBehindProxy()
    proxy.cut('</head>', 'paused', 1)
    await page.goto(shop.url + path, { waitUntil: 'commit' })
    await (path === '/desk' ? deskAlive(page) : alive(page))
    expect(await note(page).or(faultOfDesk(page)).count()).toBe(0)
  },
)

const empty = { contentType: 'text/javascript', body: '' }

test('a page whose scripts all arrive empty says that it did not load', async () => {
  for (const path of ['/', '/shop', '/auth', '/cart', '/lgbt-proud-catering']) {
    const { page, close } = await openBrowser()
    await page.route('**/assets/*.js', (route) => route.fulfill(empty))
    await page.goto(shop.url + path)
    await expectShown(note(page))
    await close()
  }
})

test('a page whose scripts arrive late is not reported as failed', async () => {
  const { page } = browser
  const entry = Promise.withResolvers<void>()
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await entry.promise
    await route.continue()
  })
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.getElementById('lost-code')) document.title = 'accused'
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${shop.url}/shop`, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1, name: 'The whole album' }).waitFor()
  entry.resolve()
  await alive(page)
  expect(await page.title()).not.toBe('accused')
})
