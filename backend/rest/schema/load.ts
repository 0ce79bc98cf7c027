import { readFileSync } from 'node:fs'
import type { Sql } from '../../database/sql.ts'
import type { Column, DatabaseFunction, Reference, Schema, Table } from './schema.ts'

interface SchemaRow {
  tables: {
    name: string
    insertable: boolean
    columns: Column[] | null
    keys: { primary: boolean; columns: string[] }[]
  }[]
  references: Reference[]
  functions: DatabaseFunction[]
  timeouts: Record<string, string>
}

const question = readFileSync(new URL('./load.sql', import.meta.url), 'utf8')

/** Reads the exposed schema from PostgreSQL's catalogue. */
export async function loadSchema(sql: Sql): Promise<Schema> {
  const [row] = await sql.begin(async (tx) => {
    await tx`set local search_path = ''`
    return tx.unsafe<{ schema: string }[]>(question)
  })
  if (row === undefined) throw new Error('the catalogue gave no answer')
  const found: SchemaRow = JSON.parse(row.schema)
  return {
    tables: new Map(found.tables.map((table) => [table.name, toTable(table)])),
    references: found.references,
    functions: Map.groupBy(found.functions, (each) => each.name),
    timeouts: new Map(Object.entries(found.timeouts)),
  }
}

function toTable(row: SchemaRow['tables'][number]): Table {
  return {
    name: row.name,
    insertable: row.insertable,
    columns: new Map((row.columns ?? []).map((column) => [column.name, column])),
    primaryKey: row.keys.find((key) => key.primary)?.columns ?? [],
    keys: row.keys.map((key) => key.columns),
  }
}
