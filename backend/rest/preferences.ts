import { RestError } from './errors.ts'

/** The `Prefer` header. https://docs.postgrest.org/en/stable/references/api/preferences.html */
export interface Preferences {
  return: 'minimal' | 'representation' | 'headers-only' | null
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  /** Planned and estimated counts are exact ones here. */
  count: 'exact' | 'planned' | 'estimated' | null
  missing: 'default' | 'null' | null
  handling: 'strict' | 'lenient' | null
  maxAffected: number | null
}

const choices = {
  return: ['minimal', 'representation', 'headers-only'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  count: ['exact', 'planned', 'estimated'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
} as const

/** @throws RestError 400 PGRST122 when handling is strict and something else is not understood */
export function parsePreferences(header: string | undefined): Preferences {
  const found: Preferences = {
    return: null,
    resolution: null,
    count: null,
    missing: null,
    handling: null,
    maxAffected: null,
  }
  const unknown: string[] = []
  for (const part of (header ?? '').split(',')) {
    const text = part.trim()
    if (text !== '' && !apply(found, text)) unknown.push(text)
  }
  if (found.handling === 'strict' && unknown.length > 0) {
    throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ').slice(0, 200)}`,
    })
  }
  return found
}

function apply(found: Preferences, text: string): boolean {
  const [name, value = ''] = text.split('=')
  switch (name) {
    case 'return':
      return (found.return = pick(choices.return, value)) !== null
    case 'resolution':
      return (found.resolution = pick(choices.resolution, value)) !== null
    case 'count':
      return (found.count = pick(choices.count, value)) !== null
    case 'missing':
      return (found.missing = pick(choices.missing, value)) !== null
    case 'handling':
      return (found.handling = pick(choices.handling, value)) !== null
    case 'max-affected':
      found.maxAffected = /^\d{1,9}$/.test(value) ? Number(value) : null
      return found.maxAffected !== null
    default:
      // Among them tx=rollback: a caller may not have a change tried out and thrown away.
      return false
  }
}

function pick<T extends string>(known: readonly T[], value: string): T | null {
  return known.find((each) => each === value) ?? null
}

/** The `Preference-Applied` header; null: nothing to say. */
export function appliedPreferences(preferences: Preferences): string | null {
  const applied = (['resolution', 'return', 'count', 'missing', 'handling'] as const)
    .filter((name) => preferences[name] !== null)
    .map((name) => `${name}=${preferences[name]}`)
  if (preferences.maxAffected !== null) applied.push(`max-affected=${preferences.maxAffected}`)
  return applied.length === 0 ? null : applied.join(', ')
}
