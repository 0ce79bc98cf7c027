import type { Sql } from 'postgres'
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

  async function reload(): Promise<void> {
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
    const connected = (): void => void reload()
    sql
      .listen('pgrst', () => void reload(), connected)
      .catch((error: unknown) => {
        listening = false
        log.warn({ err: error }, 'Changes of the schema cannot be listened for')
      })
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
