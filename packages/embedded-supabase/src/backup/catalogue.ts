import type { Queryable } from '../database/sql.ts'
import type { Manifest } from './contents.ts'

/** Schemas that hold a project's data; everything else belongs to PostgreSQL or an extension. */
const schemas = ['public', 'auth', 'storage', 'supabase_migrations']

/** Tables in which the services record their own state, and the migrations, which are run again. */
const ownNotes = [
  'auth.schema_migrations',
  // The shop that restores it may have other keys.
  'auth.key_fingerprint',
  'storage.migrations',
  'storage.orphans',
  'supabase_migrations.schema_migrations',
  'supabase_migrations.schema_state',
]

export interface FoundTable {
  schema: string
  name: string
  /** Stored columns (not generated ones), in their order. */
  columns: string[]
  /** Approximate size on disk. */
  bytes: number
}

export async function findTables(sql: Queryable): Promise<FoundTable[]> {
  return sql<FoundTable[]>`
    select n.nspname as schema, c.relname as name, pg_table_size(c.oid)::float8 as bytes,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and n.nspname::text = any(${schemas}::text[])
      and (n.nspname = 'public' or has_table_privilege(c.oid, 'select'))
      and n.nspname || '.' || c.relname <> all(${ownNotes}::text[])
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    group by n.nspname, c.relname, c.oid
    order by n.nspname, c.relname`
}

/** Returns the current value of every sequence. A value ahead of the rows is correct, too. */
export async function findSequences(sql: Queryable): Promise<Manifest['sequences']> {
  return sql<Manifest['sequences']>`
    select schemaname as schema, sequencename as name, coalesce(last_value, start_value)::text as value,
      last_value is not null as "isCalled"
    from pg_sequences where schemaname::text = any(${schemas}::text[])
    order by schemaname, sequencename`
}

/** On hosted Supabase the table of accounts belongs to the auth service's role. */
export async function findHome(sql: Queryable): Promise<Manifest['home']> {
  const rows = await sql`
    select from pg_class where oid = to_regclass('auth.users') and pg_get_userbyid(relowner) = 'supabase_auth_admin'`
  return rows.length > 0 ? 'supabase' : 'own'
}

/** Disables timeouts, fixes the text format of values, and makes rows that a policy hides an error. */
export async function settle(sql: Queryable): Promise<void> {
  await sql`
    select set_config(s.name, s.value, true) from (values
      ('statement_timeout', '0'), ('lock_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),
      ('row_security', 'off'), ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'),
      ('extra_float_digits', '1'), ('bytea_output', 'hex')
    ) as s (name, value)`
}
