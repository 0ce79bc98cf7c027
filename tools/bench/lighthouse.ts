import { join } from 'node:path'
import lighthouse, { type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import { paths } from '../../app/paths.ts'
import { BROWSER_FLAGS, browserPath } from '../browser.ts'
import { freePort } from '../../tests/support/running-shop.ts'
import { everyPage } from '../inspect/pages.ts'
import { elsewhere } from './elsewhere.ts'
import { atLeast, type Figure, figure, median, show } from './figure.ts'
import { inFreshFolder } from './processes.ts'
import { withShop } from './servers.ts'

const runs = 3
/** Where most visitors arrive; these have to be the fastest. */
const fastest: readonly string[] = [
  paths.home,
  paths.shop,
  '/shop/chilli-crisp/nashville-chilli-crisp',
  paths.catering,
  paths.about,
]
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const audits = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
}

interface Report {
  /** 0 to 100, in the order of the categories. */
  scores: number[]
  /** What made the score of the performance. */
  times: string
}

/** Lighthouse's scores on a phone. */
export async function measureLighthouse(): Promise<Figure[]> {
  return withShop(async ({ url }) => {
    const found = new Map<string, Report[]>()
    for (let run = 0; run < runs; run++)
      for (const path of indexedPaths())
        found.set(path, [...(found.get(path) ?? []), await runPatiently(url + path)])
    return [...found].flatMap(([path, reports]) => describe(path, reports))
  })
}

/** The pages that search engines are asked to keep, each by its first name; one product stands for its kind. */
function indexedPaths(): string[] {
  return everyPage()
    .filter(({ visitor, canonical, path }) => visitor === 'anyone' && canonical === path)
    .map(({ path }) => path)
    .filter((path) => fastest.includes(path) || !/^\/shop[/?]/.test(path))
}

/** On a busy machine Lighthouse may miss the page's beginning, says so and asks to be run again. */
async function runPatiently(url: string, tries = 3): Promise<Report> {
  try {
    return await elsewhere(runLighthouse, import.meta.url, url)
  } catch (error) {
    const mayBeTriedAgain = error instanceof Error && /run Lighthouse again/.test(error.message)
    if (!mayBeTriedAgain || tries === 1) throw error
    return runPatiently(url, tries - 1)
  }
}

/** In a browser that nobody has used before. */
export async function runLighthouse(url: string): Promise<Report> {
  const executablePath = browserPath()
  if (executablePath === null) throw new Error('there is no Chromium here')
  return inFreshFolder(async (folder) => {
    const port = await freePort()
    const args = [...BROWSER_FLAGS, `--remote-debugging-port=${port}`]
    const profile = join(folder, 'profile')
    const browser = await chromium.launchPersistentContext(profile, { executablePath, args })
    try {
      const options = { port, onlyCategories: [...categories], logLevel: 'error' as const }
      const result: Result | undefined = (await lighthouse(url, options))?.lhr
      const fault = result?.runtimeError?.message
      if (result === undefined || fault !== undefined) throw new Error(fault ?? 'no report')
      return {
        scores: categories.map((name) => Math.round((result.categories[name]?.score ?? 0) * 100)),
        times: Object.entries(audits)
          .map(([name, audit]) => `${name} ${result.audits[audit]?.displayValue ?? '?'}`)
          .join(', '),
      }
    } finally {
      await browser.close()
    }
  })
}

function describe(path: string, reports: Report[]): Figure[] {
  const [performance = 0, ...others] = categories.map((_, index) =>
    median(reports.map(({ scores }) => scores[index] ?? 0)),
  )
  const middle = reports.find(({ scores }) => scores[0] === performance)
  const limit = atLeast(fastest.includes(path) ? 98 : 95)
  const least = Math.min(...others)
  return [
    figure(`${path}, performance`, performance, show.plain, limit, middle?.times),
    {
      ...figure(`${path}, accessibility, best practices, SEO`, least, show.plain, atLeast(100)),
      measured: others.join(', '),
    },
  ]
}
