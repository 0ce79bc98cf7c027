import type { Page } from 'playwright-core'
import { findPicturesInView, recordShiftsAndViolations } from '../../tests/inspect/in-page.ts'
import { measureGzipSize } from '../../tests/inspect/weights.ts'
import { desktop, phone } from '../../tests/support/screens.ts'
import { withBrowser } from '../../commands/lib/browser.ts'
import { atMost, type Figure, createFigure, createZeroFigure, format, sum } from './figure.ts'
import type { RestartableShop } from './restartable-shop.ts'

type View = Awaited<ReturnType<typeof observe>>

/** Measures what the page /shop loads for a new visitor who does not interact with it. */
export async function measureFirstView({ url }: RestartableShop): Promise<Figure[]> {
  const [onPhone, onDesk] = [await look(`${url}/shop`, phone), await look(`${url}/shop`, desktop)]
  const both = (key: keyof View, write: (value: number) => string) =>
    `phone ${write(onPhone[key])}, desk ${write(onDesk[key])}`
  const worse = (key: keyof View) => Math.max(onPhone[key], onDesk[key])
  const above = ({ html, css, art }: View) => html + css + art
  return [
    createFigure('JavaScript in all, gzip', worse('javaScript'), atMost(136.5e3, format.kB)),
    createFigure(
      'HTML, CSS and art above the fold, gzip',
      Math.max(above(onPhone), above(onDesk)),
      atMost(60e3, format.kB),
      `HTML ${format.kB(onPhone.html)}, CSS ${format.kB(onPhone.css)}, art: ${both('art', format.kB)}`,
    ),
    createFigure('fonts', worse('fonts'), atMost(60e3, format.kB)),
    createZeroFigure('layout shift', worse('shift'), both('shift', format.plain)),
  ]
}

function look(url: string, viewport: { width: number; height: number }) {
  return withBrowser(async (browser) => observe(await browser.newPage({ viewport }), url))
}

/**
 * Records the requests of a page from now on. Returns a function that adds up the sizes of all resources of a type, in bytes as
 * sent with gzip.
 */
export function recordLoads(page: Page) {
  const loaded = new Map<string, string>()
  page.on('requestfinished', (request) => {
    if (request.url().startsWith('http')) loaded.set(request.url(), request.resourceType())
  })
  return async (type: string, isMeant = (_address: string) => true): Promise<number> => {
    const addresses = [...loaded].filter(([address, kind]) => kind === type && isMeant(address))
    const sent = await Promise.all(addresses.map(([address]) => measureGzipSize(address)))
    return sum(sent.map(({ bytes }) => bytes))
  }
}

/**
 * Loads a page for the first time and returns the sizes of its resources, in bytes as sent with gzip. Only pictures that are in
 * view when the page has loaded count.
 */
async function observe(page: Page, url: string) {
  const weightOf = recordLoads(page)
  await page.addInitScript(recordShiftsAndViolations)
  await page.goto(url, { waitUntil: 'load' })
  const inView = await page.evaluate(findPicturesInView)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  // Waits, because resources that the page loads when the browser is idle count as well.
  await page.waitForTimeout(2500)
  return {
    javaScript: await weightOf('script'),
    html: await weightOf('document'),
    css: await weightOf('stylesheet'),
    art: await weightOf('image', (address) => inView.includes(address)),
    fonts: await weightOf('font'),
    shift: await page.evaluate(() => window.noted.shift),
  }
}
