import { checks, describeFinding, type Finding } from './finding.ts'
import type { PageFigures } from './inspection.ts'

/** What falls short, grouped by check. */
export function describeFindings(findings: Finding[]): string {
  const groups = checks.map((check) => {
    const found = findings.filter((finding) => finding.check === check)
    const lines = found.map((finding) => `  ${describeFinding(finding)}`)
    return [`${check}: ${found.length === 0 ? 'nothing' : found.length}`, ...lines].join('\n')
  })
  return `\nFound\n${groups.join('\n')}`
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
