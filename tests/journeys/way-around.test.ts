import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { collectErrors, openBrowser } from '../support/browser.ts'
import { phone } from '../support/screens.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser } = openJourney({ reducedMotion: 'no-preference' })

const focused = () => browser.page.locator(':focus')

test('the side menu traps the focus, closes by Esc and returns the focus', async () => {
  const { page } = browser
  const errors = collectErrors(page)
  await page.goto(shop.url)
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  await button.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByText('American comfort food with a British accent').waitFor()
  for (let stop = 0; stop < 14; stop += 1) await page.keyboard.press('Tab')
  expect(await page.locator('header :focus, footer :focus').count()).toBe(
    await menu.locator(':focus').count(),
  )
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  expect(await focused().getAttribute('aria-label')).toBe('Menu')
  // The press that closes the menu must be handled quickly, so the page behind the menu becomes usable only in a later
  // task.
  await button.click()
  const close = menu.getByRole('button', { name: 'Close menu' })
  const isOpenStill = await close.evaluate(async (one: HTMLButtonElement) => {
    one.click()
    // Waits until the press has been handled, including the microtasks that it has queued.
    await Promise.resolve().then(() => undefined)
    return one.closest('dialog')?.open
  })
  expect(isOpenStill).toBe(true)
  await menu.waitFor({ state: 'hidden' })
  expect(await focused().getAttribute('aria-label')).toBe('Menu')
  expect(errors).toEqual([])
})

test('choosing an entry of the side menu closes it and opens the page', async () => {
  const { page } = browser
  await page.goto(shop.url)
  await page.evaluate(() => scrollTo(0, 600))
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Shop' }).click()
  await page.waitForURL(`${shop.url}/shop`)
  await menu.waitFor({ state: 'hidden' })
  await page.waitForFunction(() => scrollY === 0)
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expectShown(menu)
  await page.goBack()
  await page.waitForURL(`${shop.url}/`)
  await menu.waitFor({ state: 'hidden' })
})

test('choosing the present page in the side menu closes it and scrolls up', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/shop`)
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
  await page.evaluate(() => scrollTo(0, 1200))
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Shop', exact: true }).click()
  await menu.waitFor({ state: 'hidden' })
  await page.waitForFunction(() => scrollY === 0)
  expect(await focused().getAttribute('aria-label')).toBe('Menu')
})

test('the entries of Where to Find Us expand in the menu and lead to their pages', async () => {
  const { page } = browser
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const places = menu.getByRole('button', { name: /^Where to Find Us/ })
  expect(await places.getAttribute('aria-expanded')).toBe('false')
  await places.click()
  await menu.getByRole('link', { name: 'Pop Ups' }).click()
  await page.waitForURL(`${shop.url}/southern-comfort-food`)
  await menu.waitFor({ state: 'hidden' })
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.evaluate(() => scrollTo(0, 600))
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await menu.getByRole('link', { name: 'Pop Ups' }).click()
  await page.waitForFunction(() => scrollY === 0)
  await page.goBack()
  await page.waitForURL(`${shop.url}/`)
})

test('menu and search are links without JavaScript, and the search page answers', async () => {
  const plain = await openBrowser({ javaScriptEnabled: false, viewport: phone })
  const { page } = plain
  await page.goto(shop.url)
  expect(await page.getByRole('link', { name: 'Menu' }).getAttribute('href')).toBe('#site-links')
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByLabel('Search products and pages').fill('nashville')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: /Nashville Chilli Crisp/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Nashville Chilli Crisp' }).waitFor()
  expect(page.url()).toBe(`${shop.url}/shop/product/nashville-chilli-crisp`)
  await plain.close()
})

test('the footer of a filtered shop links to the whole shop', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/shop?filter=sauces`)
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Shop', exact: true }).click()
  await page.waitForURL((url) => url.search === '')
  expect(page.url()).toBe(`${shop.url}/shop`)
})

test('navigation moves the focus to the new page’s heading, and a link to the same page scrolls up', async () => {
  const { page } = browser
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Shop', exact: true }).click()
  await page.waitForURL(`${shop.url}/shop`)
  await page.locator('h1:focus').waitFor()
  await footer.getByRole('link', { name: 'Shop', exact: true }).click()
  await page.waitForFunction(() => scrollY === 0)
  expect(page.url()).toBe(`${shop.url}/shop`)
})

