import { createHash } from 'node:crypto'

/** The text of each file of functions, views and triggers, by its path below the folder. */
export type SchemaFiles = ReadonlyMap<string, string>

export interface SchemaPlan {
  /** Paths of the files to run, in their order. */
  files: string[]
  /** Functions and views whose signature has changed, or which are gone. Objects that depend on them are dropped with them. */
  dropped: string[]
}

/** The schema files that a database has applied, as hashes by path, and hashes of signatures by name. */
export interface SchemaState {
  files: Record<string, string>
  signatures: Record<string, string>
}

/** Statements that PostgreSQL can only replace while the part before their body is unchanged; views as a whole. */
const replaceable =
  /^create or replace (?:function|procedure) public\.(\w+)\s*([^]*?)(?:\bas \$|\breturn\b|\bbegin atomic\b)|^create or replace view public\.(\w+)([^;]*);/gim

/** Signatures of the functions and views that are created, by their names without the schema. */
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

/** Returns the hashes of files, by which a later plan finds the changed ones. */
export function describeSchema(files: SchemaFiles): SchemaState {
  const signatures = [...findSignatures([...files.values()].join('\n'))]
  return {
    files: Object.fromEntries([...files].map(([path, text]) => [path, hash(text)])),
    signatures: Object.fromEntries(signatures.map(([name, text]) => [name, hash(text)])),
  }
}

/**
 * Compares the files with those that a database has applied. Without any of those, all that the files create is dropped first:
 * an older database may have it with other arguments. Dropping a changed signature also drops the objects that depend on it, so
 * all files are run.
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

/** A part of the SQL of a plan, by the name under which an error in it is reported. */
export interface SchemaStep {
  name: string
  text: string
}

/**
 * Writes the SQL of a plan: first all functions, whose bodies may call each other, then the users of functions: views, triggers,
 * policies and checks. Grants are those of the files alone: default grants, and those that a file no longer has, are revoked.
 * Bodies are checked at the end, when all objects that they name exist.
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

/** Each ends with `$$;` at the end of a line. */
const functions = /^create or replace (?:function|procedure) [^]*?\$\$;$/gm

/** Keeps the line numbers of the following text. */
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
