import { badRequest } from './errors.ts'

/** What may be preferred. Planned and estimated counts are exact ones here. */
const choices = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
} as const
type Choices = typeof choices
const known = new Set(
  Object.entries(choices).flatMap(([name, values]) => values.map((value) => `${name}=${value}`)),
)

/** The `Prefer` header. https://docs.postgrest.org/en/stable/references/api/preferences.html */
export type Preferences = { [Name in keyof Choices]?: Choices[Name][number] } & {
  maxAffected?: number
}

/**
 * Among what is not understood is tx=rollback: a caller may not have a change tried out and thrown away.
 * @throws ApiError 400 PGRST122 when handling is strict and something else is not understood
 */
export function parsePreferences(header = ''): Preferences {
  const found: Preferences = {}
  const unknown: string[] = []
  for (const part of header.split(',')) {
    const text = part.trim()
    const [name = '', value = ''] = text.split('=')
    if (name === 'max-affected' && /^\d{1,9}$/.test(value)) found.maxAffected = Number(value)
    else if (known.has(text)) Object.assign(found, { [name]: value })
    else if (text !== '') unknown.push(text)
  }
  if (found.handling !== 'strict' || unknown.length === 0) return found
  const details = `Invalid preferences: ${unknown.join(', ').slice(0, 200)}`
  throw badRequest('PGRST122', 'Invalid preferences given with handling=strict', { details })
}

const names = ['resolution', 'return', 'count', 'missing', 'handling'] as const

/** The `Preference-Applied` header; empty: nothing to say. */
export function appliedPreferences(preferences: Preferences): string {
  const applied = names.flatMap((name) => {
    const value = preferences[name]
    return value === undefined ? [] : [`${name}=${value}`]
  })
  if (preferences.maxAffected !== undefined) applied.push(`max-affected=${preferences.maxAffected}`)
  return applied.join(', ')
}
