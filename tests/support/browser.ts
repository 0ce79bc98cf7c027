import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium,
} from 'playwright-core'
import { BROWSER_FLAGS, browserPath } from '../../scripts/browser.ts'

/** A browser that nobody has used before. */
export interface FreshBrowser {
  context: BrowserContext
  page: Page
  close: () => Promise<void>
}

export const phone = { width: 390, height: 844 }
export const desk = { width: 1280, height: 900 }

/** Opens Chromium with an empty profile. */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<FreshBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath() ?? undefined,
    headless: true,
    args: BROWSER_FLAGS,
    viewport: desk,
    locale: 'en-GB',
    ...options,
  })
  context.setDefaultTimeout(15_000)
  const page = context.pages()[0] ?? (await context.newPage())
  return {
    context,
    page,
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** Opens Chromium without a window yet; each of its contexts is a browser that nobody has used before. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath() ?? undefined,
    headless: true,
    args: BROWSER_FLAGS,
  })
}

/** Collects what a page says on its console as errors, and what it throws. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}
