import { badRequest } from '../errors.ts'
import type { Condition, Field, ReadNode } from './ast.ts'

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

type Counts = Partial<Record<keyof typeof most, number>>

/**
 * Refuses what costs the database out of proportion: regular expressions, whose time is exponential, and queries
 * beyond a generous size.
 * @throws ApiError 400 PT400
 */
export function holdToCeilings(root: ReadNode): void {
  countNode({}, root, 0)
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
  const values = test.kind === 'in' ? test.values : test.kind === 'is' ? [] : [test.value]
  add(counts, 'values', values.length)
  for (const value of values) add(counts, 'characters', value.length)
  if (test.kind === 'compare' && (test.operator === 'match' || test.operator === 'imatch')) {
    throw badRequest('PT400', 'Regular expressions are not allowed in filters', {
      hint: 'Use like, ilike or a text search instead of match and imatch.',
    })
  }
}

function holdField(field: Field): void {
  hold('steps', field.path.length)
}

function add(counts: Counts, what: keyof Counts, count = 1): void {
  const sum = (counts[what] ?? 0) + count
  counts[what] = sum
  hold(what, sum)
}

function hold(what: keyof Counts, count: number): void {
  if (count <= most[what]) return
  const details = `at most ${most[what]}`
  throw badRequest('PT400', `The query has too many ${what}`, { details })
}
