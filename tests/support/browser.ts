import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser } from '../../commands/lib/browser.ts'
import { desk } from './screens.ts'

/** A browser without any stored data. */
export interface FreshBrowser {
  context: BrowserContext
  page: Page
  close: () => Promise<void>
}

export interface FreshOptions extends BrowserContextOptions {
  /** Lets prompts appear by themselves, as for visitors. */
  prompts?: boolean
  /** Loads images. */
  images?: boolean
}

/** The browsers of this worker, with images and without, for all of its files until they crash; closed with their worker. */
const launched = new Map<boolean, Promise<Browser>>()

async function browserOfWorker(images: boolean): Promise<Browser> {
  const known = await launched.get(images)?.catch(() => null)
  if (known?.isConnected()) return known
  const browser = launchBrowser({ images })
  launched.set(images, browser)
  return browser
}

/** Closes the browsers of this worker. The next test launches another. */
export async function endChromium(): Promise<void> {
  const all = [...launched.values()]
  launched.clear()
  for (const browser of all) await (await browser.catch(() => null))?.close()
}

/**
 * Opens a browser. Unless they are asked for there are no prompts that come up by themselves, no motion and no images: drawing
 * these takes a third of the processor time of a journey. Pass `reducedMotion: 'no-preference'` or `images: true` where they are
 * part of the subject.
 */
export async function openBrowser({
  prompts = false,
  images = false,
  ...options
}: FreshOptions = {}): Promise<FreshBrowser> {
  const chromium = await browserOfWorker(images)
  const context = await chromium.newContext({
    viewport: desk,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(30_000)
  if (!prompts) await context.addInitScript(keepPromptsAway)
  return { context, page: await context.newPage(), close: () => context.close() }
}

/** Runs in the page: says that each prompt has been shown. */
function keepPromptsAway(): void {
  // A sandboxed frame, such as an email's, has no origin and no storage.
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
