import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prepareDatabase } from '../../packages/embedded-supabase/src/database/prepare.ts'
import type { Logger } from '../../packages/embedded-supabase/src/core/wire.ts'
import { createEmptyDatabase } from '../support/database.ts'

const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }
const { sql, stop } = await createEmptyDatabase()
let folder: string
let project: { migrationsFolder: string; schemasFolder: string; seedFiles: string[] }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'schema-files-'))
  project = {
    migrationsFolder: join(folder, 'migrations'),
    schemasFolder: join(folder, 'schemas'),
    seedFiles: [],
  }
})
beforeEach(async () => {
  await rm(folder, { recursive: true })
  await write(
    'migrations/20990101000000_jars.sql',
    'create table if not exists public.jars (size integer);',
  )
  await write('schemas/jars/total.sql', total('integer', 'select sum(size) from public.jars'))
  await write('schemas/jars/use.sql', users)
  await prepare()
})
afterAll(async () => {
  await stop()
  await rm(folder, { recursive: true })
})

const total = (type: string, query: string, roles = 'anon') =>
  `create or replace function public.total() returns ${type} language sql stable as $$\n  ${query}\n$$;
grant execute on function public.total to ${roles};\n`

const users = `create or replace view public.totals as select public.total() as total;
grant select on public.totals to anon;

create or replace function public.refuse() returns trigger language plpgsql as $$
begin
  if public.is_too_large(new.size) then raise exception 'Too large'; end if;
  return new;
end $$;
create or replace trigger jars_refuse before insert on public.jars for each row execute function public.refuse();

create or replace function public.is_too_large(p_size integer) returns boolean language sql immutable as $$
  select p_size > 100
$$;
alter table public.jars drop constraint if exists jars_size,
  add constraint jars_size check (not public.is_too_large(size));
`

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

const prepare = (log = silent) => prepareDatabase(sql, project, log)

/** Returns all database objects that the schema files create, with the roles that may use them. */
async function catalogue() {
  return sql`
    select p.oid::regprocedure::text as name, pg_get_function_result(p.oid) as type, p.proacl::text as grants
    from pg_proc p where p.pronamespace = 'public'::regnamespace
    union all select c.oid::regclass::text, c.relkind::text, c.relacl::text from pg_class c
      where c.relnamespace = 'public'::regnamespace
    union all select t.tgname::text, 'trigger', null::text from pg_trigger t where not t.tgisinternal
      and t.tgrelid = 'public.jars'::regclass
    union all select conname::text, pg_get_constraintdef(oid), null::text from pg_constraint where conrelid = 'public.jars'::regclass
    order by 1`
}

test('a changed function body is replaced, and nothing runs without a change', async () => {
  const logged: unknown[] = []
  const log = { ...silent, info: (fields: unknown) => void logged.push(fields) }
  await prepare(log)
  expect(logged).toEqual([])
  await write('schemas/jars/total.sql', total('integer', 'select 12'))
  await prepare(log)
  expect(logged).toEqual([{ files: 1 }])
  expect(await sql`select total from public.totals`).toEqual([{ total: 12 }])
})

test('a changed return type drops the function and restores its dependants and grants', async () => {
  const before = await catalogue()
  await write('schemas/jars/total.sql', total('text', "select 'twelve'"))
  await prepare()
  expect(await sql`select total from public.totals`).toEqual([{ total: 'twelve' }])
  expect(await catalogue()).toEqual(
    before.map((row) => (row.name === 'total()' ? { ...row, type: 'text' } : row)),
  )
})

test('a grant removed from its file is revoked', async () => {
  await write('schemas/jars/total.sql', total('integer', 'select 12', 'service_role'))
  await prepare()
  const [row] = (await catalogue()).filter(({ name }) => name === 'total()')
  expect(row?.grants).not.toContain('anon=')
  expect(row?.grants).toContain('service_role=X')
})

test('a function removed from the files is dropped, and one that they never created is not', async () => {
  await sql.unsafe('create or replace function public.own() returns integer language sql return 1')
  await rm(join(folder, 'schemas/jars/total.sql'))
  await write('schemas/jars/use.sql', users.split('\n').slice(3).join('\n'))
  await prepare()
  const names = (await catalogue()).map(({ name }) => name)
  expect(names).toContain('own()')
  expect(names).not.toContain('total()')
  expect(names).not.toContain('totals')
})

test('outdated signatures are dropped in a database without a schema state', async () => {
  await sql.unsafe(
    'create function public.total(p_since date) returns integer language sql return 1',
  )
  await sql`delete from supabase_migrations.schema_state`
  await prepare()
  const names = (await catalogue()).map(({ name }) => name)
  expect(names.filter((name) => String(name).startsWith('total('))).toEqual(['total()'])
})

test('all schema files run after a migration', async () => {
  await write('migrations/20990101000001_views.sql', 'drop view public.totals')
  await prepare()
  expect(await sql`select total from public.totals`).toHaveLength(1)
})

test('a function body with an error stops the start and changes nothing', async () => {
  const before = await catalogue()
  await write('schemas/jars/total.sql', total('text', "select 'twelve' from public.bottles"))
  await expect(prepare()).rejects.toThrow(
    'function bodies: total(): relation "public.bottles" does not exist',
  )
  await write('schemas/jars/total.sql', `\n${total('text', 'select sum(')}`)
  await expect(prepare()).rejects.toThrow('function bodies: total(): syntax error at end of input')
  expect(await catalogue()).toEqual(before)
})
