/** What is looked at, in the order of the report. */
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
  'without JavaScript',
] as const
export type Check = (typeof checks)[number]

/** Something that falls short on one page. */
export interface Finding {
  check: Check
  /** The page as it is called in the report. */
  page: string
  /** CSS pixels; null where the width does not matter. */
  width: number | null
  detail: string
}

export function describeFinding({ page, width, detail }: Finding): string {
  return `${page}${width === null ? '' : ` at ${width}`}: ${detail}`
}
