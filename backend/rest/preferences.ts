import { badRequest } from './errors.ts'
import type { DatabaseSettings } from './schema/schema.ts'

/** What may be preferred. */
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

/** The `Prefer` header. https://docs.postgrest.org/en/stable/references/api/preferences.html */
export type Preferences = { [Name in keyof Choices]?: Choices[Name][number] } & {
  maxAffected?: number
  /** Nothing of it stays. */
  isTrial?: boolean
}

/**
 * How a transaction ends is understood only where callers may say so.
 * @throws ApiError 400 PGRST122 when handling is strict and something else is not understood
 */
export function parsePreferences(header = '', txEnd: DatabaseSettings['db_tx_end']): Preferences {
  const found: Preferences = {}
  const unknown: string[] = []
  for (const part of header.split(',')) {
    const text = part.trim()
    const [name = '', value = ''] = text.split('=')
    if (name === 'max-affected' && /^\d{1,9}$/.test(value)) found.maxAffected = Number(value)
    else if (known.has(text) && (name !== 'tx' || txEnd.endsWith('-allow-override')))
      Object.assign(found, { [name]: value })
    else if (text !== '') unknown.push(text)
  }
  const { tx } = found
  found.isTrial = tx === undefined ? txEnd.startsWith('rollback') : tx === 'rollback'
  if (found.handling !== 'strict' || unknown.length === 0) return found
  const details = `Invalid preferences: ${unknown.join(', ').slice(0, 200)}`
  throw badRequest('PGRST122', 'Invalid preferences given with handling=strict', { details })
}

const names = ['resolution', 'return', 'count', 'missing', 'handling', 'tx'] as const

/** The `Preference-Applied` header; empty: nothing to say. */
export function appliedPreferences(preferences: Preferences): string {
  const applied = names.flatMap((name) => {
    const value = preferences[name]
    return value === undefined ? [] : [`${name}=${value}`]
  })
  if (preferences.maxAffected !== undefined) applied.push(`max-affected=${preferences.maxAffected}`)
  return applied.join(', ')
}
