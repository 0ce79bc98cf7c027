import type { Sql } from '../../database/sql.ts'
import { ApiError, type Logger } from '../../core/wire.ts'
import { queryCatalogue, readCatalogue } from './load.ts'
import type { Catalogue } from './schema.ts'

interface Exposed {
  schemas: readonly string[]
  extraSearchPath: readonly string[]
  /** Called when the exposed database schema has changed. */
  onChange: () => void
}

/**
 * Creates a cache of the database schema ("catalogue"), which is reloaded after `notify pgrst, 'reload schema'`. During a reload
 * the old catalogue is used. After a failure the next call tries again.
 * @throws ApiError 503 PGRST002 when the first load fails
 */
export function createSchemaCache(
  sql: Sql,
  { schemas, extraSearchPath, onChange }: Exposed,
  log: Logger,
): () => Promise<Catalogue> {
  let current: Promise<Catalogue> | null = null
  let text = ''
  let [isListening, isStale, isReading] = [false, false, false]

  /** Reads the database schema. Returns null when it has not changed. */
  async function read(): Promise<Catalogue | null> {
    const next = await queryCatalogue(sql, schemas, extraSearchPath)
    if (next === text) return null
    const catalogue = readCatalogue(next, schemas)
    if (text !== '') onChange()
    text = next
    return catalogue
  }

  function reload(): void {
    isStale = true
    void refresh()
  }

  async function refresh(): Promise<void> {
    while (isStale && !isReading) {
      isReading = true
      isStale = false
      try {
        const next = await read()
        if (next !== null) current = Promise.resolve(next)
      } catch (error) {
        isStale = true
        log.error({ err: error }, 'schema: could not be read again')
        return
      } finally {
        isReading = false
      }
    }
  }

  async function readFirst(): Promise<Catalogue> {
    if (!isListening) {
      isListening = true
      void sql.listen('pgrst', reload, reload)
    }
    try {
      const next = await queryCatalogue(sql, schemas, extraSearchPath)
      if (text === '') text = next
      return readCatalogue(next, schemas)
    } catch {
      current = null
      const message = 'Could not query the database for the schema cache. Retrying.'
      throw new ApiError(503, 'PGRST002', message, { headers: { 'retry-after': '1' } })
    }
  }

  return () => {
    void refresh()
    return (current ??= readFirst())
  }
}
