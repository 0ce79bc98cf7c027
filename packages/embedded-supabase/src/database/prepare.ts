import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { StartError } from '../core/start-error.ts'
import type { Queryable, Sql } from './sql.ts'
import { applySchema } from './apply-schema.ts'
import { runScript } from './run-script.ts'
import { getVersionsTakenAsApplied, type ReplacedMigrations } from './takeover.ts'
import type { Logger } from '../core/wire.ts'

/** Key of the advisory lock that a process holds while it prepares this database. The number is arbitrary; nothing else uses it. */
const preparationLock = 7_305_118_240_113

/** Milliseconds. A migration may take long, and so may the wait for another process's migration. */
const longestPreparation = 3_600_000

const ownScripts = [
  new URL('./bootstrap.sql', import.meta.url),
  new URL('../auth/schema.sql', import.meta.url),
  new URL('../storage/schema.sql', import.meta.url),
  new URL('../realtime/schema.sql', import.meta.url),
]

/** The oldest PostgreSQL version that is tested; older hosted Supabase projects run it. */
const oldestVersion = 15
/** Roles that a project's policies and grants refer to. Roles belong to the server, so a copied database may lack them. */
const roles = ['anon', 'authenticated', 'service_role', 'authenticator']

export interface DatabaseProject {
  migrationsFolder?: string | undefined
  /** Folder with functions, views and triggers, which are run whenever they change (`applySchema`). */
  schemasFolder?: string | undefined
  seedFiles: readonly string[]
  replaced?: ReplacedMigrations
}

/**
 * Prepares a database for a project: creates the roles and the services' tables, runs each migration that is missing from the
 * history (`supabase_migrations.schema_migrations`, as on Supabase) in order of file names, then changed functions, views and
 * triggers, and then each seed file once. Each step is one transaction; processes that start together wait for one another.
 * Replaced migrations stay in the history next to those that replaced them.
 * @returns the file names of the migrations that were run
 * @throws Error that names the file and PostgreSQL's message; StartError when the data is too old
 */
export async function prepareDatabase(
  sql: Sql,
  project: DatabaseProject,
  log: Logger,
): Promise<string[]> {
  const session = await sql.reserve(longestPreparation)
  try {
    await session`set statement_timeout = 0`
    const fault = await findServerVersionFault(session)
    if (fault !== null) throw new Error(fault)
    await session`select pg_advisory_lock(${preparationLock})`
    await session.begin(bootstrap)
    await session.begin(makeHistory)
    await expectPolicies(session)
    const migrations = await readMigrations(project.migrationsFolder)
    await session.begin((tx) => takeOver(tx, migrations, project, log))
    const applied: string[] = []
    for (const migration of await pending(session, migrations)) {
      await session.begin((tx) => apply(tx, migration, log))
      applied.push(migration.file)
    }
    await session.begin((tx) => applySchemaOf(project, tx, log))
    for (const file of project.seedFiles) await session.begin((tx) => seed(tx, file))
    if (applied.length > 0) await session`notify pgrst, 'reload schema'`
    return applied
  } finally {
    // Scripts may have changed the session's settings, and its connection goes back to the pool.
    const unlock = session`select pg_advisory_unlock(${preparationLock})`
    // Ignores errors: a lost connection needs no cleanup, and an earlier error is the important one.
    await Promise.allSettled([unlock, session`reset all`])
    session.release()
  }
}

/**
 * Returns the reason for which the server's version is too old, as the end of a sentence whose subject is the database, or null.
 */
export async function findServerVersionFault(session: Queryable): Promise<string | null> {
  const [server] = await session`
    select current_setting('server_version') as name, current_setting('server_version_num')::integer as number`
  return getVersionFault(server?.name, server?.number)
}

/** Returns the reason for which a version is too old, from PostgreSQL's `server_version` and `server_version_num`, or null. */
export function getVersionFault(name: string, number: number): string | null {
  if (number >= oldestVersion * 10_000) return null
  return `it runs PostgreSQL ${name}, and the shop needs ${oldestVersion} or later`
}

/** Creates the roles and the services' tables. @throws StartError when the server's version is too old */
export async function prepareServices(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    const fault = await findServerVersionFault(tx)
    if (fault !== null) throw new StartError(`The database cannot be used: ${fault}`)
    await lockPreparation(tx)
    await bootstrap(tx)
  })
}

/** Makes other processes that prepare the same database wait until the transaction ends. */
export async function lockPreparation(tx: Queryable): Promise<void> {
  await tx`select pg_advisory_xact_lock(${preparationLock})`
}

/**
 * Prepares an empty database for a restore within the caller's transaction. Runs only migrations that the archived database had
 * run. On hosted Supabase, which brings its own roles and auth tables, nothing else is run.
 * @throws StartError when the project lacks one of the migrations, or the archive is too old
 */
