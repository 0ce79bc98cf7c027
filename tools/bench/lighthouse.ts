import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { paths } from '../../app/paths.ts'
import { BROWSER_FLAGS, browserPath } from '../browser.ts'
import { everyPage } from '../inspect/pages.ts'
import { root } from '../../commands/run.ts'
import { withBareFramework } from './bare-framework.ts'
import { cleanEnvironment, inFreshFolder, startShop, withServers } from './children.ts'
import { atLeast, type Figure, median, remark, show } from './figure.ts'

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

type Scores = Record<(typeof categories)[number], number>

interface LighthouseReport {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { displayValue?: string }>
}

/** Lighthouse's scores on a phone, in turn with a bare page of the framework. */
export async function measureLighthouse(): Promise<Figure[]> {
  return inFreshFolder((DATA_DIR) =>
    withBareFramework((bare) =>
      withServers([startShop({ DATA_DIR })], async (shop) => {
        const indexed = indexedPaths()
        const urls = [...indexed.map((path) => `${shop.url}${path}`), `${bare.url}/`]
        const found = new Map<string, LighthouseReport[]>(urls.map((url) => [url, []]))
        for (let run = 0; run < runs; run++) {
          for (const url of urls) found.get(url)?.push(await runPatiently(url))
        }
        const reports = urls.map((url) => found.get(url) ?? [])
        const bareReports = reports.pop() ?? []
        return [
          ...indexed.flatMap((path, index) => describe(path, reports[index] ?? [], bareReports)),
          remark(
            'bare page of the framework',
            describeScores(scoresOf(bareReports)),
            timesOf(bareReports),
          ),
        ]
      }),
    ),
  )
}

/** The pages that search engines are asked to keep, each by its first name; one product stands for its kind. */
function indexedPaths(): string[] {
  return everyPage()
    .filter(({ visitor, canonical, path }) => visitor === 'anyone' && canonical === path)
    .map(({ path }) => path)
    .filter((path) => fastest.includes(path) || !/^\/shop[/?]/.test(path))
}

/** On a busy machine Lighthouse may miss the page's beginning, says so and asks to be run again. */
async function runPatiently(url: string, tries = 3): Promise<LighthouseReport> {
  try {
    return await runLighthouse(url)
  } catch (error) {
    const mayBeTriedAgain = error instanceof Error && /run Lighthouse again/.test(error.message)
    if (!mayBeTriedAgain || tries === 1) throw error
    return runPatiently(url, tries - 1)
  }
}

async function runLighthouse(url: string): Promise<LighthouseReport> {
  const chromium = browserPath()
  if (chromium === null) throw new Error('there is no Chromium here')
  return inFreshFolder(async (folder) => {
    const output = join(folder, 'report.json')
    const cli = join(root, 'node_modules', 'lighthouse', 'cli', 'index.js')
    const flags = ['--headless', ...BROWSER_FLAGS, `--user-data-dir=${join(folder, 'profile')}`]
    const options = [
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=${flags.join(' ')}`,
      '--no-enable-error-reporting',
    ]
    await promisify(execFile)(process.execPath, [cli, url, ...options], {
      env: { ...cleanEnvironment(), CHROME_PATH: chromium },
    })
    const report: LighthouseReport = JSON.parse(await readFile(output, 'utf8'))
    return report
  })
}

/** The middle score of each category, 0 to 100. */
function scoresOf(reports: LighthouseReport[]): Scores {
  const score = (category: string) =>
    median(reports.map((report) => Math.round((report.categories[category]?.score ?? 0) * 100)))
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
  }
}

function describe(path: string, reports: LighthouseReport[], bare: LighthouseReport[]): Figure[] {
  const scores = scoresOf(reports)
  const others = [scores.accessibility, scores['best-practices'], scores.seo]
  return [
    atLeast({
      name: `${path}, performance`,
      value: scores.performance,
      show: show.plain,
      limit: fastest.includes(path) ? 98 : 95,
      beside: `bare page ${scoresOf(bare).performance}; ${timesOf(reports)}`,
    }),
    {
      ...atLeast({
        name: `${path}, accessibility, best practices, SEO`,
        value: Math.min(...others),
        show: show.plain,
        limit: 100,
      }),
      measured: others.join(', '),
    },
  ]
}

function describeScores(scores: Scores): string {
  return Object.values(scores).join(', ')
}

/** What made the score of the run in the middle. */
function timesOf(reports: LighthouseReport[]): string {
  const middle = reports.toSorted(
    (a, b) => (a.categories.performance?.score ?? 0) - (b.categories.performance?.score ?? 0),
  )[Math.floor(reports.length / 2)]
  const audits = {
    FCP: 'first-contentful-paint',
    LCP: 'largest-contentful-paint',
    TBT: 'total-blocking-time',
    CLS: 'cumulative-layout-shift',
  }
  return Object.entries(audits)
    .map(([name, audit]) => `${name} ${middle?.audits[audit]?.displayValue ?? '?'}`)
    .join(', ')
}
