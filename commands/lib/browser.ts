import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import engines from './browser-places.json' with { type: 'json' }

/** The path of this machine's Chromium or Chrome, or null. */
export function browserPath(): string | null {
  return (
    [process.env.CHROME_PATH ?? '', ...engines.chromium].find((place) => existsSync(place)) ?? null
  )
}

/** The path of this machine's Firefox, or null. */
export function firefoxPath(): string | null {
  return engines.firefox.find((place) => existsSync(place)) ?? null
}

/** The paths of WebKitGTK's browser and driver, and of the display that they need, or null where one is missing. */
export function webKitPaths(): { browser: string; driver: string; xvfb: string } | null {
  const [browser, driver, xvfb] = [engines.miniBrowser, engines.webKitDriver, engines.xvfb].map(
    (places) => places.find((place) => existsSync(place)),
  )
  return browser && driver && xvfb ? { browser, driver, xvfb } : null
}

/** Debian’s Chromium without the windows of a browser around its pages: a fresh context costs a quarter of the work. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** Keeps Chromium from using the network by itself. */
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
 * Opens Chromium without a window yet; each of its contexts is a browser that nobody has used before. It is the
 * headless shell where there is one, unless CHROME_PATH names another.
 */
export function launchBrowser(): Promise<Browser> {
  const hasShell = process.env.CHROME_PATH === undefined && existsSync(HEADLESS_SHELL)
  return chromium.launch({
    executablePath: hasShell ? HEADLESS_SHELL : (browserPath() ?? undefined),
    headless: true,
    args: BROWSER_FLAGS,
  })
}

/** Runs the work with a browser of its own. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchBrowser()
  return work(browser).finally(() => browser.close())
}

/** Makes a profile on disk whose browser has stored something for one address, and nothing else. */
export async function storeInProfile(folder: string, address: string, stored: object) {
  const options = { executablePath: browserPath() ?? undefined, args: BROWSER_FLAGS }
  const context = await chromium.launchPersistentContext(folder, options)
  const page = await context.newPage()
  await page.goto(address)
  await page.evaluate((all) => Object.assign(localStorage, all), stored)
  await context.close()
}
