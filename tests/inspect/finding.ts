/** The names of the checks, in the order of the report. */
export const checks = [
  'visit',
  'status',
  'html',
  'console',
  'policy',
  'axe',
  'head',
  'structure',
  'sideways',
  'shift',
  'weight',
  'targets',
  'enlarged',
  'stillness',
  'order',
  'without JavaScript',
] as const
export type Check = (typeof checks)[number]

/** A fault on one page. */
export interface Finding {
  check: Check
  /** The name of the inspected page. */
  page: string
  /** The width of the window in CSS pixels; null for a finding that does not depend on it. */
  width: number | null
  detail: string
}

export function describeFinding({ page, width, detail }: Finding): string {
  return `${page}${width === null ? '' : ` at ${width}`}: ${detail}`
}

/**
 * Returns the findings as text, grouped by check. A finding that several pages share is listed once, with all their
 * names.
 */
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
  const places = [...Map.groupBy(alike, ({ page }) => page)].map(([page, found]) => {
    const widths = new Set(found.flatMap(({ width }) => width ?? []))
    return widths.size === 0 ? page : `${page} at ${[...widths].join(', ')}`
  })
  const rest = places.length - 6
  return `${places.slice(0, 6).join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
