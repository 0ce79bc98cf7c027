import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ReservedSql, Sql } from './sql.ts'
import type { Logger } from '../wire.ts'

/** Any number, as long as nobody else uses it: whoever holds it is preparing this database. */
const preparationLock = 7_305_118_240_113

/** ms; a migration may take long, and so may another process's that we wait for. */
const longestPreparation = 3_600_000

const ownScripts = [
  new URL('./bootstrap.sql', import.meta.url),
  new URL('../auth/schema.sql', import.meta.url),
  new URL('../storage/schema.sql', import.meta.url),
]

/** A project in Supabase's layout. */
export interface Project {
  migrationsFolder: string
  seedFile: string | null
}

/**
 * Brings a database to the state that the project describes: roles and sign-in tables, then each migration that its
 * history (`supabase_migrations.schema_migrations`, Supabase's own) does not know, in the order of their names, then
 * the seed, once. Each is one transaction; processes that start together wait for one another.
 * @returns the names of the migrations that were run
 * @throws Error that names the file and what PostgreSQL said
 */
export async function prepareDatabase(sql: Sql, project: Project, log: Logger): Promise<string[]> {
  const session = await sql.reserve(longestPreparation)
  try {
    await session`set statement_timeout = 0`
    await session`select pg_advisory_lock(${preparationLock})`
    await transaction(session, () => bootstrap(session))
    await transaction(session, () => makeHistory(session))
    const applied = await migrate(session, project.migrationsFolder, log)
    const { seedFile } = project
    if (seedFile !== null) await transaction(session, () => seed(session, seedFile))
    if (applied.length > 0) await session`notify pgrst, 'reload schema'`
    return applied
  } finally {
    // A script may have changed settings of the session, which goes back to the pool.
    const unlock = session`select pg_advisory_unlock(${preparationLock})`
    // On a connection that is lost neither is needed, and what counts is why.
    await Promise.allSettled([unlock, session`reset all`])
    session.release()
  }
}

async function transaction(session: ReservedSql, work: () => Promise<void>): Promise<void> {
  await session`begin`
  try {
    await work()
    await session`commit`
  } catch (error) {
    // Should it fail, the connection is lost, and what matters is why.
    await Promise.allSettled([session`rollback`])
    throw error
  }
}

async function bootstrap(session: ReservedSql): Promise<void> {
  const texts = await Promise.all(ownScripts.map((file) => readFile(file, 'utf8')))
  const mark = `prepared ${createHash('sha256').update(texts.join('\0')).digest('hex')}`
  const [found] =
    await session`select obj_description(to_regnamespace('extensions'), 'pg_namespace') as mark`
  if (found?.mark === mark) return
  for (const [index, text] of texts.entries())
    await runScript(session, String(ownScripts[index]), text)
  await session.unsafe(`comment on schema extensions is '${mark}'`)
}

async function makeHistory(session: ReservedSql): Promise<void> {
  await session.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text
    );
    create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);
  `)
}

async function migrate(session: ReservedSql, folder: string, log: Logger): Promise<string[]> {
  const history = await session<
    { version: string }[]
  >`select version from supabase_migrations.schema_migrations`
  const done = new Set(history.map((row) => row.version))
  const applied: string[] = []
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
    if (version === undefined || name === undefined)
      throw new Error(`${file} is not named <version>_<name>.sql`)
    if (done.has(version)) continue
    const text = await readFile(join(folder, file), 'utf8')
    await transaction(session, async () => {
      await runScript(session, file, text)
      await session`
        insert into supabase_migrations.schema_migrations (version, statements, name)
        values (${version}, ${[text]}, ${name})
      `
    })
    log.info({ migration: file }, 'Migrated the database')
    applied.push(file)
  }
  return applied
}

async function seed(session: ReservedSql, file: string): Promise<void> {
  const path = `supabase/${basename(file)}`
  const [known] = await session`select from supabase_migrations.seed_files where path = ${path}`
  if (known !== undefined) return
  const text = await readFile(file, 'utf8')
  await runScript(session, file, text)
  const hash = createHash('sha256').update(text).digest('hex')
  await session`insert into supabase_migrations.seed_files (path, hash) values (${path}, ${hash})`
}

async function runScript(session: ReservedSql, file: string, text: string): Promise<void> {
  try {
    await session.unsafe(text)
  } catch (error) {
    // Not as the cause: the driver's error carries the whole script.
    throw error instanceof Error
      ? new Error(`${basename(file)}${whereIn(text, error)}: ${error.message}`)
      : error
  }
}

function whereIn(text: string, error: Error): string {
  const position = 'position' in error ? Number(error.position) : Number.NaN
  return Number.isNaN(position) ? '' : `, line ${text.slice(0, position).split('\n').length}`
}
