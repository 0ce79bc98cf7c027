import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Result } from 'lighthouse'
import { paths } from '../../app/core/paths.ts'
import { root } from '../../commands/lib/run.ts'
import { getPagesToInspect } from '../../tests/inspect/pages.ts'
import {
  BROWSER_FLAGS,
  findChromium,
  createProfileWithStorage,
} from '../../commands/lib/browser.ts'
import {
  atLeast,
  atMost,
  type Figure,
  createFigure,
  median,
  type BenchSettings,
  format,
} from './figure.ts'
import type { RestartableShop } from './restartable-shop.ts'
import { withTemporaryFolder } from './processes.ts'

/**
 * The pages on which most visitors arrive. They must be the fastest, and are measured three times; all other pages are measured
 * once.
 */
const fastest: readonly string[] = [
  paths.home,
  paths.shop,
  '/shop/chilli-crisp/nashville-chilli-crisp',
  paths.catering,
  paths.about,
]
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const audits = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
}

export async function measureLighthouse(
  { url }: RestartableShop,
  { rounds }: BenchSettings,
): Promise<Figure[]> {
  const found = new Map<string, Result[]>()
  for (let run = 0; run < Math.min(3, rounds); run++)
    for (const path of run === 0 ? indexedPaths() : fastest)
      found.set(path, [...(found.get(path) ?? []), await runLighthouse(url + path)])
  return [...found].flatMap(([path, results]) => describe(path, results))
}

/** Returns the paths of all pages that search engines may index, with one product for all. */
function indexedPaths(): string[] {
  return getPagesToInspect()
    .filter(({ visitor, canonical, path }) => visitor === 'anyone' && canonical === path)
    .map(({ path }) => path)
    .filter((path) => fastest.includes(path) || !/^\/shop[/?]/.test(path))
}

/**
 * Measures how fast a phone shows a page on the first visit. Returns the median of three runs, each in a new browser profile with
 * `stored` in its localStorage.
 */
export async function measureFirstLoad(
  name: string,
  address: string,
  pace: BenchSettings,
  stored = {},
) {
  const run = (profile: string) =>
    createProfileWithStorage(profile, new URL('/healthz', address).href, stored).then(() =>
      runLighthouse(address, profile),
    )
  const results: Result[] = []
  while (results.length < Math.min(3, pace.rounds)) results.push(await withTemporaryFolder(run))
  const beside = `interactive after ${format.seconds(middleOf(results, 'interactive'))}, blocked for ${format.ms(middleOf(results, audits.TBT))}; by Lighthouse, on the phone and line that it makes believe`
  return createFigure(
    `LCP of ${name}`,
    middleOf(results, audits.LCP),
    atMost(2500, format.seconds),
    beside,
  )
}

const middleOf = (results: Result[], audit: string) =>
  median(results.map(({ audits: found }) => found[audit]?.numericValue ?? Number.NaN))

/**
 * Runs Lighthouse in a new browser, or with the browser profile in the folder `profile`. Retries, because on a busy machine
 * Lighthouse may miss the beginning of the page load.
 */
async function runLighthouse(url: string, profile?: string, tries = 3): Promise<Result> {
  const flags =
    profile === undefined ? BROWSER_FLAGS : [...BROWSER_FLAGS, `--user-data-dir=${profile}`]
  const words = [
    join(root, 'node_modules', 'lighthouse', 'cli', 'index.js'),
    url,
    '--quiet',
    '--output=json',
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=--headless=new ${flags.join(' ')}`,
    ...(profile === undefined ? [] : ['--disable-storage-reset']),
  ]
  const env = { ...process.env, CHROME_PATH: findChromium() ?? undefined }
  const options = { env, maxBuffer: 2 ** 26 }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, words, options)
    const result: Result = JSON.parse(stdout)
    if (result.runtimeError !== undefined) throw new Error(result.runtimeError.message)
    return result
  } catch (error) {
    if (tries === 1 || !/run Lighthouse again/.test(String(error))) throw error
    return runLighthouse(url, profile, tries - 1)
  }
}

function describe(path: string, results: Result[]): Figure[] {
  const score = (result: Result, name: string) =>
    Math.round((result.categories[name]?.score ?? 0) * 100)
  const [performance = 0, ...others] = categories.map((name) =>
    median(results.map((result) => score(result, name))),
  )
  const middle = results.find((result) => score(result, 'performance') === performance)
  const times = Object.entries(audits).map(
    ([name, audit]) => `${name} ${middle?.audits[audit]?.displayValue ?? '?'}`,
  )
  const limit = atLeast(fastest.includes(path) ? 98 : 95)
  const rest = `${path}, accessibility, best practices, SEO`
  return [
    createFigure(`${path}, performance`, performance, limit, times.join(', ')),
    createFigure(
      `${path}, blocked at 4 × slower`,
      middleOf(results, audits.TBT),
      atMost(150, format.ms),
    ),
    { ...createFigure(rest, Math.min(...others), atLeast(100)), measured: others.join(', ') },
  ]
}
