/**
 * Prints everything that a folder of migrations makes, sorted, so that two of them can be compared with `diff`:
 *
 *   node tools/schema-snapshot.ts supabase/migrations [open]
 *
 * With `open` whatever is made is open to the API's roles until it is closed, as on hosted Supabase. Comments in functions
 * are left out, white space counts as one space, and values that chance or the clock gives are ….
 */
import { resolve } from 'node:path'
import { connectDatabase } from '../backend/database/connect.ts'
import { startEmbeddedPostgres } from '../backend/database/embedded.ts'
import { prepareDatabase } from '../backend/database/prepare.ts'
import { quoteTable } from '../backend/database/session.ts'
import type { Queryable } from '../backend/database/sql.ts'
import { inFreshFolder } from './bench/processes.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** PostgreSQL's own schemas and the history of migrations, which differs by nature. */
const ours = `nspname !~ '^pg_|^information_schema$|^supabase_migrations$'`
const inOurs = (column: string): string =>
  `${column} in (select oid from pg_namespace where ${ours})`
const rights = (acl: string, owner: string, kind: string): string => `(
  select string_agg(format('%s=%s%s', coalesce(r.rolname, 'public'), a.privilege_type, case when a.is_grantable then '*' end), ' ' order by r.rolname, a.privilege_type)
  from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a left join pg_roles r on r.oid = a.grantee)`

/** Each gives lines of text. */
const queries = [
  `select format('schema %s owner %s comment %s rights %s', nspname, nspowner::regrole, obj_description(oid, 'pg_namespace'), ${rights('nspacl', 'nspowner', 'n')})
    from pg_namespace where ${ours}`,
  `select format('%s %s kind %s owner %s persistence %s rls %s forced %s replica %s options %s rights %s', 'relation', c.oid::regclass, relkind, relowner::regrole,
      relpersistence, relrowsecurity, relforcerowsecurity, relreplident, reloptions, ${rights('relacl', 'relowner', 'r')})
    from pg_class c where ${inOurs('relnamespace')} and relkind <> 'i'`,
  `select format('column %s %s %s %s collation %s null %s identity %s generated %s default %s storage %s compression %s statistics %s options %s rights %s', attrelid::regclass,
      lpad((row_number() over (partition by attrelid order by attnum))::text, 3, '0'), attname, format_type(atttypid, atttypmod), attcollation::regcollation, not attnotnull,
      attidentity, attgenerated, pg_get_expr(adbin, adrelid), attstorage, attcompression, attstattarget, attoptions,
      case when attacl is not null then ${rights('attacl', 'relowner', 'c')} end)
    from pg_attribute a join pg_class c on c.oid = attrelid and relkind <> 'i' left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${inOurs('relnamespace')} and attnum > 0 and not attisdropped`,
  `select format('constraint %s %s %s %s', coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text), conname, pg_get_constraintdef(oid), convalidated)
    from pg_constraint where ${inOurs('connamespace')}`,
  `select format('index %s clustered %s', pg_get_indexdef(indexrelid), indisclustered)
    from pg_index join pg_class c on c.oid = indexrelid where ${inOurs('relnamespace')}`,
  `select format('policy %s.%s %s %s %s to %s using %s check %s', schemaname, tablename, policyname, permissive, cmd, roles, qual, with_check) from pg_policies`,
  `select format('trigger %s enabled %s', pg_get_triggerdef(t.oid), tgenabled)
    from pg_trigger t join pg_class c on c.oid = tgrelid where ${inOurs('relnamespace')} and not tgisinternal`,
  `select format('function %s owner %s comment %s rights %s', regexp_replace(
      case when prokind = 'a' then p.oid::regprocedure::text else pg_get_functiondef(p.oid) end, '--[^\\n]*', '', 'g'),
      proowner::regrole, obj_description(p.oid, 'pg_proc'), ${rights('proacl', 'proowner', 'f')})
    from pg_proc p where ${inOurs('pronamespace')}`,
  `select format('type %s kind %s owner %s base %s default %s values %s rights %s', t.oid::regtype, typtype, typowner::regrole, nullif(typbasetype, 0)::regtype, typdefault,
      (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid), ${rights('typacl', 'typowner', 'T')})
    from pg_type t where ${inOurs('typnamespace')} and typcategory <> 'A'`,
  `select format('view %s %s', c.oid::regclass, pg_get_viewdef(c.oid, true)) from pg_class c where ${inOurs('relnamespace')} and relkind in ('v', 'm')`,
  `select format('sequence %s.%s %s from %s by %s to %s cache %s cycle %s owned %s', schemaname, sequencename, data_type, start_value, increment_by, max_value, cache_size, cycle,
      (select refobjid::regclass || ' ' || refobjsubid from pg_depend where objid = format('%I.%I', schemaname, sequencename)::regclass and classid = 'pg_class'::regclass and deptype in ('a', 'i')))
    from pg_sequences where schemaname !~ '^pg_'`,
  `select format('default rights %s %s %s %s', defaclrole::regrole, coalesce(nullif(defaclnamespace, 0)::regnamespace::text, 'everywhere'), defaclobjtype, defaclacl) from pg_default_acl`,
  `select format('publication %s all %s %s', pubname, puballtables, array(select prrelid::regclass from pg_publication_rel where prpubid = p.oid order by 1)) from pg_publication p`,
  `select format('event trigger %s %s %s %s %s', evtname, evtevent, evtfoid::regproc, evttags, evtenabled) from pg_event_trigger`,
  `select format('comment %s %s', pg_describe_object(classoid, objoid, objsubid), description) from pg_description d
    where objoid >= 16384 or classoid = 'pg_class'::regclass and objoid in (select oid from pg_class where ${inOurs('relnamespace')})`,
  `select format('role %s super %s login %s inherit %s bypass %s settings %s member of %s', rolname, rolsuper, rolcanlogin, rolinherit, rolbypassrls, rolconfig,
      array(select roleid::regrole from pg_auth_members where member = r.oid order by 1)) from pg_roles r where rolname !~ '^pg_'`,
  `select format('setting %s %s', setrole::regrole, setconfig) from pg_db_role_setting`,
  `select format('extension %s in %s', extname, extnamespace::regnamespace) from pg_extension`,
  `select format('statistics %s', pg_get_statisticsobjdef(oid)) from pg_statistic_ext`,
  `select format('rule %s', pg_get_ruledef(r.oid)) from pg_rewrite r join pg_class c on c.oid = ev_class where ${inOurs('relnamespace')} and rulename <> '_RETURN'`,
]

