import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { desktop, phone } from '../support/screens.ts'
import type { Finding } from './finding.ts'
import { findHtmlFaults } from './html.ts'
import {
  findDuplicateMetadata,
  findOutlineFaults,
  findWeightFaults,
  type PageFigures,
} from './judge.ts'
import { type InspectedPage, getScreenshotName } from './pages.ts'
import { type VisitResult, type WindowSize, PageInspector } from './visit.ts'
import { measureGzipSize, type ResponseSize } from './weights.ts'

export interface InspectionOptions {
  browser: Browser
  /** The shop's URL, without a slash at its end. */
  url: string
  pages: InspectedPage[]
  /** The stored browser state (cookies and localStorage) of a signed-in shopper with products in the cart. */
  shopper: BrowserContextOptions['storageState']
  /** The folder for screenshots, with a subfolder for each kind; null for none. */
  pictures: string | null
}

export interface Inspection {
  findings: Finding[]
  figures: PageFigures[]
}

type SeenPage = VisitResult & { page: InspectedPage; size: WindowSize }

/** The number of inspectors that inspect pages in parallel. */
const inspectors = 2

/** Inspects every page: on a large and on a small screen, with reduced motion, without JavaScript, and its HTML. */
export async function inspectPages(options: InspectionOptions): Promise<Inspection> {
  const { browser, url, shopper } = options
  const seen: SeenPage[] = []
  const jobs = jobsFor(options, seen)
  const work = async () => {
    const inspector = new PageInspector(browser, url, shopper)
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await job(inspector)
    return inspector.findings
  }
  const findings = await Promise.all(Array.from({ length: inspectors }, work))
  return judge(seen, findings.flat())
}

function jobsFor(
  { url, pages, pictures }: InspectionOptions,
  seen: SeenPage[],
): ((inspector: PageInspector) => Promise<void>)[] {
  const visits = pages.flatMap((page) =>
    [desktop, phone].map((size) => async (inspector: PageInspector) => {
      const picture = await pictureOf(page, String(size.width), pictures)
      const found = await inspector.visit({ page, size, picture })
      if (found !== null) seen.push({ ...found, page, size })
    }),
  )
  const calm = pages.map((page) => (inspector: PageInspector) => inspector.watchStillness(page))
  const plain = pages
    .filter(({ visitor }) => visitor === 'anyone')
    .map((page) => async (inspector: PageInspector) => {
      await inspector.readWithoutJavaScript(
        page,
        await pictureOf(page, 'without-javascript', pictures),
      )
      const document = await (await fetch(url + page.path)).text()
      for (const detail of await findHtmlFaults(document))
        inspector.findings.push({ check: 'html', page: page.name, width: null, detail })
    })
  return [...visits, ...calm, ...plain]
}

async function pictureOf(
  page: InspectedPage,
  kind: string,
  pictures: string | null,
): Promise<string | null> {
  if (pictures === null) return null
  await mkdir(join(pictures, kind), { recursive: true })
  return join(pictures, kind, getScreenshotName(page))
}

async function judge(seen: SeenPage[], found: Finding[]): Promise<Inspection> {
  const figures = await weigh(seen)
  const heads = seen
    .filter(({ page }) => page.canonical !== null)
    .map(({ page, outline }) => [page, outline] as const)
  const findings = [
    ...found,
    ...seen
      .filter(({ size }) => size === desktop)
      .flatMap(({ page, outline }) => findOutlineFaults(page, outline)),
    ...findDuplicateMetadata(heads),
    // Pages of a signed-in shopper are left out: the shopper's browser has loaded the database client on the page
    // before.
    ...figures.filter(({ page }) => page.visitor === 'anyone').flatMap(findWeightFaults),
  ]
  return { findings, figures }
}

/** Measures the bytes that each page loads before any interaction. Each URL is requested once. */
async function weigh(seen: SeenPage[]): Promise<PageFigures[]> {
  const addresses = new Set(seen.flatMap(({ loaded }) => loaded))
  const known = new Map<string, ResponseSize>()
  for (const address of addresses)
    if (address.startsWith('http')) known.set(address, await measureGzipSize(address))
  return seen.map(({ page, size, loaded, shift }) => {
    const parts = [...new Set(loaded)].flatMap((address) => known.get(address) ?? [])
    const sum = (isMeant: (part: ResponseSize) => boolean) =>
      parts.filter(isMeant).reduce((total, { bytes }) => total + bytes, 0)
    const isShared = (address: string) => seen.every((other) => other.loaded.includes(address))
    return {
      page,
      width: size.width,
      shift,
      javaScript: sum(({ kind }) => kind === 'script'),
      own: sum(({ kind, address }) => kind === 'script' && !isShared(address)),
      all: sum(({ kind }) => kind !== 'media'),
    }
  })
}
