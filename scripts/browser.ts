import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Where this machine's Chromium or Chrome lies, or null. */
export function browserPath(): string | null {
  return PLACES.find((place) => place !== undefined && existsSync(place)) ?? null
}

/** What Chromium is started with: nothing that reaches for the network by itself. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Opens Chromium without a window yet; each of its contexts is a browser that nobody has used before. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath() ?? undefined,
    headless: true,
    args: BROWSER_FLAGS,
  })
}
