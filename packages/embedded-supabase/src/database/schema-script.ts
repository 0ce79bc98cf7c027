import { createHash } from 'node:crypto'

/** Texts of the schema files (functions, views and triggers), by path relative to their folder. */
export type SchemaFiles = ReadonlyMap<string, string>

export interface SchemaPlan {
  /** Paths of the files to run, in order. */
  files: string[]
  /**
   * Functions and views to drop, because their signature has changed or they were removed. Objects that depend on them are dropped
   * as well.
   */
  dropped: string[]
}

/** The schema files that a database has run: their hashes by path, and the hashes of signatures by name. */
export interface SchemaState {
  files: Record<string, string>
  signatures: Record<string, string>
}

/**
 * Matches statements that `create or replace` can only repeat with an unchanged signature: for routines the part before the body,
 * for views everything.
 */
const replaceable =
  /^create or replace (?:function|procedure) public\.(\w+)\s*([^]*?)(?:\bas \$|\breturn\b|\bbegin atomic\b)|^create or replace view public\.(\w+)([^;]*);/gim

/** Returns the signatures of all functions and views that the text creates, by name without the schema. */
export function findSignatures(text: string): Map<string, string> {
  const signatures = new Map<string, string>()
  for (const [, routine, head = '', view = '', query = ''] of text.matchAll(replaceable)) {
    const name = routine ?? view
    const signature = (routine === undefined ? query : head).replaceAll(/\s+/g, ' ').trim()
    signatures.set(name, [signatures.get(name), signature].filter(Boolean).join('; '))
  }
  return signatures
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Returns the state after running these files, with which a later plan finds the changed files. */
export function describeSchema(files: SchemaFiles): SchemaState {
  const signatures = [...findSignatures([...files.values()].join('\n'))]
  return {
    files: Object.fromEntries([...files].map(([path, text]) => [path, hash(text)])),
    signatures: Object.fromEntries(signatures.map(([name, text]) => [name, hash(text)])),
  }
}

/**
 * Plans which files to run on a database that has run the files in `applied`. When `applied` is null, everything that the files
 * create is dropped first, because an older database may have it with other arguments. Whenever anything is dropped, all files are
 * run, because dependent objects are dropped with it.
 */
export function planSchema(files: SchemaFiles, applied: SchemaState | null): SchemaPlan {
  const wanted = describeSchema(files)
  const dropped =
    applied === null
      ? Object.keys(wanted.signatures)
      : Object.keys(applied.signatures).filter(
          (name) => wanted.signatures[name] !== applied.signatures[name],
        )
  const paths = [...files.keys()].toSorted()
  if (dropped.length > 0) return { files: paths, dropped }
  return { files: paths.filter((path) => wanted.files[path] !== applied?.files[path]), dropped }
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`
const list = (names: Iterable<string>): string =>
  `array[${[...names].map(quote).join(', ')}]::text[]`

/** One step of the SQL for a plan. Errors are reported under its name. */
export interface SchemaStep {
  name: string
  text: string
}

/**
 * Returns the SQL for a plan. Functions come first, because views, triggers, policies and checks use them. Only the grants in the
 * files remain: default grants, and grants that a file no longer contains, are revoked. Function bodies may use each other, so they
 * are checked at the end, when all objects exist.
 */
export function writeSchemaSteps(
  files: SchemaFiles,
  { files: paths, dropped }: SchemaPlan,
): SchemaStep[] {
  const texts = paths.map((name) => ({ name, text: files.get(name) ?? '' }))
  const created = [...findSignatures(texts.map(({ text }) => text).join('\n')).keys()]
  return [
    { name: 'drops', text: writeDrops(dropped) },
    ...texts.map(({ name, text }) => ({ name, text: keepFunctions(text) })),
    { name: 'grants', text: writeRevokes(created) },
    ...texts.map(({ name, text }) => ({ name, text: text.replaceAll(functions, blank) })),
    { name: 'function bodies', text: writeChecks(created) },
  ].filter(({ text }) => text.trim() !== '')
}

/** Matches the definitions of functions, each of which ends with `$$;` at the end of a line. */
const functions = /^create or replace (?:function|procedure) [^]*?\$\$;$/gm

/** Removes the text but not its line breaks, so that line numbers in error messages stay right. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, '')

function keepFunctions(text: string): string {
  let end = 0
  let kept = ''
  for (const { index, 0: found } of text.matchAll(functions)) {
    kept += blank(text.slice(end, index)) + found
    end = index + found.length
  }
  return kept
}

function writeDrops(names: string[]): string {
  return `set check_function_bodies = off;
do $$ declare statement text; begin
  for statement in
    select format('drop view %s cascade', c.oid::regclass) from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' and c.relname = any (${list(names)})
    union all
    select format('drop routine %s cascade', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname = any (${list(names)})
  loop execute statement; end loop;
end $$;
`
}

function writeRevokes(names: string[]): string {
  return `reset check_function_bodies;
do $$ declare statement text; begin
  for statement in
    select format('revoke execute on routine %s from public, anon, authenticated, service_role', p.oid::regprocedure)
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = any (${list(names)})
  loop execute statement; end loop;
end $$;
`
}

function writeChecks(names: string[]): string {
  return `do $$ declare body record; begin
  for body in
    select p.oid, p.oid::regprocedure as name, l.lanname as language
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and p.proname = any (${list(names)}) and l.lanname in ('sql', 'plpgsql')
  loop
    begin
      if body.language = 'sql' then perform fmgr_sql_validator(body.oid); else perform plpgsql_validator(body.oid); end if;
    exception when others then raise exception '%: %', body.name, sqlerrm;
    end;
  end loop;
end $$;
`
}
