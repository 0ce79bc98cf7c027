import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { launchBrowser } from '../../tools/browser.ts'
import { desk } from './screens.ts'

/** A browser that nobody has used before. */
export interface FreshBrowser {
  context: BrowserContext
  page: Page
  close: () => Promise<void>
}

export interface FreshOptions extends BrowserContextOptions {
  /** Whether prompts may come up by themselves, as they do for visitors. */
  prompts?: boolean
}

/** One Chromium for all tests of a file; it is closed after the last of them. */
let launched: Promise<Browser> | null = null
afterAll(async () => (await launched)?.close())

/** Opens a browser. Prompts that come up by themselves stay away unless they are asked for. */
export async function openBrowser(wanted: FreshOptions = {}): Promise<FreshBrowser> {
  const context = await newContext(wanted)
  return { context, page: await context.newPage(), close: () => context.close() }
}

/** Contexts that are free, by what they were opened with. */
const free = new Map<string, BrowserContext[]>()

/**
 * The same, for tests that do not look at what is fetched: a browser that an earlier test of the file has left may serve
 * again. It has forgotten everything but files and compiled code, which are half of the work of opening a page.
 */
export async function openForgetful(wanted: FreshOptions = {}): Promise<FreshBrowser> {
  const kind = JSON.stringify(wanted)
  const context = free.get(kind)?.pop() ?? (await newContext(wanted))
  const page = await context.newPage()
  return {
    context,
    page,
    async close() {
      await forget(context)
      free.set(kind, [...(free.get(kind) ?? []), context])
    },
  }
}

async function newContext({ prompts = false, ...options }: FreshOptions): Promise<BrowserContext> {
  launched ??= launchBrowser()
  const chromium = await launched
  const context = await chromium.newContext({ viewport: desk, locale: 'en-GB', ...options })
  context.setDefaultTimeout(15_000)
  if (!prompts) await context.addInitScript(keepPromptsAway)
  return context
}

/** Closes what is open and clears what pages have stored. */
async function forget(context: BrowserContext): Promise<void> {
  const open = context.pages()
  const frames = open.flatMap((page) => page.frames())
  const origins = new Set(frames.map((frame) => new URL(frame.url()).origin))
  const blank = await context.newPage()
  await Promise.all(open.map((page) => page.close()))
  await context.setOffline(false)
  await context.unrouteAll()
  await context.clearCookies()
  await context.clearPermissions()
  const devTools = await context.newCDPSession(blank)
  for (const origin of origins)
    if (origin !== 'null')
      await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await blank.close()
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
