import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { createShopper, submitSignIn } from '../account/shoppers.ts'
import { collectErrors } from '../support/browser.ts'
import { openJourney } from '../support/journey.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser } = openJourney()

/** The two ways in which browsers translate a text node: they replace it by a copy, or move it into a new element. */
const ways = ['copied', 'moved'] as const

/**
 * Runs in the page: wraps each text in `font` elements like a browser that translates the page, including texts that
 * are added or changed later.
 */
function translate(way: (typeof ways)[number]): void {
  const wrap = (text: Text) => {
    const parent = text.parentElement
    if (
      text.data.trim() === '' ||
      parent === null ||
      parent.closest('font, script, style, svg, noscript, title, textarea')
    )
      return
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    if (way === 'copied') {
      inner.textContent = text.data
      text.replaceWith(outer)
    } else {
      text.before(outer)
      inner.append(text)
    }
  }
  const wrapAll = (node: Node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts: Text[] = node instanceof Text ? [node] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(wrap)
  }
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      if (type === 'characterData') wrapAll(target)
      else addedNodes.forEach(wrapAll)
  })
  addEventListener('translate-now', () => {
    wrapAll(document.body)
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}

/** Opens a page, and translates it once it has hydrated. */
async function openTranslated(page: Page, path: string): Promise<void> {
  await page.goto(shop.url + path)
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await page.evaluate(() => dispatchEvent(new Event('translate-now')))
  expect(await page.locator('h1 font').count()).toBeGreaterThan(0)
}

test.each(ways)(
  'a machine-translated shop sells, counts, searches and shows errors (texts %s)',
  { tags: ['abuse-browser'] },
  async (way) => {
    const { page } = browser
    const errors = collectErrors(page)
    await page.addInitScript(translate, way)
    const shopper = await createShopper(shop)
    await openTranslated(page, '/shop')
    await page
      .getByRole('button', { name: /Add to Cart/ })
      .first()
      .click()
    await expectShown(page.getByText('Added!').first())
    await page.getByRole('link', { name: /Shopping bag\W+1 item/ }).waitFor()
    await page
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .waitFor()

    await openTranslated(page, '/cart')
    const line = page.getByRole('main').getByRole('listitem').first()
    await line.getByRole('button', { name: 'One more' }).click()
    await expect.poll(() => line.innerText()).toContain('£17.00')
    expect(await line.innerText()).not.toContain('£8.50\n')
    await line.getByRole('button', { name: 'One fewer' }).click()
    await expect.poll(() => line.innerText()).not.toContain('£17.00')
    await line.getByRole('button', { name: /^Remove/ }).click()
    await expectShown(page.getByText('Your cart is empty'))
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectShown(line.getByText('Nashville Chilli Crisp').first())

    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const search = page.getByRole('dialog', { name: 'Search the shop' })
    await search.getByRole('combobox').fill('zzzz')
    await expectShown(search.getByText('No results. Try a different search term.'))
    await search.getByRole('combobox').fill('marmalade')
    await search.getByRole('option', { name: /Miss Marmalade Chilli Jam/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Miss Marmalade Chilli Jam' }).waitFor()

    await openTranslated(page, '/lgbt-proud-catering')
    await page.getByRole('button', { name: 'Send an enquiry' }).click()
    const enquiry = page.getByRole('dialog', { name: 'Proud Catering' })
    await enquiry.getByLabel('Name').fill('D')
    await enquiry.getByLabel('E-mail').fill('nobody@nowhere')
    await enquiry.getByRole('button', { name: 'Send enquiry' }).click()
    await enquiry.locator('[aria-invalid="true"], :invalid').first().waitFor()
    await enquiry.getByRole('button', { name: 'Close' }).first().click()

    await openTranslated(page, '/cart')
    await page.getByRole('radio', { name: /Standard/ }).check()
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await page.waitForURL(/\/auth/)
    await page.evaluate(() => dispatchEvent(new Event('translate-now')))
    await submitSignIn(page, { ...shopper, password: 'Not1ItAtAll' })
    await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
    await submitSignIn(page, shopper)
    await page.waitForURL(`${shop.url}/cart`)
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await page.waitForURL(/\/sandbox\/payments\/pay\//)
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await page.waitForURL(/\/checkout\/success/)
    await page.evaluate(() => dispatchEvent(new Event('translate-now')))
    await page.getByRole('heading', { name: 'Got it. Thank you!' }).waitFor()
    expect(errors.filter((error) => !error.includes('status of 400'))).toEqual([])
  },
)

test('every screen of a machine-translated desk works', async () => {
  const { page } = browser
  const errors = collectErrors(page)
  await openDeskAsFirstOwner(page, shop)
  await page.addInitScript(translate, ways[0])
  await page.goto(`${shop.url}/desk`)
  await page.getByRole('navigation').first().waitFor()
  await page.evaluate(() => dispatchEvent(new Event('translate-now')))
  for (const name of ['Pack', 'Products', 'Enquiries', 'Today']) {
    await page.getByRole('link', { name }).filter({ visible: true }).first().click()
    await page.locator('main font').filter({ visible: true }).first().waitFor()
  }
  expect(errors).toEqual([])
})
