import type { Sql } from '../database/sql.ts'
import type { ServiceOptions } from '../service-options.ts'
import type { FileStore } from './file-store.ts'

interface Needs extends Pick<ServiceOptions, 'sql' | 'clock'> {
  files: FileStore
}

/** ms; longer than an upload, or a backup that still reads what rows named when it began. */
const grace = 24 * 60 * 60_000
const atOnce = 500

/**
 * Does away with contents that no row names: of what was removed or replaced, and of uploads that broke off between their
 * content and their row. Each goes when it was written a day ago and this process has seen it without a row for a day,
 * so the work has to be done again and again. Gives the number of those that went.
 */
export function createOrphanCollector({ sql, files, clock }: Needs): () => Promise<number> {
  let seen = new Map<string, number>()

  return async () => {
    const now = clock()
    const still = new Map<string, number>()
    let removed = 0
    for await (const version of orphans(sql, files, now - grace)) {
      const since = seen.get(version) ?? now
      if (now - since < grace) {
        still.set(version, since)
        continue
      }
      await files.remove(version, now - grace)
      removed += 1
    }
    seen = still
    return removed
  }
}

async function* orphans(sql: Sql, files: FileStore, before: number): AsyncGenerator<string> {
  let batch: string[] = []
  for await (const version of files.list(before)) {
    batch.push(version)
    if (batch.length < atOnce) continue
    yield* await withoutRow(sql, batch)
    batch = []
  }
  yield* await withoutRow(sql, batch)
}

async function withoutRow(sql: Sql, versions: string[]): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    select version from unnest(${versions}::text[]) as v (version)
    where not exists (select from storage.objects as o where o.version = v.version)`
  return rows.map(({ version }) => version)
}
