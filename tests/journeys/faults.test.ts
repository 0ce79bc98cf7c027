import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { persistentStorageKeys } from '../../app/features/browser/persistent-keys.ts'
import { shopperStorageKeys } from '../../app/features/browser/storage.ts'
import { expectShown } from '../account/expect-shown.ts'
import { openBrowser } from '../support/browser.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser, takeAnother } = openJourney()

const paths = ['/shop', '/cart', '/auth', '/account-settings']

/** Opens a page in a new browser that `prepare` has tampered with. Returns what is wrong with the page. */
async function tryPage(path: string, prepare: (page: Page) => Promise<unknown>): Promise<string[]> {
  const { page, close } = await openBrowser()
  await prepare(page)
  await page.goto(shop.url + path, { waitUntil: 'networkidle' })
  const heading = page.locator('h1').filter({ visible: true }).first()
  const isHeaded = await heading.waitFor({ timeout: 15_000 }).then(
    () => true,
    () => false,
  )
  const text = await page.locator('body').innerText()
  await close()
  return [
    /Application Error/.test(text) && `${path}: the router's own error page`,
    !isHeaded && `${path}: no heading in "${text.slice(0, 80)}"`,
  ].filter((fault) => fault !== false)
}

/** Calls `look` for all scripts, three at a time, because each call mostly waits for its page. */
async function forEachScript(
  scripts: ReadonlySet<string>,
  look: (script: string) => Promise<string[]>,
): Promise<string[]> {
  const left = [...scripts]
  const lookOn = async (): Promise<string[]> => {
    const script = left.pop()
    return script === undefined ? [] : [...(await look(script)), ...(await lookOn())]
  }
  return (await Promise.all([lookOn(), lookOn(), lookOn()])).flat()
}

async function store(page: Page, value: string, keys: readonly string[]): Promise<void> {
  await page.addInitScript(
    ([text, names]) => {
      if (origin === 'null' || sessionStorage.getItem('is-poisoned') !== null) return
      sessionStorage.setItem('is-poisoned', '')
      for (const name of names)
        for (const storage of [localStorage, sessionStorage]) storage.setItem(name, text)
    },
    [value, keys] as const,
  )
}

const poison = ['{', '[null]', '[{"product":{"id":"a"}}]', '-1']

test.each(poison)(
  'pages open despite corrupt browser storage: %s',
  { tags: ['abuse-browser'] },
  async (value) => {
    const keys = ['cart', ...shopperStorageKeys, ...persistentStorageKeys]
    const deskKeys = ['desk-session', 'desk-tab', 'desk-draft:a']
    const faults = await Promise.all([
      ...paths.map((path) => tryPage(path, (page) => store(page, value, keys))),
      tryPage('/desk', (page) => store(page, value, deskKeys)),
    ])
    expect(faults.flat()).toEqual([])
  },
)

const functions = [
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'BroadcastChannel',
  'matchMedia',
  'IntersectionObserver',
  'ResizeObserver',
  'MutationObserver',
  'TransformStream',
  'TextEncoder',
  'DOMParser',
  'structuredClone',
  'requestAnimationFrame',
  'Intl',
  'fetch',
  'history',
  'performance',
  'WeakRef',
  'MessageChannel',
]

test.each(functions)(
  'pages of the shop and the desk work, or say what to do, without %s',
  { tags: ['abuse-browser'] },
  async (name) => {
    const remove = (page: Page) =>
      page.addInitScript((missing) => {
        Object.defineProperty(window, missing, { value: undefined, configurable: true })
      }, name)
    const faults = await Promise.all(['/cart', '/desk'].map((path) => tryPage(path, remove)))
    expect(faults.flat()).toEqual([])
  },
)

test(
  'a page stays readable whichever script fails to load, and the desk says that it did not open',
  { tags: ['abuse-browser'] },
  async () => {
    await takeAnother({ images: true })
    const { page } = browser
    const scripts = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(request.url())
    })
    for (const path of ['/shop', '/desk'])
      await page.goto(shop.url + path, { waitUntil: 'networkidle' })
    expect(scripts.size).toBeGreaterThan(5)
    const faults = await forEachScript(scripts, (script) =>
      tryPage(script.includes('/desk/') ? '/desk' : '/shop', (fresh) =>
        fresh.route(script, (route) => route.abort()),
      ),
    )
    expect(faults).toEqual([])
  },
)

const empty = { contentType: 'text/javascript', body: '' }

test('a page with an empty script stays readable, and works or says that it did not load', async () => {
  const { page } = browser
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  await page.goto(`${shop.url}/auth`, { waitUntil: 'networkidle' })
  expect(scripts.size).toBeGreaterThan(3)
  expect(await forEachScript(scripts, findSilence)).toEqual([])
})

/**
 * Opens the sign-in page with one of its scripts empty. Returns a fault when the page neither works nor offers to load
 * again.
 */
async function findSilence(script: string): Promise<string[]> {
  const { page, close } = await openBrowser()
  await page.route(script, (route) => route.fulfill(empty))
  await page.goto(`${shop.url}/auth`)
  const says = page.getByRole('link', { name: /Load it again|Try again/ })
  const works = page.locator('main button[type="submit"]:enabled')
  const isSeen = await says
    .or(works)
    .first()
    .waitFor({ timeout: 10_000 })
    .then(
      () => true,
      () => false,
    )
  const silent = isSeen ? [] : [`${script}: ${await page.locator('body').innerText()}`]
  await close()
  return silent
}

test('a page whose code arrives empty on navigation offers to try again', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/shop`)
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await page.route(/\/assets\/auth-[^/]*\.js$/, (route) => route.fulfill(empty))
  await page.getByRole('link', { name: 'Sign In', exact: true }).first().click()
  await page.waitForURL(`${shop.url}/auth`)
  const again = page.getByRole('link', { name: /Load it again|Try again/ })
  await expectShown(again)
  await page.unrouteAll()
  await again.click()
  await expectShown(page.getByRole('button', { name: 'Sign In', exact: true }))
})

test('an error in the page frame leaves the page itself intact', async () => {
  const { page } = browser
  // This stored value throws an error only in the code that shows the number of pieces in the header.
  await page.addInitScript(() => {
    const read = Storage.prototype.getItem
    Storage.prototype.getItem = function (key: string) {
      if (key === 'shop-session') return { toString: () => '' } as unknown as string
      return read.call(this, key)
    }
  })
  await page.goto(`${shop.url}/shop`, { waitUntil: 'networkidle' })
  expect(await page.locator('body').innerText()).not.toContain('Application Error')
  await page.getByRole('heading', { level: 1, name: 'The whole album' }).waitFor()
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click()
})

test('a browser that is too old for the desk’s code shows what to do', async () => {
  const { page } = browser
  await page.route('**/desk/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'const a = {' }),
  )
  await page.goto(`${shop.url}/desk`)
  await expectShown(page.getByRole('heading', { name: 'The desk did not open' }))
  await expectShown(page.getByText(/update this browser: the desk needs Safari 16\.4/))
})

test('a page whose code cannot be loaded says so and offers to reload', async () => {
  const { page } = browser
  await page.route('**/assets/entry.client-*.js', (route) => route.abort())
  await page.goto(`${shop.url}/shop`)
  await expectShown(page.getByRole('alert').getByText(/its buttons don’t work yet/))
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Load it again' }).click()
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  expect(await page.getByText(/its buttons don’t work yet/).count()).toBe(0)
})
