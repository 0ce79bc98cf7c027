/** Where a column of a view comes from: the position of a column of a table or of another view. */
interface Origin {
  relation: string
  column: string
}

/** Origins by view, and by the position of the view's column. */
export type ViewOrigins = ReadonlyMap<string, ReadonlyMap<string, Origin>>

export function readViews(views: { id: string; rule: string }[]): ViewOrigins {
  return new Map(views.map(({ id, rule }) => [id, originsIn(rule)]))
}

const entry = /^TARGETENTRY .*:resno (\d+) .*:resorigtbl (\d+) :resorigcol (\d+) :resjunk false$/s

/**
 * A rule is PostgreSQL's own text of a query: nodes in braces within nodes, braces that belong to a name behind a
 * backslash. The view's columns are the entries that stand in the outermost query itself.
 */
function originsIn(rule: string): Map<string, Origin> {
  const origins = new Map<string, Origin>()
  let depth = 0
  let own = ''
  for (let at = 0; at < rule.length; at++) {
    const character = rule[at]
    if (character === '\\') at++
    else if (character === '{') {
      depth++
      if (depth === 2) own = ''
    } else if (character === '}') {
      if (depth === 2) note(origins, own)
      depth--
    } else if (depth === 2) own += character
  }
  return origins
}

function note(origins: Map<string, Origin>, node: string): void {
  const [, position, relation, column] = entry.exec(node) ?? []
  if (position === undefined || relation === undefined || column === undefined) return
  if (relation !== '0') origins.set(position, { relation, column })
}

/** A relation as it is seen through an exposed one: itself, or a view with the names that its columns have there. */
export interface Face {
  /** The exposed relation. */
  id: string
  names: (column: string) => readonly string[]
}

type ColumnNames = Record<string, Record<string, string> | null>

/**
 * Finds the faces of tables: for each table the exposed relations that show its columns, through any number of views.
 * @param exposed relations, by their ids
 * @param columnNames by relation and position
 */
export function findFaces(
  exposed: ReadonlySet<string>,
  views: ViewOrigins,
  columnNames: ColumnNames,
): (table: string) => Face[] {
  const shown = new Map<string, Map<string, Map<string, string[]>>>()
  for (const id of exposed) {
    for (const position of views.get(id)?.keys() ?? []) {
      const origin = trace(views, { relation: id, column: position })
      const [name, its] = [
        columnNames[id]?.[position],
        columnNames[origin.relation]?.[origin.column],
      ]
      if (name === undefined || its === undefined) continue
      const byView = shown.get(origin.relation) ?? new Map<string, Map<string, string[]>>()
      const byColumn = byView.get(id) ?? new Map<string, string[]>()
      byColumn.set(its, [...(byColumn.get(its) ?? []), name])
      shown.set(origin.relation, byView.set(id, byColumn))
    }
  }
  return (table) => {
    const own: Face[] = exposed.has(table) ? [{ id: table, names: (column) => [column] }] : []
    const others = [...(shown.get(table) ?? [])].map(([id, byColumn]) => ({
      id,
      names: (column: string) => byColumn.get(column) ?? [],
    }))
    return [...own, ...others]
  }
}

/** Views can be made to show one another in a circle, which PostgreSQL refuses only when they are read. */
function trace(views: ViewOrigins, start: Origin): Origin {
  let origin = start
  for (let steps = 0; steps < views.size; steps++) {
    const next = views.get(origin.relation)?.get(origin.column)
    if (next === undefined) break
    origin = next
  }
  return origin
}

/** The lists of names under which all of the columns show; several where a view shows one of them more than once. */
export function namesThrough(face: Face, columns: readonly string[]): string[][] {
  return columns.reduce<string[][]>(
    (lists, column) => lists.flatMap((list) => face.names(column).map((name) => [...list, name])),
    [[]],
  )
}
