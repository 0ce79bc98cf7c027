import { readFileSync } from 'node:fs'
import type { Sql } from '../../database/sql.ts'
import type {
  Catalogue,
  Column,
  ComputedRelationship,
  DatabaseFunction,
  DatabaseSettings,
  Reference,
  Schema,
  Table,
} from './schema.ts'
import { findFaces, namesThrough, readViews } from './views.ts'

const question = readFileSync(new URL('./load.sql', import.meta.url), 'utf8')

/** Tables stand here by their ids, since those that views show need not be exposed. */
interface Found {
  tables: {
    id: string
    schema: string
    name: string
    isView: boolean
    columns: Column[] | null
    computed: Record<string, string>
  }[]
  primaryKeys: { table: string; columns: string[] }[]
  references: Reference[]
  views: { id: string; rule: string }[]
  columnNames: Record<string, Record<string, string> | null>
  computedRelationships: ComputedRelationship[]
  functions: DatabaseFunction[]
  timeouts: Record<string, number>
  settings: Record<string, string>
}

/** The catalogue's answer as text: as long as it is the same, so is the catalogue. */
export async function askForCatalogue(
  sql: Sql,
  schemas: readonly string[],
  extraSearchPath: readonly string[],
): Promise<string> {
  const [row] = await sql.begin(async (tx) => {
    await tx`set local search_path = ''`
    return tx.unsafe<{ schema: string }[]>(question, [schemas, extraSearchPath])
  })
  if (row === undefined) throw new Error('the catalogue gave no answer')
  return row.schema
}

export function readCatalogue(text: string, schemas: readonly string[]): Catalogue {
  const found: Found = JSON.parse(text)
  const exposed = new Set(found.tables.map(({ id }) => id))
  const faces = findFaces(exposed, readViews(found.views), found.columnNames)
  const keys = found.primaryKeys.flatMap(({ table, columns }) =>
    faces(table).flatMap((face) =>
      namesThrough(face, columns)
        .slice(0, 1)
        .map((key) => ({ id: face.id, key })),
    ),
  )
  const keysOf = Map.groupBy(keys, ({ id }) => id)
  const tables = new Map(
    found.tables.map(({ id, columns, computed, ...rest }) => {
      const table: Table = {
        ...rest,
        columns: new Map((columns ?? []).map((column) => [column.name, column])),
        computed: new Map(Object.entries(computed)),
        primaryKey: keysOf.get(id)?.flatMap(({ key }) => key) ?? [],
      }
      return [id, table] as const
    }),
  )
  const references = found.references.flatMap((reference) => seenThrough(reference, faces))
  const parts = { tables, references, found }
  return {
    schemas: new Map(schemas.map((name) => [name, schemaOf(name, parts)])),
    timeouts: new Map(Object.entries(found.timeouts)),
    settings: settingsIn(found.settings),
  }
}

/** A foreign key between every two exposed relations that show both of its ends; tables by their ids. */
function seenThrough(reference: Reference, faces: ReturnType<typeof findFaces>): Reference[] {
  const { table, columns, foreignTable, foreignColumns } = reference
  return faces(table).flatMap((near) =>
    faces(foreignTable).flatMap((far) =>
      namesThrough(near, columns).flatMap((own) =>
        namesThrough(far, foreignColumns).map((foreign) => ({
          ...reference,
          table: near.id,
          columns: own,
          foreignTable: far.id,
          foreignColumns: foreign,
        })),
      ),
    ),
  )
}

function schemaOf(
  name: string,
  parts: { tables: ReadonlyMap<string, Table>; references: Reference[]; found: Found },
): Schema {
  const { tables, references, found } = parts
  const own = (id: string): string | null => {
    const table = tables.get(id)
    return table?.schema === name ? table.name : null
  }
  /** With names instead of ids; what leads out of the schema cannot be asked for. */
  function within<Link extends { table: string; foreignTable: string }>(links: Link[]): Link[] {
    return links.flatMap((link) => {
      const [table, foreignTable] = [own(link.table), own(link.foreignTable)]
      return table === null || foreignTable === null ? [] : [{ ...link, table, foreignTable }]
    })
  }
  const its = [...tables.values()].filter(({ schema }) => schema === name)
  return {
    name,
    tables: new Map(its.map((table) => [table.name, table])),
    references: within(references),
    computedRelationships: within(found.computedRelationships),
    functions: Map.groupBy(
      found.functions.filter(({ schema }) => schema === name),
      (each) => each.name,
    ),
  }
}

const ends = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const

function settingsIn(found: Record<string, string>): DatabaseSettings {
  const isOn = (value = '') => /^(t|true|on|yes|1)$/i.test(value)
  return {
    db_aggregates_enabled: isOn(found.db_aggregates_enabled),
    db_plan_enabled: isOn(found.db_plan_enabled),
    db_tx_end: ends.find((each) => each === found.db_tx_end) ?? 'commit',
  }
}
