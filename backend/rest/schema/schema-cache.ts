import type { Sql } from '../../database/sql.ts'
import type { Logger } from '../../wire.ts'
import { loadSchema } from './load.ts'
import type { Schema } from './schema.ts'

export interface SchemaCache {
  /** The schema as last read; reads it first when nobody has yet. */
  get: () => Promise<Schema>
}

/**
 * Keeps the schema until somebody says `notify pgrst, 'reload schema'`. A failed reading is tried again by the next
 * caller; while a newer one is being read the old one serves.
 */
export function createSchemaCache(sql: Sql, log: Logger): SchemaCache {
  let current: Promise<Schema> | null = null
  let listening = false

  const reload = (): void => void readAgain()

  async function readAgain(): Promise<void> {
    const next = loadSchema(sql)
    try {
      await next
      current = next
    } catch (error) {
      log.error({ err: error }, 'The schema could not be read again')
    }
  }

  function listen(): void {
    listening = true
    void sql.listen('pgrst', reload, reload)
  }

  async function readFirst(): Promise<Schema> {
    if (!listening) listen()
    try {
      return await loadSchema(sql)
    } catch (error) {
      current = null
      throw error
    }
  }

  return { get: () => (current ??= readFirst()) }
}
