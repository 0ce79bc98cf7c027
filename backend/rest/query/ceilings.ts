import { RestError } from '../errors.ts'
import type { Condition, Field, ParsedQuery, ReadNode, Test } from './ast.ts'

/** What a query may hold when it is not the project's own server that asks; characters are those of filters' values. */
const most = {
  filters: 100,
  characters: 8000,
  values: 500,
  columns: 100,
  steps: 20,
  'embedded tables': 10,
  levels: 3,
} as const

type Countable = keyof typeof most
type Counts = Record<Exclude<Countable, 'steps' | 'levels'>, number>

/**
 * Refuses what costs the database out of proportion: regular expressions, whose time is exponential, and queries
 * beyond a generous size.
 * @throws RestError 400 PT400
 */
export function holdToCeilings(query: ParsedQuery): void {
  countNode(
    { filters: 0, characters: 0, values: 0, columns: 0, 'embedded tables': 0 },
    query.root,
    0,
  )
}

function countNode(counts: Counts, node: ReadNode, level: number): void {
  hold('levels', level)
  for (const item of node.items) {
    if (item.kind === 'embed') {
      add(counts, 'embedded tables')
      countNode(counts, item.node, level + 1)
    } else {
      add(counts, 'columns')
      if (item.kind === 'column') holdField(item.field)
    }
  }
  for (const { field } of node.order) {
    add(counts, 'columns')
    holdField(field)
  }
  for (const condition of node.conditions) countCondition(counts, condition)
}

function countCondition(counts: Counts, condition: Condition): void {
  if (condition.kind === 'group') {
    for (const each of condition.conditions) countCondition(counts, each)
    return
  }
  const { field, test } = condition
  add(counts, 'filters')
  holdField(field)
  const values = valuesOf(test)
  add(counts, 'values', values.length)
  for (const value of values) add(counts, 'characters', value.length)
  if (test.kind === 'compare' && (test.operator === 'match' || test.operator === 'imatch')) {
    throw new RestError(400, 'PT400', 'Regular expressions are not allowed in filters', {
      hint: 'Use like, ilike or a text search instead of match and imatch.',
    })
  }
}

function valuesOf(test: Test): string[] {
  if (test.kind === 'in') return test.values
  return test.kind === 'is' ? [] : [test.value]
}

function holdField(field: Field): void {
  hold('steps', field.path.length)
}

function add(counts: Counts, what: keyof Counts, count = 1): void {
  counts[what] += count
  hold(what, counts[what])
}

function hold(what: Countable, count: number): void {
  if (count <= most[what]) return
  throw new RestError(400, 'PT400', `The query has too many ${what}`, {
    details: `at most ${most[what]}`,
  })
}
