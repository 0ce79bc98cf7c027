import { writeFile } from 'node:fs/promises'
import { launch } from 'puppeteer-core'
import { findFirefox } from '../../../commands/lib/browser.ts'
import type { BrowserDriver } from './driver.ts'

/** Launches Firefox and drives it over WebDriver BiDi. */
export async function openFirefox(): Promise<BrowserDriver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? undefined,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB' },
  })
  const openPage = async () => {
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    return { context, page }
  }
  let { context, page } = await openPage()
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    run: async (work, ...input) =>
      (await page.evaluate(work as (...all: unknown[]) => unknown, ...input)) as ReturnType<
        typeof work
      >,
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    resize: (size) => page.setViewport(size),
    screenshot: async (file) => writeFile(file, await page.screenshot()),
    forget: async () => {
      await context.close()
      ;({ context, page } = await openPage())
    },
    close: () => browser.close(),
  }
}
