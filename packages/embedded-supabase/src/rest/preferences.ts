import { createBadRequestError } from './lib/errors.ts'
import type { DatabaseSettings } from './schema/schema.ts'

/** Supported preferences of the `Prefer` header, and their values. */
const choices = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const
type Choices = typeof choices
const known = new Set(
  Object.entries(choices).flatMap(([name, values]) => values.map((value) => `${name}=${value}`)),
)

/** The preferences of a request. https://docs.postgrest.org/en/stable/references/api/preferences.html */
export type Preferences = { [Name in keyof Choices]?: Choices[Name][number] } & {
  /** The name of a time zone that PostgreSQL knows. */
  timezone?: string
  maxAffected?: number
  /** True when the transaction is rolled back at the end. */
  isTrial: boolean
}

export interface PreferenceRules {
  txEnd: DatabaseSettings['db_tx_end']
  /** Names of all time zones that PostgreSQL knows. */
  timezones: ReadonlySet<string>
}

/**
 * Parses the `Prefer` header; the first value of a repeated preference counts. `tx` is only supported when the settings let callers
 * override it.
 * @throws ApiError 400 PGRST122 with `handling=strict`, when another preference is not supported
 */
export function parsePreferences(header = '', rules: PreferenceRules): Preferences {
  const found: Preferences = { isTrial: rules.txEnd.startsWith('rollback') }
  const unknown: string[] = []
  for (const part of header.split(',')) {
    const text = part.trim()
    const preference = parsePreference(text, rules)
    if (preference !== null) Object.assign(found, { ...preference, ...found })
    else if (text !== '') unknown.push(text)
  }
  if (found.tx !== undefined) found.isTrial = found.tx === 'rollback'
  if (found.handling !== 'strict' || unknown.length === 0) return found
  const details = `Invalid preferences: ${unknown.join(', ').slice(0, 200)}`
  throw createBadRequestError('PGRST122', 'Invalid preferences given with handling=strict', {
    details,
  })
}

/** Returns null when the preference is not supported. */
function parsePreference(text: string, { txEnd, timezones }: PreferenceRules): object | null {
  const [name = '', value = ''] = text.split('=')
  if (name === 'max-affected' && /^\d{1,9}$/.test(value)) return { maxAffected: Number(value) }
  if (name === 'timezone' && timezones.has(value)) return { timezone: value }
  const isSupported = known.has(text) && (name !== 'tx' || txEnd.endsWith('-allow-override'))
  return isSupported ? { [name]: value } : null
}

export type RequestKind = 'read' | 'call' | 'insert' | 'put' | 'update' | 'delete'

const names = ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone'] as const
/** The kinds of requests that a preference applies to; preferences that are not listed apply to all. */
const kinds: Partial<Record<(typeof names)[number], readonly RequestKind[]>> = {
  resolution: ['insert'],
  missing: ['insert', 'update'],
  return: ['insert', 'put', 'update', 'delete'],
}

/** Returns the `Preference-Applied` header, or '' for no header. */
export function formatAppliedPreferences(preferences: Preferences, kind: RequestKind): string {
  const applied = names.flatMap((name) => {
    const value = preferences[name]
    return value === undefined || kinds[name]?.includes(kind) === false ? [] : [`${name}=${value}`]
  })
  const maxAffected = getMaxAffected(preferences, kind)
  return [...applied, ...(maxAffected === null ? [] : [`max-affected=${maxAffected}`])].join(', ')
}

/** Returns the maximum of rows that a request may change, or that a function may return; null for no maximum. */
export function getMaxAffected(
  { handling, maxAffected }: Preferences,
  kind: RequestKind,
): number | null {
  const isCounted = kind === 'update' || kind === 'delete' || kind === 'call'
  return isCounted && handling === 'strict' ? (maxAffected ?? null) : null
}
