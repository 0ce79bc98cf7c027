import { StartError } from '../core/start-error.ts'
import type { Sql } from './sql.ts'

/** Migrations that were merged into fewer ones. A database that has run all of them counts as one that has run the merged ones. */
export interface ReplacedMigrations {
  /** Versions of the replaced migrations, in order. Even older ones were replaced earlier. */
  versions: readonly string[]
  upTo: string
  /**
   * The last commit that contains the replaced migrations. Starting it once upgrades older data, so that this version can use the
   * data.
   */
  lastCommit: string
}

/** Returns the versions to treat as applied. @throws StartError when the database has run only some of the replaced migrations */
export function getVersionsTakenAsApplied(
  history: ReadonlySet<string>,
  files: readonly string[],
  replaced: ReplacedMigrations | undefined,
): Set<string> {
  const last = replaced?.versions.at(-1) ?? ''
  const kept = new Set([...history].filter((version) => version > last))
  if (replaced === undefined || kept.size === history.size) return kept
  const folded = files.filter((version) => version <= replaced.upTo)
  if (folded.every((version) => kept.has(version))) return kept
  if (!replaced.versions.every((version) => history.has(version)))
    throw new StartError(
      `This data is from an older shop: start commit ${replaced.lastCommit} on it once, then this one.`,
    )
  return new Set([...kept, ...folded])
}

/**
 * Deletes the replaced migrations from the history. Until then the older project, which has them, can still be started on the
 * database.
 */
export async function deleteReplacedMigrations(
  sql: Sql,
  { versions }: ReplacedMigrations,
): Promise<void> {
  await sql`delete from supabase_migrations.schema_migrations where version <= ${versions.at(-1) ?? ''}`
}
