import { isObject } from '../read-json.ts'

/** A condition on a column of a changed row. `value` is as PostgreSQL writes it; of `in` a list in braces. */
export interface Filter {
  column: string
  op: string
  value: string
  negate: boolean
}

/** What a client wants to hear of. `*` is any schema, table or event. */
export interface Watch {
  schema: string
  table: string
  event: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  filters: Filter[]
  columns: string[] | null
}

const operators = new Set(
  'eq neq lt lte gt gte in like ilike is match imatch isdistinct'.split(' '),
)
const patterns = new Set(['like', 'ilike', 'match', 'imatch'])
/** Characters; each change is held against every filter. */
const [mostFilters, longestValue, longestPattern] = [10, 4000, 200]
const events = ['INSERT', 'UPDATE', 'DELETE'] as const

/** Reads one of `config.postgres_changes` of a join, or says in words why it cannot be. */
export function readWatch(given: unknown): Watch | string {
  if (!isObject(given)) return 'No subscription params provided'
  const { schema, table, filter = '', event, select } = given
  if (typeof schema !== 'string' && typeof table !== 'string')
    return 'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to'
  if (typeof filter !== 'string') return 'Error parsing `filter` params: no text'
  if (select !== undefined && select !== null && !Array.isArray(select))
    return 'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]'
  const names: unknown[] = select ?? []
  const columns = names.filter((name) => typeof name === 'string')
  const watch = {
    schema: typeof schema === 'string' ? schema : 'public',
    table: typeof table === 'string' ? table : '*',
    event: events.find((one) => one === String(event).toUpperCase()) ?? '*',
    columns: columns.length > 0 ? columns : null,
  } as const
  if (watch.columns !== null && (watch.schema === '*' || watch.table === '*'))
    return 'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.'
  const filters = readFilters(filter.trim())
  return typeof filters === 'string'
    ? `Error parsing \`filter\` params: ${filters}`
    : { ...watch, filters }
}

function readFilters(text: string): Filter[] | string {
  if (text === '') return []
  const filters: Filter[] = []
  for (const part of splitFilters(text)) {
    const filter = readFilter(part.trim())
    if (typeof filter === 'string') return filter
    filters.push(filter)
  }
  return filters.length > mostFilters ? `more than ${mostFilters} filters` : filters
}

/** At commas that stand in no quotes and no parentheses. */
function splitFilters(text: string): string[] {
  const parts: string[] = []
  let [start, depth, isQuoted] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (isQuoted && character === '\\') at += 1
    else if (character === '"' && (isQuoted || /[.(,]/.test(text[at - 1] ?? '')))
      isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '(') depth += 1
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

function readFilter(text: string): Filter | string {
  if (text === '') return 'filter must not contain empty segments (check for extra commas)'
  const [, column, not, op, value] = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? []
  if (column === undefined || op === undefined || value === undefined || !operators.has(op))
    return JSON.stringify([text])
  if (value.length > (patterns.has(op) ? longestPattern : longestValue))
    return 'a value is too long'
  // With these a pattern may take for ever.
  if (op.endsWith('match') && /\\[1-9]/.test(value)) return 'back references are not supported'
  const negate = not !== undefined
  if (op !== 'in') return { column, op, value: unquoted(value), negate }
  if (!/^\(.*\)$/s.test(value)) return '`in` filter value must be wrapped by parentheses'
  return { column, op, value: `{${value.slice(1, -1)}}`, negate }
}

function unquoted(value: string): string {
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)?.[1]
  return inner === undefined ? value : inner.replaceAll(/\\(.)/gs, '$1')
}
