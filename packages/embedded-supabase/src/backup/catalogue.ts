import type { Queryable } from '../database/sql.ts'
import type { Manifest } from './contents.ts'

/** Schemas that hold a project's data; all others belong to PostgreSQL or an extension. */
const schemas = ['public', 'auth', 'storage', 'supabase_migrations']

/**
 * Tables that backups leave out: the services' own records, and the history of migrations, which a restore writes itself by running
 * them.
 */
const ownNotes = [
  'auth.schema_migrations',
  // The installation that restores the backup may use other API keys.
  'auth.key_fingerprint',
  'storage.migrations',
  'storage.orphans',
  'supabase_migrations.schema_migrations',
  'supabase_migrations.schema_state',
]

export interface FoundTable {
  schema: string
  name: string
  /** Names of the stored columns in their order, without generated columns. */
  columns: string[]
  /** Approximate size on disk in bytes. */
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

/**
 * Returns the current value of every sequence. Sequences are not part of the snapshot, and may be ahead of the rows, which is
 * harmless.
 */
export async function findSequences(sql: Queryable): Promise<Manifest['sequences']> {
  return sql<Manifest['sequences']>`
    select schemaname as schema, sequencename as name, coalesce(last_value, start_value)::text as value,
      last_value is not null as "isCalled"
    from pg_sequences where schemaname::text = any(${schemas}::text[])
    order by schemaname, sequencename`
}

/** Returns the owner of the auth tables. On hosted Supabase the auth service's role owns them. */
export async function findAuthTablesOwner(sql: Queryable): Promise<Manifest['home']> {
  const rows = await sql`
    select from pg_class where oid = to_regclass('auth.users') and pg_get_userbyid(relowner) = 'supabase_auth_admin'`
  return rows.length > 0 ? 'supabase' : 'own'
}

/**
 * Prepares the transaction for copying: disables timeouts, fixes the text format of values, and makes it an error when a policy
 * hides rows.
 */
export async function prepareForCopy(sql: Queryable): Promise<void> {
  await sql`
    select set_config(s.name, s.value, true) from (values
      ('statement_timeout', '0'), ('lock_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),
      ('row_security', 'off'), ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'),
      ('extra_float_digits', '1'), ('bytea_output', 'hex')
    ) as s (name, value)`
}
