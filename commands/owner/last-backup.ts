import type { Session } from '../../backend/database/session.ts'
import type { Queryable } from '../../backend/database/sql.ts'
import type { ShopDatabase } from './shop-database.ts'

/** Notes when the last whole backup was made, where SQL can read it. */
export async function noteSuccess(
  sql: Queryable,
  { file, bytes }: { file: string; bytes: number },
  now: number,
): Promise<void> {
  if (await hasRow(sql))
    await sql`
      update public.last_backup
      set succeeded_at = ${new Date(now)}, file = ${file}, bytes = ${bytes}, failed_at = null, reason = null`
}

/** Notes why a backup came to nothing; on a connection of its own, for that of the backup is in the middle of it. */
export async function noteFailure(
  { connect }: Pick<ShopDatabase, 'connect'>,
  error: unknown,
  now: number,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  const note = async ({ sql, close }: Session): Promise<void> => {
    if (await hasRow(sql))
      await sql`update public.last_backup set failed_at = ${new Date(now)}, reason = ${reason.slice(0, 500)}`
    await close()
  }
  // Where the database is gone there is nowhere to note it, and what matters is why.
  await Promise.allSettled([connect().then(note)])
}

/** A shop of before has no such table. */
async function hasRow(sql: Queryable): Promise<boolean> {
  const [row] = await sql`select to_regclass('public.last_backup') is not null as there`
  return row?.there === true
}
