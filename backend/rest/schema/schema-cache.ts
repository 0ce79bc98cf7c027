import type { Sql } from '../../database/sql.ts'
import type { Logger } from '../../wire.ts'
import { askForCatalogue, readCatalogue } from './load.ts'
import type { Catalogue } from './schema.ts'

export interface SchemaCache {
  /** The catalogue as last read; reads it first when nobody has yet. */
  get: () => Promise<Catalogue>
}

interface Exposed {
  schemas: readonly string[]
  extraSearchPath: readonly string[]
  /** Told when the catalogue has become another. */
  onChange: () => void
}

/**
 * Keeps the catalogue until somebody says `notify pgrst, 'reload schema'`. While a newer one is being read the old one
 * serves; a reading that failed is tried again by the next caller.
 */
export function createSchemaCache(sql: Sql, exposed: Exposed, log: Logger): SchemaCache {
  const { schemas, extraSearchPath, onChange } = exposed
  let current: Promise<Catalogue> | null = null
  let text = ''
  let [isListening, isStale, isReading] = [false, false, false]

  async function read(): Promise<Catalogue | null> {
    const next = await askForCatalogue(sql, schemas, extraSearchPath)
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
      const next = await askForCatalogue(sql, schemas, extraSearchPath)
      if (text === '') text = next
      return readCatalogue(next, schemas)
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
