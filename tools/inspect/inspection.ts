import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { desk, phone } from '../../tests/support/screens.ts'
import type { Finding } from './finding.ts'
import { checkHtml } from './html-checker.ts'
import { inTurns } from './in-turns.ts'
import { judgeHeads, judgeOutline, judgeWeight, type PageWeight, sharedScripts } from './judge.ts'
import type { InspectedPage } from './pages.ts'
import {
  pictureName,
  readWithoutJavaScript,
  type Size,
  type Visit,
  visit,
  watchStillness,
} from './visit.ts'
import { createScales } from './weights.ts'

export interface Assignment {
  browser: Browser
  /** The shop's address, without a slash at its end. */
  url: string
  pages: InspectedPage[]
  /** What the browser of a signed-in shopper with something in the cart has stored. */
  shopper: BrowserContextOptions['storageState']
  /** Where pictures of the pages go, a folder for each kind; null for none. */
  pictures: string | null
  /** Whether the Nu checker is to read the documents. */
  withChecker: boolean
}

export interface PageFigures extends PageWeight {
  page: InspectedPage
  width: number
  shift: number
}

export interface Inspection {
  findings: Finding[]
  figures: PageFigures[]
}

type Seen = NonNullable<Visit['seen']> & { page: InspectedPage; size: Size }

/** Tabs at work at the same time. */
const tabs = 4

/** Looks at every page on a desk and on a phone, without motion and without JavaScript, and reads its document. */
export async function inspect(assignment: Assignment): Promise<Inspection> {
  const { browser, url, pages, shopper, withChecker } = assignment
  const contexts = {
    anyone: await browser.newContext({ locale: 'en-GB' }),
    shopper: await browser.newContext({ locale: 'en-GB', storageState: shopper }),
    plain: await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false }),
  }
  for (const context of Object.values(contexts)) await fetchFonts(context, url)
  const checking = withChecker ? readDocuments(url, pages).then(checkHtml) : []
  const findings: Finding[] = []
  const seen: Seen[] = []
  const jobs = [
    ...visits(assignment, contexts, findings, seen),
    ...glances(assignment, contexts, findings),
  ]
  await inTurns(jobs, tabs)
  await Promise.all(Object.values(contexts).map((context) => context.close()))
  findings.push(...(await checking))
  return judge(seen, findings)
}

/**
 * Four tabs on two cores fetch fonts later than a visitor's browser does, and text that is set anew counts as a jump of
 * the page; what a first view does, alone on the machine, is Lighthouse's to say (npm run bench).
 */
async function fetchFonts(context: BrowserContext, url: string): Promise<void> {
  const tab = await context.newPage()
  await tab.goto(url, { waitUntil: 'networkidle' })
  await tab.close()
}

type Contexts = Record<InspectedPage['visitor'] | 'plain', BrowserContext>

function visits(
  { url, pages, pictures }: Assignment,
  contexts: Contexts,
  findings: Finding[],
  seen: Seen[],
): (() => Promise<void>)[] {
  const scales = createScales()
  return pages.flatMap((page) =>
    [desk, phone].map((size) => async () => {
      const picture = await pictureOf(page, String(size.width), pictures)
      const context = contexts[page.visitor]
      const visited = await visit({ context, url, page, size, scales, picture })
      findings.push(...visited.findings)
      if (visited.seen !== null) seen.push({ ...visited.seen, page, size })
    }),
  )
}

function glances(
  { browser, url, pages, shopper, pictures }: Assignment,
  contexts: Contexts,
  findings: Finding[],
): (() => Promise<void>)[] {
  const calm = pages.map((page) => async () => {
    const storageState = page.visitor === 'shopper' ? shopper : undefined
    const context = await browser.newContext({ locale: 'en-GB', storageState })
    findings.push(...(await watchStillness({ context, url, page, size: phone })))
    await context.close()
  })
  const plain = pages
    .filter(({ visitor }) => visitor === 'anyone')
    .map((page) => async () => {
      const picture = await pictureOf(page, 'without-javascript', pictures)
      const meeting = { context: contexts.plain, url, page, size: phone, picture }
      findings.push(...(await readWithoutJavaScript(meeting)))
    })
  return [...calm, ...plain]
}

async function pictureOf(
  page: InspectedPage,
  kind: string,
  pictures: string | null,
): Promise<string | null> {
  if (pictures === null) return null
  await mkdir(join(pictures, kind), { recursive: true })
  return join(pictures, kind, pictureName(page))
}

/** The documents as the server sends them. */
async function readDocuments(url: string, pages: InspectedPage[]): Promise<Map<string, string>> {
  const publicPages = pages.filter(({ visitor }) => visitor === 'anyone')
  const texts = await Promise.all(
    publicPages.map(async ({ name, path }) => {
      const answer = await fetch(url + path)
      return [name, await answer.text()] as const
    }),
  )
  return new Map(texts)
}

function judge(seen: Seen[], found: Finding[]): Inspection {
  const shared = sharedScripts(seen.map(({ weight }) => weight))
  const figures = seen.map(({ page, size, weight, shift }) => ({
    page,
    width: size.width,
    shift,
    all: weight.all,
    javaScript: weight.javaScript,
    own: weight.scripts
      .filter(({ address }) => !shared.has(address))
      .reduce((sum, { bytes }) => sum + bytes, 0),
  }))
  const heads = seen
    .filter(({ page }) => page.canonical !== null)
    .map(({ page, outline }) => [page, outline] as const)
  const findings = [
    ...found,
    ...seen
      .filter(({ size }) => size === desk)
      .flatMap(({ page, outline }) => judgeOutline(page, outline)),
    ...judgeHeads(heads),
    // Who is signed in also has the client of the database, from the page before.
    ...figures.filter(({ page }) => page.visitor === 'anyone').flatMap(judgeWeight),
  ]
  return { findings, figures }
}
