import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../core/wire.ts'
import { runScript } from './run-script.ts'
import { describeSchema, planSchema, type SchemaState, writeSchemaSteps } from './schema-script.ts'
import type { Queryable } from './sql.ts'

/** Reads all `*.sql` files of a folder and its subfolders. Returns their texts by path. */
export async function readSchemaFiles(folder: string): Promise<Map<string, string>> {
  const paths: string[] = []
  for await (const path of glob('**/*.sql', { cwd: folder })) paths.push(path.replaceAll('\\', '/'))
  const texts = paths
    .toSorted()
    .map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const)
  return new Map(await Promise.all(texts))
}

/**
 * Runs the schema files that have changed since they were last run on this database, or all files after a migration, within the
 * caller's transaction.
 * @throws Error with the file, the line and PostgreSQL's message
 */
export async function applySchema(tx: Queryable, folder: string, log: Logger): Promise<void> {
  const files = await readSchemaFiles(folder)
  const [row] = await tx<{ state: SchemaState; is_current: boolean }[]>`
    select state, is_current from supabase_migrations.schema_state`
  const plan = planSchema(files, row?.state ?? null)
  if (row?.is_current === false) plan.files = [...files.keys()]
  if (plan.files.length === 0 && plan.dropped.length === 0) return
  for (const { name, text } of writeSchemaSteps(files, plan)) await runScript(tx, name, text)
  await tx`delete from supabase_migrations.schema_state`
  await tx`insert into supabase_migrations.schema_state (state) values (${tx.json(describeSchema(files))})`
  log.info({ files: plan.files.length }, 'database: functions, views and triggers were updated')
}
