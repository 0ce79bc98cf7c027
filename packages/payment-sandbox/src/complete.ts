import { blanks } from './blanks.ts'
import type { Fields } from './none.ts'

/** Adds missing fields of the provider's objects, at every depth, including objects stored by an older sandbox. */
export function complete(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(complete)
  if (!isFields(value) || 'deleted' in value) return value
  const kind = Object.keys(blanks).find((name) => name === value['object'])
  const blanksOf = kind === undefined ? () => ({}) : blanks[kind as keyof typeof blanks]
  const { failed: _failed, closed: _closed, ...rest } = value
  const told = kind === 'refund' || kind === 'dispute' ? rest : value
  const full = Object.entries(filled(blanksOf(value as never), told))
  return Object.fromEntries(full.map(([name, one]) => [name, complete(one)]))
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Merges the stored fields over the defaults; a stored null is kept. */
function filled(blank: Fields, kept: Fields): Fields {
  const inner = Object.entries(kept).map(([name, one]) => {
    const under = blank[name]
    return [name, isFields(under) && isFields(one) ? filled(under, one) : one]
  })
  return { ...blank, ...Object.fromEntries(inner) }
}