/** The rows that migrations have written. */
async function rowsOf(sql: Queryable): Promise<string[]> {
  const tables = await sql.unsafe<{ schema: string; name: string }[]>(
    `select relnamespace::regnamespace::text as schema, relname as name from pg_class
    where relkind = 'r' and ${inOurs('relnamespace')}`,
  )
  const lines: string[] = []
  for (const table of tables) {
    const rows = await sql.unsafe<{ text: string }[]>(
      `select to_jsonb(t)::text as text from ${quoteTable(table)} t`,
    )
    lines.push(...rows.map(({ text }) => `row ${table.schema}.${table.name} ${text}`))
  }
  return lines
}

/** One line, the same each time. */
function plain(text: string): string {
  const byChance =
    /"[0-9a-f]{64}"|"\d{4}-\d\d-\d\dT[\d:.+]+"|"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g
  return text.replaceAll(/\s+/g, ' ').replaceAll(byChance, '…')
}

const migrationsFolder = resolve(process.argv[2] ?? 'supabase/migrations')
const openDefaults = ['tables', 'sequences', 'functions'].map(
  (things) =>
    `alter default privileges in schema public grant all on ${things} to anon, authenticated, service_role;`,
)
await inFreshFolder(async (folder) => {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: quiet })
  const { sql, close } = connectDatabase(postgres.connection)
  try {
    if (process.argv[3] === 'open') {
      for (const role of ['anon', 'authenticated', 'service_role'])
        await sql.unsafe(`create role ${role} nologin noinherit`)
      await sql.unsafe(openDefaults.join('\n'))
    }
    await prepareDatabase(sql, { migrationsFolder, seedFile: null }, quiet)
    const lines = await rowsOf(sql)
    for (const query of queries) {
      const rows = await sql.unsafe<{ format: string }[]>(query)
      lines.push(...rows.map(({ format }) => format))
    }
    console.log(lines.map(plain).sort().join('\n'))
  } finally {
    await close()
    await postgres.stop()
  }
})
