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

interface FreshOptions extends BrowserContextOptions {
  /** Whether prompts may come up by themselves, as they do for visitors. */
  prompts?: boolean
}

/** Opens Chromium with an empty profile. Prompts that come up by themselves stay away unless they are asked for. */
export async function openBrowser({
  prompts = false,
  ...options
}: FreshOptions = {}): Promise<FreshBrowser> {
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
  if (!prompts) await context.addInitScript(keepPromptsAway)
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

/** Runs in the page: says that each prompt has been shown. */
function keepPromptsAway(): void {
  // A sandboxed frame, such as a mail's, has no origin and no storage.
  if (!location.protocol.startsWith('http') || origin === 'null') return
  for (const name of ['add_email_shown', 'cart_email_shown', 'exit_intent_shown'])
    sessionStorage.setItem(name, 'true')
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
