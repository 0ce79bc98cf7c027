import type { Sql } from '../database/sql.ts'
import type { Logger } from '../core/wire.ts'
import type { ServiceOptions } from '../services/service-options.ts'
import type { FileStore } from './file-store.ts'

interface Needs extends Pick<ServiceOptions, 'sql' | 'clock'> {
  files: FileStore
}

/** ms; longer than an upload, or than a backup that still reads contents named by rows when it began. */
const grace = 24 * 60 * 60_000
const atOnce = 500

/**
 * Removes contents that no row names: those of removed or replaced objects, and of uploads that broke off between their content
 * and their row. Each is removed when it was written a day ago and has been seen without a row for a day, so the work has to be
 * repeated. Returns the number of removed contents.
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
    // Removes entries whose content has a row again, was uploaded again or was deleted.
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

/** Records the contents without a row; returns those that had none a day ago, either. */
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

/** Collects at once, and then every hour until it is stopped. */
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
    /** Waits for the collection that is under way. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await underWay
    },
  }
}
