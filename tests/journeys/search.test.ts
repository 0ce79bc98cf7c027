import type { Locator } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { expectFocus } from '../account/expect-shown.ts'
import { findAccessibilityFaults } from '../support/axe.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser } = openJourney()
let search: Locator
let box: Locator

beforeEach(async () => {
  search = browser.page.getByRole('dialog', { name: 'Search the shop' })
  box = search.getByRole('combobox', { name: 'Search the shop' })
  await browser.page.goto(shop.url)
  await browser.page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await browser.page.keyboard.press('/')
  await search.getByText('Start typing to search products and pages...').waitFor()
})

const chosen = () => search.getByRole('option', { selected: true })

test('the search opens by "/", finds products and pages, and Enter takes the first', async () => {
  const { page } = browser
  await page.keyboard.type('marmalade')
  await search.getByText('Searching...').waitFor()
  await search.getByRole('option', { name: /Miss Marmalade Chilli Jam/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Miss Marmalade Chilli Jam' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.keyboard.press('Control+k')
  expect(await box.inputValue()).toBe('')
  await page.keyboard.type('mayonnaise')
  await search.getByText('No results. Try a different search term.').waitFor()
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'hidden' })
})

test('"/" opens the search while a select has the focus, and is typed into a text field', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/shop`)
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.press('/')
  expect(await name.inputValue()).toBe('/')
  expect(await search.count()).toBe(0)
  await page.getByRole('combobox', { name: 'Sort' }).press('/')
  await search.getByText('Start typing to search products and pages...').waitFor()
})

test('the search box is a combobox whose list opens with the results', async () => {
  const { page } = browser
  expect(await box.getAttribute('aria-expanded')).toBe('false')
  expect(await search.getByRole('listbox').count()).toBe(0)
  await page.keyboard.type('chilli')
  const list = search.getByRole('listbox', { name: 'Results' })
  await list.waitFor()
  expect(await box.getAttribute('aria-expanded')).toBe('true')
  expect(await box.getAttribute('aria-autocomplete')).toBe('list')
  expect(await box.getAttribute('aria-controls')).toBe(await list.getAttribute('id'))
  const products = list.getByRole('group', { name: 'Products' }).getByRole('option')
  expect(await products.count()).toBeGreaterThan(1)
  const options = await list.getByRole('option').count()
  expect(await search.getByRole('status').innerText()).toBe(`${options} results`)
  await box.fill('chi')
  await search.getByText('Searching...').waitFor()
  expect(await box.getAttribute('aria-expanded')).toBe('false')
  expect(await box.getAttribute('aria-activedescendant')).toBeNull()
})

test('the arrow keys walk through products and pages while the focus stays in the search box', async () => {
  const { page } = browser
  await page.keyboard.type('box')
  const pages = search.getByRole('group', { name: 'Pages' }).getByRole('option')
  await pages.first().waitFor()
  const options = await search.getByRole('option').all()
  const expectChosen = async (index: number) => {
    const id = await options.at(index)?.getAttribute('id')
    await expect.poll(() => chosen().getAttribute('id')).toBe(id)
    expect(await box.getAttribute('aria-activedescendant')).toBe(id)
    await expectFocus(box)
  }
  await expectChosen(0)
  await page.keyboard.press('ArrowDown')
  await expectChosen(1)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expectChosen(-1)
  expect(await pages.last().getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Home')
  await expectChosen(0)
  expect(await box.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(0)
  await page.keyboard.press('ArrowUp')
  const url = await pages.last().getAttribute('href')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${shop.url}${url}`)
  await search.waitFor({ state: 'hidden' })
})

test('the active result is always in view below the search box', async () => {
  const { page } = browser
  await page.setViewportSize({ width: 390, height: 420 })
  await page.keyboard.type('a')
  await search.getByRole('option').first().waitFor()
  const inView = async () => {
    const bottom = (await box.boundingBox())?.y ?? 0
    const option = await chosen().boundingBox()
    return option !== null && option.y > bottom && option.y + option.height <= 420
  }
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp']) {
    await page.keyboard.press(key)
    await expect.poll(inView).toBe(true)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('search results are links: a click follows them, a middle click opens a tab and leaves the search open', async () => {
  const { page, context } = browser
  await page.keyboard.type('ketchup')
  const result = search.getByRole('option', { name: /Hot Tomato Ketchup/ })
  const presses = [
    () => result.click({ button: 'middle' }),
    () => result.click({ modifiers: ['Control'] }),
  ]
  for (const press of presses) {
    const opened = context.waitForEvent('page')
    await press()
    const tab = await opened
    await tab.waitForURL(`${shop.url}/shop/product/hot-tomato-ketchup`)
    await tab.close()
    expect(await search.isVisible()).toBe(true)
  }
  await result.click()
  await page.waitForURL(`${shop.url}/shop/product/hot-tomato-ketchup`)
  await search.waitFor({ state: 'hidden' })
})

test('the search passes WCAG 2.2 AA with results, and Tab leaves it', async () => {
  const { page } = browser
  await page.keyboard.type('chilli')
  await search.getByRole('option').first().waitFor()
  expect(await findAccessibilityFaults(page, { within: 'dialog[open]' })).toEqual([])
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Close search')
  await page.keyboard.press('Enter')
  await search.waitFor({ state: 'hidden' })
})

test('a search tolerates a typing error below exact matches, with and without JavaScript', async () => {
  const { page } = browser
  await page.keyboard.type('nashvlile')
  await search.getByRole('option', { name: /Nashville Chilli Crisp/ }).waitFor()
  await box.fill('spice')
  const spiceBag = search.getByRole('option', { name: /Spice Bag Mix/ })
  await spiceBag.waitFor()
  expect(await spiceBag.getAttribute('aria-selected')).toBe('true')
  expect(await search.getByRole('option', { name: /Nashville Hot Dust/ }).count()).toBe(1)
  const answer = await fetch(`${shop.url}/search?q=marmelade`)
  expect(await answer.text()).toContain('Miss Marmalade Chilli Jam')
})

test.each([String.raw`%_*.\:,)("`, 'a,id.gt.0', '<script>'])(
  'a search term is matched literally: %s',
  { tags: ['abuse-24'] },
  async (term) => {
    const answer = await fetch(`${shop.url}/search?q=${encodeURIComponent(term)}`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('No results. Try a different search term.')
  },
)
