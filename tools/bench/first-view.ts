import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { desk, phone } from '../../tests/support/screens.ts'
import { BROWSER_FLAGS, browserPath } from '../browser.ts'
import { gzipSize } from '../inspect/weights.ts'
import { atMost, type Figure, figure, none, remark, show } from './figure.ts'
import { notedBefore } from './others.ts'
import { inFreshFolder } from './processes.ts'
import { withShop } from './servers.ts'

/** What the first view of a page takes, in bytes as gzip sends them, on one size of screen. */
interface View {
  javaScript: number
  html: number
  css: number
  /** Pictures in view when the page has loaded. */
  art: number
  /** Pictures that come by themselves in the seconds after that. */
  laterArt: number
  fonts: number
  shift: number
  requests: number
}

/** What somebody who has never been here loads for /shop, without touching anything. */
export async function measureFirstView(): Promise<Figure[]> {
  return withShop(async ({ url }) => {
    const [onPhone, onDesk] = [await look(`${url}/shop`, phone), await look(`${url}/shop`, desk)]
    const both = (key: keyof View, write: (value: number) => string) =>
      `phone ${write(onPhone[key])}, desk ${write(onDesk[key])}`
    const worse = (key: keyof View) => Math.max(onPhone[key], onDesk[key])
    const above = ({ html, css, art }: View) => html + css + art
    return [
      figure(
        'JavaScript in all, gzip',
        worse('javaScript'),
        show.kB,
        atMost(135e3),
        `Medusa 231 kB, Vendure 229 kB (${notedBefore})`,
      ),
      figure(
        'HTML, CSS and art above the fold, gzip',
        Math.max(above(onPhone), above(onDesk)),
        show.kB,
        atMost(60e3),
        `HTML ${show.kB(onPhone.html)}, CSS ${show.kB(onPhone.css)}, art: ${both('art', show.kB)}`,
      ),
      remark('pictures that the turning cards bring later', both('laterArt', show.kB)),
      figure('fonts', worse('fonts'), show.kB, atMost(60e3)),
      none('layout shift', worse('shift'), both('shift', show.plain)),
      remark('requests', both('requests', String)),
    ]
  })
}

/** In a browser that nobody has used before. */
async function look(url: string, viewport: { width: number; height: number }): Promise<View> {
  const executablePath = browserPath()
  if (executablePath === null) throw new Error('there is no Chromium here')
  return inFreshFolder(async (folder) => {
    const options = { executablePath, headless: true, args: BROWSER_FLAGS, viewport }
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), options)
    try {
      return await observe(context.pages()[0] ?? (await context.newPage()), url)
    } finally {
      await context.close()
    }
  })
}

async function observe(page: Page, url: string): Promise<View> {
  const loaded = new Map<string, string>()
  page.on('requestfinished', (request) => {
    if (request.url().startsWith('http')) loaded.set(request.url(), request.resourceType())
  })
  await page.addInitScript(watchShifts)
  await page.goto(url, { waitUntil: 'load' })
  const inView = new Set(await page.evaluate(picturesInView))
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  // What is loaded when the browser has nothing else to do counts too.
  await page.waitForTimeout(2500)
  const later = (await page.evaluate(picturesInView)).filter((address) => !inView.has(address))
  const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))
  const sum = async (type: string, among?: Set<string>): Promise<number> => {
    const meant = [...loaded].filter(
      ([address, kind]) => kind === type && (among?.has(address) ?? true),
    )
    const sizes = await Promise.all(meant.map(([address]) => gzipSize(address)))
    return sizes.reduce((total, { bytes }) => total + bytes, 0)
  }
  return {
    javaScript: await sum('script'),
    html: await sum('document'),
    css: await sum('stylesheet'),
    art: await sum('image', inView),
    laterArt: await sum('image', new Set(later)),
    fonts: await sum('font'),
    shift,
    requests: loaded.size,
  }
}

/** In the page: adds up every shift of the layout in `data-shift` of the root element. */
function watchShifts(): void {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry && typeof entry.value === 'number') sum += entry.value
    }
    document.documentElement.dataset.shift = String(sum)
  }).observe({ type: 'layout-shift', buffered: true })
}

/** In the page: the addresses of the pictures of which any part is in view: images, backgrounds and masks. */
function picturesInView(): string[] {
  const found = new Set<string>()
  for (const element of document.querySelectorAll('*')) {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    if (top >= innerHeight || bottom <= 0 || left >= innerWidth || right <= 0) continue
    if (element instanceof HTMLImageElement) found.add(element.currentSrc)
    if (element instanceof SVGUseElement)
      found.add(new URL(element.href.baseVal, location.href).href)
    for (const pseudo of [null, '::before', '::after']) {
      const { backgroundImage, maskImage, borderImageSource } = getComputedStyle(element, pseudo)
      const all = `${backgroundImage} ${maskImage} ${borderImageSource}`
      for (const [, address = ''] of all.matchAll(/url\("(.*?)"\)/g)) found.add(address)
    }
  }
  return [...found]
}
