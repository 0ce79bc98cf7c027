import type { Finding } from './finding.ts'
import type { Outline } from './in-page.ts'
import type { InspectedPage } from './pages.ts'
import type { Weight } from './weights.ts'

/** Bytes as gzip sends them. */
export const limits = { javaScript: 140_000, ownJavaScript: 15_000, firstView: 300_000 }

/** What a page's head and outline lack. */
export function judgeOutline(page: InspectedPage, outline: Outline): Finding[] {
  const { title, description, canonical, robots, headings, landmarks } = outline
  const isHidden = robots.includes('noindex')
  const levels = headings.map(([level]) => level)
  const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
  const head = [
    title === '' && 'no title',
    page.canonical !== null &&
      (description.length < 30 || description.length > 170) &&
      `a description of ${description.length} characters`,
    page.canonical !== null && isHidden && 'noindex on a page that is to be found',
    page.canonical === null && !isHidden && 'no noindex',
    page.canonical !== null && pathOf(canonical) !== page.canonical && `canonical is ${canonical}`,
  ]
  const structure = [
    levels.filter((level) => level === 1).length !== 1 &&
      `${levels.filter((level) => level === 1).length} first headings`,
    skipped.length > 0 && `headings skip a level: ${levels.join(' ')}`,
    headings.some(([, words]) => words === '') && 'an empty heading',
    (landmarks.banner !== 1 || landmarks.main !== 1 || landmarks.contentinfo !== 1) &&
      `landmarks: ${JSON.stringify(landmarks)}`,
    landmarks.namelessNavigations > 0 && 'a navigation without a name',
  ]
  return [...findings(page, 'head', head), ...findings(page, 'structure', structure)]
}

/** Titles and descriptions that two pages share, unless one of them is the other by a second name. */
export function judgeHeads(heads: (readonly [InspectedPage, Outline])[]): Finding[] {
  const owners = new Map<string, InspectedPage>()
  return heads.flatMap(([page, { title, description }]) => {
    const shared = [title, description].filter((words) => {
      const owner = owners.get(words) ?? page
      owners.set(words, owner)
      return owner.canonical !== page.canonical
    })
    return findings(
      page,
      'head',
      shared.map((words) => `shares “${words}” with ${owners.get(words)?.name}`),
    )
  })
}

/** What of a page is too heavy. */
export function judgeWeight(
  figure: PageWeight & { page: InspectedPage; width: number },
): Finding[] {
  const { page, width, javaScript, own, all } = figure
  const over = [
    javaScript > limits.javaScript && `${kB(javaScript)} of JavaScript`,
    own > limits.ownJavaScript && `${kB(own)} of JavaScript beyond what all pages share`,
    all > limits.firstView && `${kB(all)} in all`,
  ]
  return findings(page, 'weight', over).map((finding) => ({ ...finding, width }))
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

export interface PageWeight {
  javaScript: number
  /** JavaScript that not every page loads. */
  own: number
  all: number
}

/** The addresses of the scripts that all pages load. */
export function sharedScripts(weights: Weight[]): Set<string> {
  const [first, ...others] = weights.map(
    ({ scripts }) => new Set(scripts.map(({ address }) => address)),
  )
  const common = [...(first ?? [])].filter((script) => others.every((other) => other.has(script)))
  return new Set(common)
}

function findings(
  page: InspectedPage,
  check: Finding['check'],
  details: (string | false)[],
): Finding[] {
  return details
    .filter((detail) => detail !== false)
    .map((detail) => ({ check, page: page.name, width: null, detail }))
}

function pathOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null
  const { pathname, search } = new URL(address)
  return pathname + search
}
