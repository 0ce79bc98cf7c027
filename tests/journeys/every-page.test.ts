import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../commands/lib/browser.ts'
import { type Check, checks, describeFinding, type Finding } from '../inspect/finding.ts'
import { inspectPages } from '../inspect/inspection.ts'
import { getPagesToInspect } from '../inspect/pages.ts'
import { signInShopperWithCart } from '../inspect/shopper.ts'
import { type RunningShop, openPreparedShop } from '../support/running-shop.ts'

/**
 * Checks whose findings may come from a page that was still changing on a busy machine. They count only when a second
 * visit finds them again.
 */
const mayBeHasty = new Set<Check>([
  'visit',
  'axe',
  'shift',
  'targets',
  'enlarged',
  'stillness',
  'order',
])

let shop: RunningShop
let browser: Browser
let found: Finding[]

beforeAll(async () => {
  shop = await openPreparedShop()
  browser = await launchBrowser()
  const shopper = await signInShopperWithCart(browser, shop)
  const assignment = { browser, url: shop.url, shopper, pictures: null }
  const { findings } = await inspectPages({ ...assignment, pages: getPagesToInspect() })
  const hasty = findings.filter(({ check }) => mayBeHasty.has(check))
  const pages = getPagesToInspect().filter(({ name }) => hasty.some(({ page }) => page === name))
  const again = pages.length === 0 ? [] : (await inspectPages({ ...assignment, pages })).findings
  found = [...findings.filter((one) => !hasty.includes(one)), ...again]
}, 900_000)
afterAll(async () => {
  await browser.close()
  await shop.remove()
})

const promises: Record<Check, string> = {
  visit: 'every page opens in a browser',
  status: 'every page answers with its own status',
  html: 'every document is valid HTML',
  console: 'no page writes an error to the console',
  policy: 'no page requests what its content security policy forbids',
  axe: 'every page passes WCAG 2.2 AA as far as a machine can tell',
  head: 'every page has a title, a description and a canonical address of its own, or asks not to be indexed',
  structure: 'every page has one first heading, headings in order and its landmarks',
  sideways: 'no page has to be scrolled sideways from 320 px up',
  shift: 'no page shifts its layout while it is loaded and read',
  weight: 'no page exceeds its size limits',
  targets: 'every control is large enough to press',
  enlarged: 'every page can be read at 200% text and at 400% zoom',
  stillness: 'nothing moves by itself with reduced motion',
  order: 'style sheets that load late change the look of no page',
  'without JavaScript': 'every page can be read completely without JavaScript',
}

test.each(checks.map((check) => [promises[check], check] as const))('%s', (_, check) => {
  const faults = found.filter((finding) => finding.check === check)
  expect(faults.map(describeFinding)).toEqual([])
})