test('no page scrolls sideways on a phone with doubled text size', async () => {
  const large = await openBrowser({ viewport: phone })
  const { page } = large
  const devices = await large.context.newCDPSession(page)
  await devices.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  const wide: string[] = []
  for (const path of ['/', '/faqs', '/recipes', '/ask-beau', '/privacy-policy']) {
    await page.goto(shop.url + path)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > phone.width) wide.push(`${path}: ${width}`)
  }
  const letters = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  await large.close()
  expect(letters).toBe('32px')
  expect(wide).toEqual([])
})

test('a printed page has a dark title, no buttons over its text, and a legend of the allergen signs', async () => {
  const { page } = browser
  await page.setViewportSize(phone)
  await page.emulateMedia({ media: 'print' })
  await page.goto(`${shop.url}/upcoming-dates`)
  const colourOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).color)
  expect(await colourOf('h1')).toBe(await colourOf('body'))
  await page.goto(`${shop.url}/shop/product/nashville-chilli-crisp`)
  await expectShown(page.getByText('crispy shallots (28%'))
  expect(await page.getByRole('region', { name: 'Quick buy' }).count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Join Our Newsletter!' }).count()).toBe(0)
  await expectShown(page.getByRole('contentinfo').getByText('Registered office'))
  expect(await page.getByRole('contentinfo').getByRole('link').count()).toBe(0)
  await page.goto(`${shop.url}/allergens`)
  await expectShown(page.getByRole('list', { name: 'What the signs say' }))
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(sheets.match(/\/Type \/Page\b/g)).toHaveLength(1)
})

test('no title is broken or covered by a picture on a tablet in either orientation', async () => {
  const { page } = browser
  for (const path of ['/upcoming-dates', '/markets', '/southern-comfort-food']) {
    await page.goto(shop.url + path)
    await page.addStyleTag({ content: 'h3 { overflow-wrap: normal !important }' })
    const titles = page.locator('article h3')
    expect(await titles.count()).toBeGreaterThan(0)
    for (const [width, height] of [
      [768, 1024],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height })
      const broken = await titles.evaluateAll((all) =>
        all
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      )
      expect({ path, width, broken }).toEqual({ path, width, broken: [] })
    }
  }
  await page.goto(shop.url)
  const words = await page.getByText('Hot sauces, chilli crisp').boundingBox()
  const brush = await page.locator('img[src*="swoosh"]').boundingBox()
  expect((words?.x ?? Infinity) + (words?.width ?? 0)).toBeLessThanOrEqual(brush?.x ?? 0)
})

test('the buy button, all 14 allergens and every beer mat are in view on an upright tablet', async () => {
  const { page } = browser
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto(`${shop.url}/shop/product/nashville-chilli-crisp`)
  const buttons = page.getByRole('main').getByRole('button')
  const buy = await buttons.filter({ hasText: 'Add to Cart' }).first().boundingBox()
  expect((buy?.y ?? Infinity) + (buy?.height ?? 0)).toBeLessThanOrEqual(1024)
  await page.goto(`${shop.url}/allergens`)
  const hidden = await page
    .getByRole('region', { name: 'Products and the 14 allergens' })
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(hidden).toBe(0)
  await page.goto(`${shop.url}/battersea-brewery`)
  const edges = await page
    .locator('main li img')
    .evaluateAll((mats) => mats.map((mat) => mat.getBoundingClientRect().right))
  expect(edges).toHaveLength(3)
  expect(Math.max(...edges)).toBeLessThanOrEqual(768)
})

test('the footer of a short page is at the bottom of a tall window', async () => {
  const { page } = browser
  await page.setViewportSize({ width: 2560, height: 1440 })
  for (const path of ['/404', '/search']) {
    await page.goto(shop.url + path)
    const footer = await page.getByRole('contentinfo').boundingBox()
    expect(Math.round((footer?.y ?? 0) + (footer?.height ?? 0))).toBe(1440)
  }
})