export async function prepareForRestore(
  tx: Queryable,
  { migrationsFolder, replaced }: DatabaseProject,
  { history, isPlatform }: { history: ReadonlySet<string>; isPlatform: boolean },
  log: Logger,
): Promise<void> {
  const migrations = await readMigrations(migrationsFolder)
  const run = getVersionsTakenAsApplied(history, versionsOf(migrations), replaced)
  if (!isPlatform) await bootstrap(tx)
  await makeHistory(tx)
  const wanted = (await pending(tx, migrations)).filter(({ version }) => run.has(version))
  if (wanted.length < run.size)
    throw new StartError(
      'This data is from a newer shop, whose migrations are not here. Update the shop first.',
    )
  for (const migration of wanted) await apply(tx, migration, log)
}

/** Runs pending migrations, and then changed functions, views and triggers, within the caller's transaction. */
export async function migrateInTransaction(
  tx: Queryable,
  project: DatabaseProject,
  log: Logger,
): Promise<void> {
  for (const migration of await pending(tx, await readMigrations(project.migrationsFolder)))
    await apply(tx, migration, log)
  await applySchemaOf(project, tx, log)
}

async function applySchemaOf(
  { schemasFolder }: DatabaseProject,
  tx: Queryable,
  log: Logger,
): Promise<void> {
  if (schemasFolder !== undefined) await applySchema(tx, schemasFolder, log)
}

async function bootstrap(session: Queryable): Promise<void> {
  const texts = await Promise.all(ownScripts.map((file) => readFile(file, 'utf8')))
  const mark = `prepared ${createHash('sha256').update(texts.join('\0')).digest('hex')}`
  const [found] = await session`
    select obj_description(to_regnamespace('extensions'), 'pg_namespace') as mark,
      (select count(*)::int from pg_roles where rolname::text = any(${roles}::text[])) as roles`
  if (found?.mark === mark && found.roles === roles.length) return
  for (const [index, text] of texts.entries())
    await runScript(session, String(ownScripts[index]), text)
  await session.unsafe(`comment on schema extensions is '${mark}'`)
}

async function makeHistory(session: Queryable): Promise<void> {
  await session.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text
    );
    create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);
    create table if not exists supabase_migrations.schema_state (
      state jsonb not null, is_current boolean not null default true
    );
  `)
}

/**
 * Detects a dump that was restored before the roles existed. It has lost the policies that refer to them, and PostgreSQL does not
 * report this later.
 * @throws StartError
 */
async function expectPolicies(session: Queryable): Promise<void> {
  const [found] = await session`
    select exists (
      select from supabase_migrations.schema_migrations where array_to_string(statements, ' ') ~* 'create policy'
    ) and not exists (select from pg_policies where schemaname = 'public') as lost`
  if (found?.lost === true)
    throw new StartError(
      'The database was restored before its roles were there, and has lost its policies and grants. The roles are there now: empty it, restore it once more, and start again.',
    )
}

interface Migration {
  file: string
  version: string
  name: string
  text: string
}

async function readMigrations(folder?: string): Promise<Migration[]> {
  if (folder === undefined) return []
  const found: Migration[] = []
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
    if (version === undefined || name === undefined)
      throw new Error(`${file} is not named <version>_<name>.sql`)
    found.push({ file, version, name, text: await readFile(join(folder, file), 'utf8') })
  }
  return found
}

function versionsOf(rows: readonly { version: string }[]): string[] {
  return rows.map(({ version }) => version)
}

async function readHistory(session: Queryable): Promise<Set<string>> {
  const rows = await session<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations`
  return new Set(versionsOf(rows))
}

async function pending(session: Queryable, migrations: Migration[]): Promise<Migration[]> {
  const history = await readHistory(session)
  return migrations.filter(({ version }) => !history.has(version))
}

/** Records migrations as run when the database has run the older migrations that they replace. */
async function takeOver(
  session: Queryable,
  migrations: Migration[],
  { replaced }: DatabaseProject,
  log: Logger,
): Promise<void> {
  const history = await readHistory(session)
  const run = getVersionsTakenAsApplied(history, versionsOf(migrations), replaced)
  const taken = migrations.filter(({ version }) => run.has(version) && !history.has(version))
  for (const migration of taken) await note(session, migration)
  if (taken.length > 0)
    log.info({ migrations: taken.length }, 'database: its history was taken over')
}

async function apply(session: Queryable, migration: Migration, log: Logger): Promise<void> {
  await runScript(session, migration.file, migration.text)
  // The migration may have changed or dropped anything, even a table that a function depends on, so all schema files are run again.
  await session`update supabase_migrations.schema_state set is_current = false`
  await note(session, migration)
  log.info({ migration: migration.file }, 'database: migrated')
}

async function note(session: Queryable, { version, name, text }: Migration): Promise<void> {
  await session`
    insert into supabase_migrations.schema_migrations (version, statements, name)
    values (${version}, ${[text]}, ${name})`
}

async function seed(session: Queryable, file: string): Promise<void> {
  const path = `supabase/${basename(file)}`
  const [known] = await session`select from supabase_migrations.seed_files where path = ${path}`
  if (known !== undefined) return
  const text = await readFile(file, 'utf8')
  await runScript(session, file, text)
  const hash = createHash('sha256').update(text).digest('hex')
  await session`insert into supabase_migrations.seed_files (path, hash) values (${path}, ${hash})`
}
