import type { Finding } from './finding.ts'
import type { PageOutline } from './in-page.ts'
import type { InspectedPage } from './pages.ts'

/** The maximum sizes of a page in bytes, compressed with gzip. */
const limits = { javaScript: 141_500, ownJavaScript: 15_000, firstView: 300_000 }

/** Returns what is wrong with a page's metadata, headings and landmarks. */
export function findOutlineFaults(page: InspectedPage, outline: PageOutline): Finding[] {
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

/** Returns the titles and descriptions that two different pages share. Two addresses of one page may share them. */
export function findDuplicateMetadata(heads: (readonly [InspectedPage, PageOutline])[]): Finding[] {
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

/** Returns the size limits that a page exceeds. */
export function findWeightFaults({ page, width, javaScript, own, all }: PageFigures): Finding[] {
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

/** The bytes that a page loads, compressed with gzip, and its layout shift. */
export interface PageFigures {
  page: InspectedPage
  width: number
  shift: number
  javaScript: number
  /** Bytes of JavaScript that only some pages load. */
  own: number
  /** All bytes except videos and sound. */
  all: number
}

/**
 * Returns a table with a line for each page: the loaded kB and the layout shift, each the larger value of both screens.
 */
export function describeFigures(figures: PageFigures[]): string {
  const kB = (bytes: number) => (bytes / 1000).toFixed(1).padStart(7)
  const byName = [...Map.groupBy(figures, ({ page }) => page.name)].toSorted()
  const lines = byName.map(([name, both]) => {
    const most = (key: 'javaScript' | 'own' | 'all' | 'shift') =>
      Math.max(...both.map((figure) => figure[key]))
    const weights = `${kB(most('javaScript'))} ${kB(most('own'))} ${kB(most('all'))}`
    return `${weights}  ${most('shift').toFixed(4)}  ${name}`
  })
  return ['\nkB as gzip sends them', '     JS     own     all   shift  page', ...lines].join('\n')
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
