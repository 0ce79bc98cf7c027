import { checks, type Finding } from './finding.ts'
import type { PageFigures } from './inspection.ts'

/** What falls short, grouped by check; what several pages have in common is said once. */
export function describeFindings(findings: Finding[]): string {
  const groups = checks.map((check) => {
    const found = findings.filter((finding) => finding.check === check)
    const common = Map.groupBy(found, ({ detail }) => detail)
    const lines = [...common].map(([detail, alike]) => `  ${detail}\n    ${placesOf(alike)}`)
    return [`${check}: ${found.length === 0 ? 'nothing' : found.length}`, ...lines].join('\n')
  })
  return `\nFound\n${groups.join('\n')}`
}

function placesOf(alike: Finding[]): string {
  const pages = Map.groupBy(alike, ({ page }) => page)
  const places = [...pages].map(([page, found]) => {
    const widths = found.map(({ width }) => width).filter((width) => width !== null)
    return widths.length === 0 ? page : `${page} at ${[...new Set(widths)].join(', ')}`
  })
  const shown = places.slice(0, 6)
  const rest = places.length - shown.length
  return rest === 0 ? shown.join('; ') : `${shown.join('; ')} and ${rest} more`
}

/** A line for each page: what it loads and how far it shifts, the larger of both screens. */
export function describeFigures(figures: PageFigures[]): string {
  const kB = (bytes: number) => (bytes / 1000).toFixed(1).padStart(7)
  const names = [...new Set(figures.map(({ page }) => page.name))].sort()
  const lines = names.map((name) => {
    const both = figures.filter(({ page }) => page.name === name)
    const most = (key: 'javaScript' | 'own' | 'all' | 'shift') =>
      Math.max(...both.map((figure) => figure[key]))
    const weights = `${kB(most('javaScript'))} ${kB(most('own'))} ${kB(most('all'))}`
    return `${weights}  ${most('shift').toFixed(4)}  ${name}`
  })
  return ['\nkB as gzip sends them', '     JS     own     all   shift  page', ...lines].join('\n')
}
