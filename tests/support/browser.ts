import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser } from '../../commands/lib/browser.ts'
import { desktop } from './screens.ts'

/** A browser without any stored data. */
export interface FreshBrowser {
  context: BrowserContext
  page: Page
  close: () => Promise<void>
}

export interface FreshBrowserOptions extends BrowserContextOptions {
  /** Shows prompts that open by themselves, as visitors see them. */
  prompts?: boolean
  /** Loads and draws images, which are left out by default. */
  images?: boolean
}

/**
 * The browsers of this worker, one with images and one without, which all its test files share. A browser is launched
 * again after a crash, and closed with the worker.
 */
const launched = new Map<boolean, Promise<Browser>>()

async function browserOfWorker(images: boolean): Promise<Browser> {
  const known = await launched.get(images)?.catch(() => null)
  if (known?.isConnected()) return known
  const browser = launchBrowser({ images })
  launched.set(images, browser)
  return browser
}

/** Closes the browsers of this worker. The next test launches a new one. */
export async function closeWorkerBrowsers(): Promise<void> {
  const all = [...launched.values()]
  launched.clear()
  for (const browser of all) await (await browser.catch(() => null))?.close()
}

/**
 * Opens a browser without any stored data. By default it has no prompts that open by themselves, no motion and no
 * images, whose drawing takes a third of a journey's processor time. A test of motion passes
 * `reducedMotion: 'no-preference'`, and a test of images `images: true`.
 */
export async function openBrowser({
  prompts = false,
  images = false,
  ...options
}: FreshBrowserOptions = {}): Promise<FreshBrowser> {
  const chromium = await browserOfWorker(images)
  const context = await chromium.newContext({
    viewport: desktop,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(30_000)
  if (!prompts) await context.addInitScript(keepPromptsAway)
  return { context, page: await context.newPage(), close: () => context.close() }
}

/** Runs in the page: records each prompt as shown already. */
function keepPromptsAway(): void {
  // Sandboxed frames, such as those with an email, have no origin and therefore no storage.
  if (!location.protocol.startsWith('http') || origin === 'null') return
  for (const name of [
    'add_email_shown',
    'basket_sheet_off',
    'cart_email_shown',
    'exit_intent_shown',
  ])
    sessionStorage.setItem(name, 'true')
}

/** Collects the errors that a page logs to its console, and its uncaught exceptions. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}
