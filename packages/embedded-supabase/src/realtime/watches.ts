import * as v from 'valibot'
import { Scanner } from '../rest/query/scanner.ts'
import { arrayLiteral } from '../rest/sql/build.ts'
import { ApiError } from '../core/wire.ts'
import { Refusal } from './frames.ts'

/** A condition on a column of a changed row. `value` is PostgreSQL's text; for the operator `in` it is an array. */
interface Filter {
  column: string
  op: string
  value: string
  negate: boolean
}

/** A subscription to changes; `*` matches every schema, table or event. */
export interface ChangeSubscription {
  schema: string
  table: string
  event: string
  filters: Filter[]
  /** The columns to receive; an empty list means all. */
  columns: string[]
}

const operators = new Set(
  'eq neq lt lte gt gte in like ilike is match imatch isdistinct'.split(' '),
)
/**
 * Limits on filters, because each change is compared with every filter: filters per subscription, and characters of a value or
 * pattern.
 */
const [mostFilters, longestValue, longestPattern] = [10, 4000, 200]
const events = ['INSERT', 'UPDATE', 'DELETE', '*'] as const
const watchSchema = v.object({
  schema: v.optional(v.string()),
  table: v.optional(v.string()),
  filter: v.nullish(v.string(), ''),
  event: v.fallback(v.pipe(v.string(), v.toUpperCase(), v.picklist(events)), '*'),
  select: v.nullish(v.array(v.string()), []),
})

/** Parses an entry of `config.postgres_changes` of a join. @throws Refusal */
export function parseChangeSubscription(given: unknown): ChangeSubscription {
  const { success, output, issues } = v.safeParse(watchSchema, given, { abortEarly: true })
  if (!success) throw new Refusal(`Error parsing params: ${issues[0].message}`)
  const { event, select, filter, schema = 'public', table = '*' } = output
  if (output.schema === undefined && output.table === undefined)
    throw new Refusal(
      'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to',
    )
  if (select.length > 0 && (schema === '*' || table === '*'))
    throw new Refusal(
      'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    )
  return { schema, table, event, columns: select, filters: readFilters(filter.trim()) }
}

function readFilters(text: string): Filter[] {
  if (text === '') return []
  const scanner = new Scanner(text, 'filter')
  try {
    const filters = scanner.list(() => readFilter(scanner))
    if (!scanner.done) scanner.fail('a comma')
    return filters.length > mostFilters ? scanner.fail('fewer filters') : filters
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new Refusal(`Error parsing \`filter\` params: ${error.message}`)
  }
}

/** Parses `column=not.op.value`; a value in double quotes may contain commas. */
function readFilter(scanner: Scanner): Filter {
  scanner.skipSpaces()
  const column = scanner.take(/[^=]*/y)
  scanner.expect('=')
  const negate = scanner.eat('not.')
  const op = scanner.take(/[^.]*/y)
  scanner.expect('.')
  if (!operators.has(op)) scanner.fail('an operator')
  const value = op === 'in' ? arrayLiteral(readList(scanner)) : readValue(scanner, /[^,]*/y)
  const isPattern = /like|match/.test(op)
  if (value.length > (isPattern ? longestPattern : longestValue)) scanner.fail('a shorter value')
  // Back references can make a regular expression run practically forever.
  if (op.endsWith('match') && /\\[1-9]/.test(value))
    throw new Refusal('Error parsing `filter` params: back references are not supported')
  return op === 'is'
    ? { column, op: `is ${value}`, value: '', negate }
    : { column, op, value, negate }
}

function readList(scanner: Scanner): string[] {
  const values: string[] = []
  scanner.expect('(')
  do values.push(readValue(scanner, /[^,)]*/y))
  while (scanner.eat(','))
  scanner.expect(')')
  return values
}

function readValue(scanner: Scanner, plain: RegExp): string {
  return scanner.sees('"') ? scanner.quoted() : scanner.take(plain)
}
