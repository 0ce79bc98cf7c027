import type { Sql } from '../../database/sql.ts'
import type { Logger } from '../../wire.ts'
import { loadSchema } from './load.ts'
import type { Schema } from './schema.ts'

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
