import type { Sql } from '../database/sql.ts'
import type { Logger } from '../core/wire.ts'
import type { ServiceOptions } from '../services/service-options.ts'
import type { FileStore } from './file-store.ts'

interface Needs extends Pick<ServiceOptions, 'sql' | 'clock'> {
  files: FileStore
}

/**
 * Milliseconds for which unreferenced contents are kept: longer than any upload takes, or a backup that still reads the contents it
 * began with.
 */
const grace = 24 * 60 * 60_000
const atOnce = 500

/**
 * Creates a function that removes unreferenced contents: those of deleted or replaced objects, and of uploads that failed before
 * their row was written. A content is removed when it was written over a day ago and was first seen without a row over a day ago,
 * so the function must be called regularly. It returns the number of removed contents.
 */
export function createOrphanCollector({ sql, files, clock }: Needs): () => Promise<number> {
  return async () => {
    const now = clock()
    let removed = 0
    for await (const batch of batches(files.list(now - grace)))
      for (const version of await findOverdue(sql, batch, now)) {
        await files.remove(version, now - grace)
        removed += 1
      }
    // Forgets contents that were not seen without a row this time: they have a row again, were just uploaded, or are removed.
    await sql`delete from storage.orphans where checked_at < ${new Date(now)}`
    return removed
  }
}

async function* batches(versions: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const version of versions) {
    batch.push(version)
    if (batch.length < atOnce) continue
    yield batch
    batch = []
  }
  yield batch
}

/** Records the contents without a row. Returns those that were first recorded over a day ago. */
async function findOverdue(sql: Sql, versions: string[], now: number): Promise<string[]> {
  const rows = await sql<{ version: string; seenAt: Date }[]>`
    insert into storage.orphans (version, seen_at, checked_at)
    select distinct v.version, ${new Date(now)}, ${new Date(now)}
    from unnest(${versions}::text[]) as v (version)
    where not exists (select from storage.objects as o where o.version = v.version)
    on conflict (version) do update set checked_at = excluded.checked_at
    returning version, seen_at as "seenAt"`
  return rows.filter(({ seenAt }) => now - seenAt.getTime() >= grace).map(({ version }) => version)
}

/** Runs the collector now, and then every hour. */
export function startOrphanCollection(collect: () => Promise<number>, log: Logger) {
  let underWay = Promise.resolve()
  async function run(): Promise<void> {
    try {
      const removed = await collect()
      if (removed > 0) log.info({ removed }, 'storage: contents without a row were removed')
    } catch (error) {
      log.error({ err: error }, 'storage housekeeping: failed')
    }
  }
  const start = () => {
    underWay = underWay.then(run)
  }
  start()
  const timer = setInterval(start, 60 * 60_000)
  timer.unref()
  return {
    /** Stops the timer, and waits for a running collection. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await underWay
    },
  }
}
