import { defaultFields } from './default-fields.ts'
import type { ApiFields } from './null-fields.ts'

/**
 * Adds the fields that the sandbox does not store to an object of the API and to the objects inside it. Objects that an earlier
 * version stored are completed in the same way.
 */
export function withDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDefaults)
  if (!isFields(value) || 'deleted' in value) return value
  const kind = Object.keys(defaultFields).find((name) => name === value['object'])
  const blanksOf =
    kind === undefined ? () => ({}) : defaultFields[kind as keyof typeof defaultFields]
  const { failed: _failed, closed: _closed, ...rest } = value
  const told = kind === 'refund' || kind === 'dispute' ? rest : value
  const full = Object.entries(fillDefaults(blanksOf(value as never), told))
  return Object.fromEntries(full.map(([name, one]) => [name, withDefaults(one)]))
}

function isFields(value: unknown): value is ApiFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Merges stored fields over default values, at every depth. A stored null overrides a default. */
function fillDefaults(blank: ApiFields, kept: ApiFields): ApiFields {
  const inner = Object.entries(kept).map(([name, one]) => {
    const under = blank[name]
    return [name, isFields(under) && isFields(one) ? fillDefaults(under, one) : one]
  })
  return { ...blank, ...Object.fromEntries(inner) }
}
