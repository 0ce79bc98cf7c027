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
import { createExposureFinder, type FindExposingRelations, type View } from './views.ts'

const question = readFileSync(new URL('./load.sql', import.meta.url), 'utf8')

interface Key {
  table: string
  columns: number[]
}

/** The parsed result of load.sql. Tables are referred to by oid, because tables behind views need not be exposed. */
interface Found {
  tables: (Omit<Table, 'columns' | 'computed' | 'primaryKey'> & {
    id: string
    columns: (Column & { position: number })[] | null
    computed: Record<string, string>
  })[]
  primaryKeys: Key[]
  references: (Key &
    Pick<Reference, 'name' | 'foreignTable' | 'isUnique'> & { foreignColumns: number[] })[]
  views: View[]
  computedRelationships: ComputedRelationship[]
  functions: DatabaseFunction[]
  timeouts: Record<string, number>
  settings: Record<string, string>
}

/** Returns the result of load.sql as text, so that it can be compared with an earlier one. */
export async function queryCatalogue(
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
  const findExposingRelations = createExposureFinder(found.tables, found.views)
  const keys = new Map<string, string[]>()
  for (const { table, columns } of found.primaryKeys)
    for (const relation of findExposingRelations(table, columns).toReversed())
      keys.set(relation.id, relation.columns)
  const tables = new Map(
    found.tables.map(({ id, columns, computed, ...rest }): [string, Table] => [
      id,
      {
        ...rest,
        columns: new Map(columns?.map((column) => [column.name, column])),
        computed: new Map(Object.entries(computed)),
        primaryKey: keys.get(id) ?? [],
      },
    ]),
  )
  const references = found.references.flatMap((reference) =>
    seenThrough(reference, findExposingRelations),
  )
  return {
    schemas: new Map(
      schemas.map((name) => [name, schemaOf(name, { ...found, tables, references })]),
    ),
    timeouts: new Map(Object.entries(found.timeouts)),
    settings: settingsIn(found.settings),
  }
}

/**
 * Returns a foreign key between each pair of exposed relations, tables or views, that show both of its ends. The tables are oids.
 */
function seenThrough(
  reference: Found['references'][number],
  findExposingRelations: FindExposingRelations,
): Reference[] {
  const far = findExposingRelations(reference.foreignTable, reference.foreignColumns)
  return findExposingRelations(reference.table, reference.columns).flatMap(
    ({ id: table, columns }) =>
      far.map(({ id: foreignTable, columns: foreignColumns }) => ({
        ...reference,
        table,
        columns,
        foreignTable,
        foreignColumns,
      })),
  )
}

interface Parts extends Pick<Found, 'computedRelationships' | 'functions'> {
  tables: ReadonlyMap<string, Table>
  references: Reference[]
}

function schemaOf(name: string, parts: Parts): Schema {
  const own = [...parts.tables].filter(([, { schema }]) => schema === name)
  const names = new Map(own.map(([id, table]) => [id, table.name]))
  /** Replaces oids by table names. Drops links to tables outside of the schema. */
  function within<Link extends { table: string; foreignTable: string }>(links: Link[]): Link[] {
    return links.flatMap((link) => {
      const [table, foreignTable] = [names.get(link.table), names.get(link.foreignTable)]
      return table === undefined || foreignTable === undefined
        ? []
        : [{ ...link, table, foreignTable }]
    })
  }
  return {
    name,
    tables: new Map(own.map(([, table]) => [table.name, table])),
    references: within(parts.references),
    computedRelationships: within(parts.computedRelationships),
    functions: Map.groupBy(
      parts.functions.filter(({ schema }) => schema === name),
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
