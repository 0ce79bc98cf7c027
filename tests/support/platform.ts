import { readFile } from 'node:fs/promises'
import { connectDatabase } from '../../packages/embedded-supabase/src/database/connect.ts'
import type { Sql } from '../../packages/embedded-supabase/src/database/sql.ts'

const scripts = [
  new URL('./platform.sql', import.meta.url),
  new URL('../../packages/embedded-supabase/src/auth/schema.sql', import.meta.url),
  new URL('../../packages/embedded-supabase/src/storage/schema.sql', import.meta.url),
  new URL('../../packages/embedded-supabase/src/realtime/schema.sql', import.meta.url),
]

/** Makes an empty database like that of a new project on hosted Supabase. The URL's user must be a superuser. */
export async function prepareHostedDatabase(url: string): Promise<void> {
  await withSql(url, async (sql) => {
    for (const script of scripts) await sql.unsafe(await readFile(script, 'utf8'))
    for (const service of ['auth', 'storage']) {
      const tables = await sql`
        select relname as name from pg_class where relnamespace = ${service}::regnamespace and relkind = 'r'`
      for (const { name } of tables)
        await sql.unsafe(`alter table ${service}.${name} owner to supabase_${service}_admin`)
      await sql.unsafe(`grant all on all tables in schema ${service} to postgres`)
    }
    // On hosted Supabase an extension lets `postgres` write policies on these tables, which it does not own. Here it
    // owns them.
    await sql.unsafe('grant usage on schema realtime to postgres')
    for (const table of ['realtime.messages', 'storage.objects'])
      await sql.unsafe(`alter table ${table} owner to postgres`)
  })
}

/** Runs `work` with a connection to a database, and closes the connection. */
export async function withSql<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { sql, close } = connectDatabase(new URL(url), { owner: 1, rest: 1 })
  try {
    return await work(sql)
  } finally {
    await close()
  }
}

/** Returns the rights of the API roles `anon` and `authenticated` to objects in `public`, one right in each row. */
export async function listVisitorRights(sql: Sql): Promise<string[]> {
  const rows = await sql`
    select coalesce(role.rolname, 'everybody') || ' may ' || lower(acl.privilege_type) || ' ' || thing.name as text
    from (
      select relname::text as name, coalesce(relacl, acldefault('r', relowner)) as acl from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'S')
      union all
      select relname || '.' || attname, attacl from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and attacl is not null
      union all
      select oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner)) from pg_proc
      where pronamespace = 'public'::regnamespace
    ) as thing (name, acl), aclexplode(thing.acl) as acl left join pg_roles as role on role.oid = acl.grantee
    where acl.grantee = 0 or role.rolname in ('anon', 'authenticated')
    order by 1`
  return rows.map(({ text }) => text)
}

/**
 * Returns the definitions of the functions, views, triggers, policies and check constraints in `public`, and the roles
 * that may call each function.
 */
export async function listSchemaObjects(sql: Sql): Promise<string[]> {
  const rows = await sql`
    select 'function ' || oid::regprocedure || ' ' || pg_get_functiondef(oid) || ' for ' || coalesce((
      select string_agg(r.rolname, ', ' order by r.rolname) from aclexplode(proacl) a join pg_roles r on r.oid = a.grantee
      where r.rolname in ('anon', 'authenticated', 'service_role')
    ), 'nobody') as text
    from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select 'view ' || viewname || ' ' || definition from pg_views where schemaname = 'public'
    union all
    select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and p.pronamespace = 'public'::regnamespace
    union all
    select 'policy ' || concat_ws(' ', schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check) from pg_policies
    union all
    select 'check ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'c'
    order by 1`
  return rows.map(({ text }) => text)
}
