import { badRequest } from './lib/errors.ts'
import type { DatabaseSettings } from './schema/schema.ts'

/** Supported values of `Prefer`. */
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
  /** Rolls the changes back. */
  isTrial: boolean
  /** The `Preference-Applied` header; empty for none. */
  applied: string
}

/**
 * Parses `Prefer`. `tx` is supported only when the settings let callers override it.
 * @throws ApiError 400 PGRST122 when handling is strict and another preference is not supported
 */
export function parsePreferences(header = '', txEnd: DatabaseSettings['db_tx_end']): Preferences {
  const found: Preferences = { isTrial: txEnd.startsWith('rollback'), applied: '' }
  const applied = new Map<string, string>()
  const unknown: string[] = []
  for (const part of header.split(',')) {
    const text = part.trim()
    const [name = '', value = ''] = text.split('=')
    if (name === 'max-affected' && /^\d{1,9}$/.test(value)) found.maxAffected = Number(value)
    else if (known.has(text) && (name !== 'tx' || txEnd.endsWith('-allow-override')))
      Object.assign(found, { [name]: value })
    else {
      if (text !== '') unknown.push(text)
      continue
    }
    applied.set(name, text)
  }
  found.applied = [...applied.values()].join(', ')
  if (found.tx !== undefined) found.isTrial = found.tx === 'rollback'
  if (found.handling !== 'strict' || unknown.length === 0) return found
  const details = `Invalid preferences: ${unknown.join(', ').slice(0, 200)}`
  throw badRequest('PGRST122', 'Invalid preferences given with handling=strict', { details })
}
