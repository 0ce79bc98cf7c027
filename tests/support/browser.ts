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
}

/** One Chromium for all files of a worker, until it crashes; it is closed with its worker. */
let launched: Promise<Browser> | null = null

async function browserOfWorker(): Promise<Browser> {
  const known = await launched?.catch(() => null)
  if (known?.isConnected()) return known
  launched = launchBrowser()
  return launched
}

/** Closes the Chromium of this worker. The next test launches another. */
export async function endChromium(): Promise<void> {
  const known = await launched?.catch(() => null)
  launched = null
  await known?.close()
}

/**
 * Opens a browser. Prompts that come up by themselves stay away unless they are asked for, and so does motion: drawing it
 * takes a sixth of the processor time of a journey. Pass `reducedMotion: 'no-preference'` where it is part of the subject.
 */
export async function openBrowser({
  prompts = false,
  ...options
}: FreshOptions = {}): Promise<FreshBrowser> {
  const chromium = await browserOfWorker()
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
