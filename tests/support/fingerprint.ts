import { findSequences, findTables } from '../../packages/embedded-supabase/src/backup/catalogue.ts'
import { quoteTable } from '../../packages/embedded-supabase/src/database/session.ts'
import type { Queryable } from '../../packages/embedded-supabase/src/database/sql.ts'

/**
 * Identifies the complete content of a database and its access rights. Two databases with the same content and rights
 * have equal fingerprints.
 */
export interface DatabaseFingerprint {
  /** The number of rows and a hash of all rows, by `schema.table`. */
  tables: Record<string, string>
  sequences: object
  rules: object
}

export async function getDatabaseFingerprint(sql: Queryable): Promise<DatabaseFingerprint> {
  const tables: DatabaseFingerprint['tables'] = {}
  for (const table of await findTables(sql)) {
    const [row] = await sql.unsafe<{ mark: string }[]>(
      `select count(*) || ' ' || coalesce(md5(string_agg(h, '' order by h)), '') as mark
      from (select md5(t::text) as h from ${quoteTable(table)} t) rows`,
    )
    tables[`${table.schema}.${table.name}`] = row?.mark ?? ''
  }
  return { tables, sequences: await findSequences(sql), rules: await findRules(sql) }
}

/** Returns the hashes of the rows in `sql`, only for the tables and columns that `source` has, too. */
export async function hashCommonColumns(
  source: Queryable,
  sql: Queryable,
): Promise<DatabaseFingerprint['tables']> {
  const tables: DatabaseFingerprint['tables'] = {}
  for (const table of await findTables(source)) {
    const [columns] = await source.unsafe<{ list: string }[]>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
      where attrelid = '${quoteTable(table)}'::regclass and attnum > 0 and not attisdropped`,
    )
    const [row] = await sql.unsafe<{ mark: string }[]>(
      `select count(*) || ' ' || coalesce(md5(string_agg(h, '' order by h)), '') as mark
      from (select md5(row(${columns?.list ?? ''})::text) as h from ${quoteTable(table)} t) rows`,
    )
    tables[`${table.schema}.${table.name}`] = row?.mark ?? ''
  }
  return tables
}

/** Returns the row policies, grants, triggers and applied migrations. */
function findRules(sql: Queryable): Promise<object> {
  return sql`
    select 'policy' as kind, format('%s.%s %s %s %s %s %s', schemaname, tablename, policyname, roles, cmd, qual, with_check) as rule
    from pg_policies
    union all select 'grant', format('%s.%s %s %s', table_schema, table_name, grantee, privilege_type)
    from information_schema.role_table_grants where grantee in ('anon', 'authenticated', 'service_role')
    union all select 'trigger', format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
    union all select 'migration', version from supabase_migrations.schema_migrations
    order by 1, 2`
}
