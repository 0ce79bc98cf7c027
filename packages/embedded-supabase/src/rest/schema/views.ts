/** The oid of a table or view, and the position of one of its columns, from 1. */
interface Place {
  table: string
  position: number
}

/** A view, and its query as PostgreSQL stores it (`pg_rewrite.ev_action`). */
export interface View {
  id: string
  rule: string
}

/** An exposed table or view that shows columns of a table, and the names that it gives them. */
export interface ExposingRelation {
  id: string
  columns: string[]
}

/**
 * Finds the exposed relations that show all of the given columns of a table: the table itself, and views on it, also indirect ones.
 */
export type FindExposingRelations = (
  table: string,
  positions: readonly number[],
) => ExposingRelation[]

/**
 * Creates the function that finds the relations which show a table's columns.
 * @param exposed the exposed relations with their columns
 */
export function createExposureFinder(
  exposed: { id: string; columns: { name: string; position: number }[] | null }[],
  views: View[],
): FindExposingRelations {
  const origins = new Map(views.map(({ id, rule }) => [id, originsIn(rule)]))
  const shown = exposed.flatMap(({ id, columns }) =>
    (columns ?? []).flatMap(({ name, position }) => {
      const own = { table: id, position }
      const origin = trace(origins, own)
      return [own, ...(origin.table === id ? [] : [origin])].map((each) => ({ ...each, id, name }))
    }),
  )
  const byTable = Map.groupBy(shown, ({ table }) => table)
  return (table, positions) => {
    const byRelation = Map.groupBy(byTable.get(table) ?? [], ({ id }) => id)
    return [...byRelation].flatMap(([id, all]) => {
      const names = positions.map((position) => all.filter((each) => each.position === position))
      return combinations(names).map((columns) => ({ id, columns: columns.map((c) => c.name) }))
    })
  }
}

/** Returns every combination of one item per list. There are several when a view shows a column more than once. */
function combinations<T>(lists: T[][]): T[][] {
  return lists.reduce<T[][]>(
    (found, list) => found.flatMap((some) => list.map((each) => [...some, each])),
    [[]],
  )
}

/**
 * Follows a view's column to the table that it comes from. The number of steps is limited, because views can refer to each other in
 * a circle; PostgreSQL only notices that when they are read.
 */
function trace(origins: Map<string, Map<number, Place>>, start: Place): Place {
  let place = start
  for (let steps = 0; steps < origins.size; steps++)
    place = origins.get(place.table)?.get(place.position) ?? place
  return place
}

const entry = /^TARGETENTRY .*:resno (\d+) .*:resorigtbl (\d+) :resorigcol (\d+) :resjunk false$/s

/**
 * Returns the origins of a view's columns. A rule is a tree of nodes in braces (a backslash escapes braces in names); the columns
 * are entries of the outermost query.
 */
function originsIn(rule: string): Map<number, Place> {
  const origins = new Map<number, Place>()
  let depth = 0
  let own = ''
  for (const [token] of rule.matchAll(/\\.|[{}]|[^\\{}]+/gs)) {
    if (token === '{') {
      depth++
      if (depth === 2) own = ''
    } else if (token === '}') {
      const [, position, table = '0', column] = (depth === 2 && entry.exec(own)) || []
      if (table !== '0') origins.set(Number(position), { table, position: Number(column) })
      depth--
    } else if (depth === 2) own += token
  }
  return origins
}
