import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import engines from './browser-places.json' with { type: 'json' }

/** Returns the path of the installed Chromium or Chrome, or null. */
export function findChromium(): string | null {
  return (
    [process.env.CHROME_PATH ?? '', ...engines.chromium].find((place) => existsSync(place)) ?? null
  )
}

/** Returns the path of the installed Firefox, or null. */
export function findFirefox(): string | null {
  return engines.firefox.find((place) => existsSync(place)) ?? null
}

/** Returns the paths of WebKitGTK's browser, its driver, and Xvfb, which both need; null when one of them is not installed. */
export function findWebKit(): { browser: string; driver: string; xvfb: string } | null {
  const [browser, driver, xvfb] = [engines.miniBrowser, engines.webKitDriver, engines.xvfb].map(
    (places) => places.find((place) => existsSync(place)),
  )
  return browser && driver && xvfb ? { browser, driver, xvfb } : null
}

/** Debian's Chromium without a user interface, which needs a quarter of the time to create a browser context. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** Flags that keep Chromium from sending requests of its own. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Launches Chromium without a window: the headless shell when it is installed and CHROME_PATH is not set, else Chromium or Chrome.
 * Each browser context starts without cookies and storage. With `images: false` it
 * loads none: decoding and drawing them takes a third of the processor time of a visit.
 */
export function launchBrowser({ images = true } = {}): Promise<Browser> {
  const hasShell = process.env.CHROME_PATH === undefined && existsSync(HEADLESS_SHELL)
  return chromium.launch({
    executablePath: hasShell ? HEADLESS_SHELL : (findChromium() ?? undefined),
    headless: true,
    args: images ? BROWSER_FLAGS : [...BROWSER_FLAGS, '--blink-settings=imagesEnabled=false'],
  })
}

/** Launches a browser, runs `work` with it, and closes it afterwards. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchBrowser()
  return work(browser).finally(() => browser.close())
}

/** Creates a browser profile in `folder` whose localStorage contains `stored` for the origin of the URL `address`. */
export async function createProfileWithStorage(folder: string, address: string, stored: object) {
  const options = { executablePath: findChromium() ?? undefined, args: BROWSER_FLAGS }
  const context = await chromium.launchPersistentContext(folder, options)
  const page = await context.newPage()
  await page.goto(address)
  await page.evaluate((all) => Object.assign(localStorage, all), stored)
  await context.close()
}
