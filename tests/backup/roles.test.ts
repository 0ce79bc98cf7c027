import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectDatabase,
  type Database,
} from '../../packages/embedded-supabase/src/database/connect.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/embedded-supabase/src/database/embedded.ts'
import { prepareDatabase } from '../../packages/embedded-supabase/src/database/prepare.ts'
import { startTestDatabase } from '../support/database.ts'
import { projectWithoutSeed, silentLog } from './places.ts'

// This file needs a separate PostgreSQL server, because roles belong to the whole server, and the roles of the shop
// must not exist on this one.
let folder: string
let postgres: EmbeddedPostgres
let database: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roles-'))
  await chmod(folder, 0o755)
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: silentLog })
  database = connectDatabase(postgres.connection)
})
afterAll(async () => {
  await database.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const rolesOf = ({ sql }: Pick<Database, 'sql'>) =>
  sql`select rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'authenticator') order by 1`

test(
  'a dump restored without roles gets the roles at the start, and the log names what was lost',
  { tags: ['abuse-backup'] },
  async () => {
    const whole = await startTestDatabase()
    const [mark] = await whole.sql`
    select obj_description('extensions'::regnamespace, 'pg_namespace') as extensions,
      (select jsonb_agg(h) from supabase_migrations.schema_migrations h) as history`
    await whole.stop()
    // A dump that is restored on a server without the dump's roles has the tables and the marks of a prepared database,
    // but no policies.
    await database.sql.unsafe(`
    create schema extensions;
    comment on schema extensions is '${mark?.extensions}';
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    create table public.products (id int);
    alter table public.products enable row level security`)
    await database.sql`
    insert into supabase_migrations.schema_migrations
    select * from jsonb_populate_recordset(null::supabase_migrations.schema_migrations, ${database.sql.json(mark?.history)})`
    expect(await rolesOf(database)).toEqual([])
    await expect(prepareDatabase(database.sql, projectWithoutSeed, silentLog)).rejects.toThrow(
      'The database was restored before its roles were there, and has lost its policies and grants. The roles are there now: empty it, restore it once more, and start again.',
    )
    expect(await rolesOf(database)).toHaveLength(4)
  },
)

test('a database that lacks only its roles is prepared unchanged', async () => {
  await database.sql.unsafe('create database lacking')
  const lacking = connectDatabase({ ...postgres.connection, database: 'lacking' })
  await prepareDatabase(lacking.sql, projectWithoutSeed, silentLog)
  await lacking.sql.unsafe(
    'drop owned by authenticator; alter role authenticator rename to another',
  )
  await prepareDatabase(lacking.sql, projectWithoutSeed, silentLog)
  expect(await rolesOf(lacking)).toHaveLength(4)
  await lacking.close()
})
