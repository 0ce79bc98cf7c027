import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from 'playwright-core'
import { BROWSER_FLAGS, browserPath } from '../browser.ts'
import { withBareFramework } from './bare-framework.ts'
import { inFreshFolder, startShop, withServers } from './children.ts'
import { atMost, type Figure, remark, show } from './figure.ts'
import { getBytes } from './http.ts'
import { picturesInView, watchShifts } from './in-page.ts'
import { notedBefore } from './others.ts'

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

interface Viewport {
  width: number
  height: number
}

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 900 }

/** What somebody who has never been here loads for /shop, without touching anything. */
export async function measureFirstView(): Promise<Figure[]> {
  return inFreshFolder((DATA_DIR) =>
    withBareFramework((bare) =>
      withServers([startShop({ DATA_DIR })], async (shop) => {
        const onPhone = await look(`${shop.url}/shop`, phone)
        const onDesk = await look(`${shop.url}/shop`, desk)
        const bareView = await look(`${bare.url}/`, phone)
        const late = [
          await lookLate(`${shop.url}/shop`, phone),
          await lookLate(`${shop.url}/shop`, desk),
        ]
        return [
          ...describe(onPhone, onDesk, bareView),
          remark(
            'layout shift when the fonts come a second late',
            late.map(show.plain).join(', '),
            'phone, desk',
          ),
        ]
      }),
    ),
  )
}

function describe(onPhone: View, onDesk: View, bare: View): Figure[] {
  const both = (key: keyof View, write: (value: number) => string) =>
    `phone ${write(onPhone[key])}, desk ${write(onDesk[key])}`
  const worse = (key: keyof View) => Math.max(onPhone[key], onDesk[key])
  const above = ({ html, css, art }: View) => html + css + art
  return [
    atMost({
      name: 'JavaScript in all, gzip',
      value: worse('javaScript'),
      show: show.kB,
      limit: 135e3,
      beside: `bare page of the framework ${show.kB(bare.javaScript)}; Medusa 231 kB, Vendure 229 kB (${notedBefore})`,
    }),
    atMost({
      name: 'HTML, CSS and art above the fold, gzip',
      value: Math.max(above(onPhone), above(onDesk)),
      show: show.kB,
      limit: 60e3,
      beside: `HTML ${show.kB(onPhone.html)}, CSS ${show.kB(onPhone.css)}, art: ${both('art', show.kB)}`,
    }),
    remark('pictures that the turning cards bring later', both('laterArt', show.kB)),
    atMost({ name: 'fonts', value: worse('fonts'), show: show.kB, limit: 60e3 }),
    atMost({
      name: 'layout shift',
      value: worse('shift'),
      show: show.plain,
      limit: 0,
      beside: both('shift', show.plain),
    }),
    remark('requests', both('requests', String)),
  ]
}

function look(url: string, viewport: Viewport): Promise<View> {
  return inFreshBrowser(viewport, (page) => observe(page, url))
}

/** The layout shift that a slow line would show. */
function lookLate(url: string, viewport: Viewport): Promise<number> {
  return inFreshBrowser(viewport, async (page) => {
    await page.route('**/*.woff2', async (route) => {
      await page.waitForTimeout(1000)
      await route.continue()
    })
    return (await observe(page, url)).shift
  })
}

async function inFreshBrowser<T>(viewport: Viewport, work: (page: Page) => Promise<T>): Promise<T> {
  const executablePath = browserPath()
  if (executablePath === null) throw new Error('there is no Chromium here')
  return inFreshFolder(async (folder) => {
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath,
      headless: true,
      args: BROWSER_FLAGS,
      viewport,
    })
    try {
      return await work(context.pages()[0] ?? (await context.newPage()))
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
  const inViewLater = await page.evaluate(picturesInView)
  const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))
  const sum = async (type: string, among?: Set<string>): Promise<number> => {
    const meant = [...loaded].filter(
      (one) => one[1] === type && (among === undefined || among.has(one[0])),
    )
    const sizes = await Promise.all(meant.map(([address]) => gzipSize(address)))
    return sizes.reduce((total, size) => total + size, 0)
  }
  return {
    javaScript: await sum('script'),
    html: await sum('document'),
    css: await sum('stylesheet'),
    art: await sum('image', inView),
    laterArt: await sum('image', new Set(inViewLater.filter((address) => !inView.has(address)))),
    fonts: await sum('font'),
    shift,
    requests: loaded.size,
  }
}

/** As the server sends it to who takes only gzip; fonts are compressed in themselves. */
async function gzipSize(url: string): Promise<number> {
  const { body, encoding, headers } = await getBytes(url, 'gzip')
  const isText = /text|javascript|json|svg/.test(headers['content-type'] ?? '')
  return encoding === 'identity' && isText ? gzipSync(body).length : body.length
}
