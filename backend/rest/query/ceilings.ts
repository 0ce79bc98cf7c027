import { badRequest } from '../errors.ts'
import type { Condition, ReadNode, Test } from './ast.ts'

/** What a query may hold when it is not the project's own server that asks; characters are those of filters' values. */
const most = {
  levels: 3,
  'embedded tables': 10,
  columns: 100,
  filters: 100,
  values: 500,
  characters: 8000,
  steps: 20,
}

/**
 * Refuses what costs the database out of proportion: regular expressions, whose time is exponential, and queries
 * beyond a generous size.
 * @throws ApiError 400 PT400
 */
export function holdToCeilings(root: ReadNode): void {
  const nodes = [...nodesWithin(root)]
  const columns = nodes.flatMap(({ node }) => columnsOf(node))
  const filters = nodes.flatMap(({ node }) => node.conditions.flatMap(filtersWithin))
  const values = filters.flatMap(({ test }) => valuesOf(test))
  hold({
    levels: Math.max(...nodes.map(({ level }) => level)),
    'embedded tables': nodes.length - 1,
    columns: columns.length,
    filters: filters.length,
    values: values.length,
    characters: values.reduce((sum, value) => sum + value.length, 0),
    steps: Math.max(0, ...columns, ...filters.map(({ field }) => field.path.length)),
  })
  if (filters.some(({ test }) => test.kind === 'compare' && test.operator.startsWith('~'))) {
    const hint = 'Use like, ilike or a text search instead of match and imatch.'
    throw badRequest('PT400', 'Regular expressions are not allowed in filters', { hint })
  }
}

function hold(counts: Record<string, number>): void {
  for (const [what, limit] of Object.entries(most)) {
    if ((counts[what] ?? 0) <= limit) continue
    throw badRequest('PT400', `The query has too many ${what}`, { details: `at most ${limit}` })
  }
}

function* nodesWithin(node: ReadNode, level = 0): Generator<{ node: ReadNode; level: number }> {
  yield { node, level }
  for (const item of node.items) if (item.kind === 'embed') yield* nodesWithin(item.node, level + 1)
}

/** How many steps into JSON each of the columns takes that are shown or sorted by. */
function columnsOf({ items, order }: ReadNode): number[] {
  const shown = items.flatMap((item) => {
    if (item.kind === 'embed') return []
    return item.kind === 'all' ? [0] : [item.field?.path.length ?? 0]
  })
  return [...shown, ...order.map(({ field }) => field.path.length)]
}

function filtersWithin(condition: Condition): Extract<Condition, { kind: 'filter' }>[] {
  return condition.kind === 'group' ? condition.conditions.flatMap(filtersWithin) : [condition]
}

function valuesOf(test: Test): string[] {
  if (test.kind === 'in') return test.values
  return test.kind === 'is' ? [] : [test.value]
}
