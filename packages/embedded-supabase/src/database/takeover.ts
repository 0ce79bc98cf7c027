import { StartError } from '../core/start-error.ts'
import type { Sql } from './sql.ts'

/** Migrations that were folded into fewer. A database that has run them all counts as one that has run the fewer. */
export interface ReplacedMigrations {
  /** In their order; whatever is older was replaced before that. */
  versions: readonly string[]
  upTo: string
  /** The last commit that has them: started once, it brings older data to where this project can take it over. */
  lastCommit: string
}

/** @throws StartError when the history ends among those that were replaced */
export function markAsApplied(
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

/** Until then the project from before the change can be started on the database again. */
export async function deleteReplaced(sql: Sql, { versions }: ReplacedMigrations): Promise<void> {
  await sql`delete from supabase_migrations.schema_migrations where version <= ${versions.at(-1) ?? ''}`
}
