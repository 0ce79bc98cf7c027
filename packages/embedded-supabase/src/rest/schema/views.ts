/** A column: its relation's id, and its place there, from 1. */
interface Place {
  table: string
  position: number
}

/** A view and PostgreSQL's own text of its query. */
export interface View {
  id: string
  rule: string
}

/** An exposed relation, and the names that columns of a table have there. */
export interface Face {
  id: string
  columns: string[]
}

/** Finds the exposed relations that show all of a table's columns: the table itself, and views of it or of such views. */
export type FindFaces = (table: string, positions: readonly number[]) => Face[]

/** @param exposed relations by their ids, with their columns */
export function createFaces(
  exposed: { id: string; columns: { name: string; position: number }[] | null }[],
  views: View[],
): FindFaces {
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
    const byFace = Map.groupBy(byTable.get(table) ?? [], ({ id }) => id)
    return [...byFace].flatMap(([id, all]) => {
      const names = positions.map((position) => all.filter((each) => each.position === position))
      return combinations(names).map((columns) => ({ id, columns: columns.map((c) => c.name) }))
    })
  }
}

/** Returns the combinations of one item of each list: several when a view shows a column more than once. */
function combinations<T>(lists: T[][]): T[][] {
  return lists.reduce<T[][]>(
    (found, list) => found.flatMap((some) => list.map((each) => [...some, each])),
    [[]],
  )
}

/** Views can be made to show one another in a circle, which PostgreSQL refuses only when they are read. */
function trace(origins: Map<string, Map<number, Place>>, start: Place): Place {
  let place = start
  for (let steps = 0; steps < origins.size; steps++)
    place = origins.get(place.table)?.get(place.position) ?? place
  return place
}

const entry = /^TARGETENTRY .*:resno (\d+) .*:resorigtbl (\d+) :resorigcol (\d+) :resjunk false$/s

/**
 * Returns the origins of a view's columns. A rule consists of nested nodes in braces; braces within a name are escaped by a
 * backslash; the columns are the entries of the outermost query itself.
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
