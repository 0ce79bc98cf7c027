import { readFileSync } from 'node:fs'
import type { Sql } from '../../database/sql.ts'
import type { Logger } from '../../wire.ts'
import type { Column, DatabaseFunction, Reference, Schema } from './schema.ts'

const question = readFileSync(new URL('./load.sql', import.meta.url), 'utf8')

export interface SchemaCache {
  /** The schema as last read; reads it first when nobody has yet. */
  get: () => Promise<Schema>
}

/**
 * Keeps the schema until somebody says `notify pgrst, 'reload schema'`. While a newer one is being read the old one
 * serves; a reading that failed is tried again by the next caller.
 */
export function createSchemaCache(sql: Sql, log: Logger): SchemaCache {
  let current: Promise<Schema> | null = null
  let [isListening, isStale, isReading] = [false, false, false]

  function reload(): void {
    isStale = true
    void refresh()
  }

  async function refresh(): Promise<void> {
    while (isStale && !isReading) {
      isReading = true
      isStale = false
      const next = loadSchema(sql)
      try {
        await next
        current = next
      } catch (error) {
        isStale = true
        log.error({ err: error }, 'schema: could not be read again')
        return
      } finally {
        isReading = false
      }
    }
  }

  async function readFirst(): Promise<Schema> {
    if (!isListening) {
      isListening = true
      void sql.listen('pgrst', reload, reload)
    }
    try {
      return await loadSchema(sql)
    } catch (error) {
      current = null
      throw error
    }
  }

  return {
    get: () => {
      void refresh()
      return (current ??= readFirst())
    },
  }
}

interface FoundSchema {
  tables: {
    name: string
    columns: Column[] | null
    keys: { primary: boolean; columns: string[] }[]
  }[]
  references: Reference[]
  functions: DatabaseFunction[]
  timeouts: Record<string, number>
}

async function loadSchema(sql: Sql): Promise<Schema> {
  const [row] = await sql.begin(async (tx) => {
    await tx`set local search_path = ''`
    return tx.unsafe<{ schema: string }[]>(question)
  })
  if (row === undefined) throw new Error('the catalogue gave no answer')
  const found: FoundSchema = JSON.parse(row.schema)
  const tables = found.tables.map(({ name, columns, keys }) => ({
    name,
    columns: new Map((columns ?? []).map((column) => [column.name, column])),
    primaryKey: keys.find((key) => key.primary)?.columns ?? [],
    keys: keys.map((key) => key.columns),
  }))
  return {
    tables: new Map(tables.map((table) => [table.name, table])),
    references: found.references,
    functions: Map.groupBy(found.functions, (each) => each.name),
    timeouts: new Map(Object.entries(found.timeouts)),
  }
}
