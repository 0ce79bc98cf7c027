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
  /** Shows prompts that open by themselves, as visitors see them. */
  prompts?: boolean
}

/**
 * The one Chromium of this worker, which all its test files share. It is launched again after a crash, and closed with
 * the worker.
 */
let launched: Promise<Browser> | null = null

async function browserOfWorker(): Promise<Browser> {
  const known = await launched?.catch(() => null)
  if (known?.isConnected()) return known
  launched = launchBrowser()
  return launched
}

/** Closes the Chromium of this worker. The next test launches a new one. */
export async function endChromium(): Promise<void> {
  const known = await launched?.catch(() => null)
  launched = null
  await known?.close()
}

/**
 * Opens a browser without any stored data. Prompts that open by themselves are turned off by default, and so is motion,
 * whose drawing takes a sixth of a journey's processor time. A test of motion passes `reducedMotion: 'no-preference'`.
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
