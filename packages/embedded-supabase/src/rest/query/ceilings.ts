import { createBadRequestError } from '../lib/errors.ts'
import type { Condition, ReadNode } from './ast.ts'

/** Maximum sizes of a query, unless the project's own server sends it. `characters` are those of all filter values together. */
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
 * Refuses queries that are too costly for the database: regular expressions, which can take exponential time, and queries that are
 * too large.
 * @throws ApiError 400 PT400
 */
export function checkQueryCeilings(root: ReadNode): void {
  const nodes = [...nodesWithin(root)]
  const filters = nodes.flatMap(({ node }) => node.conditions.flatMap(filtersWithin))
  const values = filters.flatMap(({ test }) => (test.kind === 'in' ? test.values : [test.value]))
  const columns = nodes.flatMap(({ node: { items, order } }) => [
    ...items.flatMap((item) =>
      item.kind === 'embed' ? [] : [item.kind === 'all' ? null : item.field],
    ),
    ...order.map(({ field }) => field),
  ])
  const fields = [...columns, ...filters.map(({ field }) => field)]
  const counts: Record<string, number> = {
    levels: Math.max(...nodes.map(({ level }) => level)),
    'embedded tables': nodes.length - 1,
    columns: columns.length,
    filters: filters.length,
    values: values.length,
    characters: values.reduce((sum, value) => sum + value.length, 0),
    steps: Math.max(0, ...fields.map((field) => field?.path.length ?? 0)),
  }
  for (const [what, limit] of Object.entries(most))
    if ((counts[what] ?? 0) > limit)
      throw createBadRequestError('PT400', `The query has too many ${what}`, {
        details: `at most ${limit}`,
      })
  if (filters.some(({ test }) => test.kind === 'compare' && test.operator.startsWith('~'))) {
    const hint = 'Use like, ilike or a text search instead of match and imatch.'
    throw createBadRequestError('PT400', 'Regular expressions are not allowed in filters', { hint })
  }
}

function* nodesWithin(node: ReadNode, level = 0): Generator<{ node: ReadNode; level: number }> {
  yield { node, level }
  for (const item of node.items) if (item.kind === 'embed') yield* nodesWithin(item.node, level + 1)
}

function filtersWithin(condition: Condition): Extract<Condition, { kind: 'filter' }>[] {
  return condition.kind === 'group' ? condition.conditions.flatMap(filtersWithin) : [condition]
}
