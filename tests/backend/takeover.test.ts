import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { prepareDatabase } from '../../packages/embedded-supabase/src/database/prepare.ts'
import { deleteReplacedMigrations } from '../../packages/embedded-supabase/src/database/takeover.ts'
import { replacedMigrations } from '../../supabase/replaced-migrations.ts'
import { findProject } from '../../supabase/project.ts'
import { createEmptyDatabase, startTestDatabase } from '../support/database.ts'
import { getDatabaseFingerprint } from '../support/fingerprint.ts'

const project = {
  ...findProject(fileURLToPath(new URL('../../supabase', import.meta.url))),
  seedFiles: [],
}
const { migrationsFolder } = project
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const { sql, stop } = await startTestDatabase()
afterAll(stop)

const old = [...replacedMigrations.versions]
const versionOf = (file: string) => file.split('_')[0] ?? ''
const today = (await readdir(migrationsFolder)).map(versionOf).toSorted()
const folded = today.filter((version) => version <= replacedMigrations.upTo)

const historyOf = async (of = sql): Promise<string[]> =>
  (await of`select version from supabase_migrations.schema_migrations order by 1`).map(
    ({ version }) => version,
  )

/**
 * Sets the migration history to the given versions, as a database has it that an earlier version of the shop migrated.
 */
async function goBackTo(versions: string[]): Promise<void> {
  await sql`delete from supabase_migrations.schema_migrations where version = any(${folded}::text[])`
  await sql`
    insert into supabase_migrations.schema_migrations (version) select unnest(${versions}::text[])`
  await sql`delete from supabase_migrations.schema_state`
}

beforeEach(() => sql`delete from supabase_migrations.schema_migrations`.then(() => noteAll(today)))

async function noteAll(versions: string[]): Promise<void> {
  await sql`
    insert into supabase_migrations.schema_migrations (version, statements)
    select unnest(${versions}::text[]), array['create policy']`
}

test('a database at the last replaced migration gets the new history without running any migration', async () => {
  await goBackTo(old)
  const { tables } = await getDatabaseFingerprint(sql)
  expect(await prepareDatabase(sql, project, silent)).toEqual([])
  // The replaced migrations stay in the history for now, because the earlier version of the shop may be started again
  // on this database.
  expect(await historyOf()).toEqual([...old, ...today])
  expect(await prepareDatabase(sql, project, silent)).toEqual([])
  await deleteReplacedMigrations(sql, replacedMigrations)
  expect(await historyOf()).toEqual(today)
  expect(await prepareDatabase(sql, project, silent)).toEqual([])
  expect((await getDatabaseFingerprint(sql)).tables).toEqual(tables)
})

test('the functions of an adopted database are rewritten from the schema files', async () => {
  const bodies = () =>
    sql`select proname, prosrc from pg_proc where proname like 'queue%' order by 1`
  const written = await bodies()
  await sql.unsafe(
    `create or replace function public.queue_welcome_email(p_user_id uuid, p_slug text, p_now timestamptz default now())
    returns text language sql as 'select null'`,
  )
  await goBackTo(old)
  await prepareDatabase(sql, project, silent)
  expect(await bodies()).toEqual(written)
})

test('functions of an older version that have other names now are dropped with their triggers', async () => {
  const routines = () =>
    sql`select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`
  const before = [await routines(), (await getDatabaseFingerprint(sql)).rules]
  await sql.unsafe(`
    create function public.tell_desk() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger products_tell_desk after update on public.products for each row execute function public.tell_desk()`)
  await sql`delete from supabase_migrations.schema_migrations where version = '20261130001380'`
  await sql`delete from supabase_migrations.schema_state`
  const run = await prepareDatabase(sql, project, silent)
  expect(run).toEqual(['20261130001380_sql_function_names.sql'])
  expect([await routines(), (await getDatabaseFingerprint(sql)).rules]).toEqual(before)
})

test('processes that start at once adopt the database once', async () => {
  await goBackTo(old)
  const starts = Array.from({ length: 4 }, () => prepareDatabase(sql, project, silent))
  expect(await Promise.all(starts)).toEqual([[], [], [], []])
  expect(await historyOf()).toEqual([...old, ...today])
})

test.each([
  ['the first replaced migration', old.slice(0, 1)],
  ['the last replaced migration but one', old.slice(0, -1)],
  ['an older migration', ['20261128001200']],
])(
  'a database at %s is refused with the commit to start first, and stays unchanged',
  async (_, versions) => {
    await goBackTo(versions)
    const before = await historyOf()
    await expect(prepareDatabase(sql, project, silent)).rejects.toMatchObject({
      name: 'StartError',
      message: `This data is from an older shop: start commit ${replacedMigrations.lastCommit} on it once, then this one.`,
    })
    expect(await historyOf()).toEqual(before)
  },
)

test('migrations after the folded ones can run twice without harm', async () => {
  const before = await mkdtemp(join(tmpdir(), 'before-'))
  const { sql, stop } = await createEmptyDatabase()
  try {
    for (const file of await readdir(migrationsFolder))
      if (folded.includes(versionOf(file)))
        await copyFile(join(migrationsFolder, file), join(before, file))
    const tablesOnly = { migrationsFolder: before, seedFiles: [], replaced: replacedMigrations }
    await prepareDatabase(sql, tablesOnly, silent)
    await sql`delete from supabase_migrations.schema_migrations`
    await sql`
      insert into supabase_migrations.schema_migrations (version, statements)
      select unnest(${old}::text[]), array['create policy']`
    const later = today.filter((version) => !folded.includes(version))
    for (const time of ['first', 'second']) {
      const run = await prepareDatabase(sql, project, silent)
      expect([time, ...run.map(versionOf)]).toEqual([time, ...later])
      await sql`delete from supabase_migrations.schema_migrations where version = any(${later}::text[])`
    }
    await prepareDatabase(sql, project, silent)
    await deleteReplacedMigrations(sql, replacedMigrations)
    expect(await historyOf(sql)).toEqual(today)
  } finally {
    await stop()
    await rm(before, { recursive: true })
  }
})

test('a newer migration runs on an adopted database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newer-'))
  try {
    const files = [...folded.map((version) => `${version}_folded.sql`), '20990101000000_newer.sql']
    for (const file of files) await writeFile(join(folder, file), 'create table public.newer ()')
    await goBackTo(old)
    const newer = { ...project, migrationsFolder: folder }
    expect(await prepareDatabase(sql, newer, silent)).toEqual(['20990101000000_newer.sql'])
    expect(await historyOf()).toContain('20990101000000')
  } finally {
    await rm(folder, { recursive: true })
  }
})
