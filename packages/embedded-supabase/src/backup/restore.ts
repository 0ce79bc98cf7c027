import { DatabaseError } from '../database/errors.ts'
import {
  findServerVersionFault,
  lockPreparation,
  migrateInTransaction,
  prepareForRestore,
  type DatabaseProject,
} from '../database/prepare.ts'
import { quoteColumns, quoteTable, type Session } from '../database/session.ts'
import type { Queryable } from '../database/sql.ts'
import { StartError } from '../core/start-error.ts'
import type { FileStore } from '../storage/file-store.ts'
import type { Logger } from '../core/wire.ts'
import { type CheckedArchive, type ArchiveEntry, readEntries } from './archive-reader.ts'
import type { BackupProgress } from './back-up.ts'
import { findAuthTablesOwner, findTables, prepareForCopy } from './catalogue.ts'
import { parseFileEntry, type Manifest, parseTableEntry } from './contents.ts'
import type { FileService } from './files.ts'
import { restoreFile, redirectFileRows } from './restore-files.ts'
import { planTables, type TablePlan } from './plan.ts'
import { pickColumns, decompressRows } from './rows.ts'

export interface RestoreOptions {
  session: Session
  archive: CheckedArchive
  project: DatabaseProject
  files: { store: FileStore } | { service: FileService }
  place: string
  beforeCommit: () => Promise<void>
  onProgress: (progress: BackupProgress) => void
  log: Logger
}

export type SkippedTables = string[]

/**
 * Fills an empty database and its file storage from a checked archive. Everything is committed at once: any failure leaves the
 * database empty. No trigger fires, and no notification is sent.
 * @throws StartError when the target is not empty, its PostgreSQL is too old, or a person must fix another problem first
 */
export async function restoreBackup(needs: RestoreOptions): Promise<SkippedTables> {
  const { session, archive, project, place, log } = needs
  const { manifest } = archive
  const { sql } = session
  await sql`begin`
  await prepareForCopy(sql)
  await expectVersion(sql, place)
  await lockPreparation(sql)
  await expectEmpty(sql, place)
  const home = await findAuthTablesOwner(sql)
  expectFiles(home, needs)
  const history = new Set(manifest.migrations)
  await prepareForRestore(sql, project, { history, isPlatform: home === 'supabase' }, log)
  // Makes these settings again, because migrations may have changed them.
  await prepareForCopy(sql)
  await silence(sql)
  const plan = planTables(manifest, home, await findTables(sql))
  await empty(sql, plan, needs.files)
  await fill(needs, plan, home)
  await setCounters(sql, manifest.sequences)
  await sql`set local session_replication_role = origin`
  // Runs migrations that are newer than the archive.
  await migrateInTransaction(sql, project, log)
  await needs.beforeCommit()
  await sql`commit`
  await sql`analyze`
  return plan.leftOut
}

async function expectVersion(sql: Queryable, place: string): Promise<void> {
  const fault = await findServerVersionFault(sql)
  if (fault !== null) throw new StartError(`${place} cannot be used: ${fault}`)
}

async function expectEmpty(sql: Queryable, place: string): Promise<void> {
  const [found] = await sql<{ name: string }[]>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname = 'public'
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    order by 1 limit 1`
  const accounts =
    found === undefined && (await isThere(sql, 'auth.users'))
      ? await sql`select from auth.users limit 1`
      : []
  const name = accounts.length > 0 ? 'accounts' : found?.name
  if (name !== undefined)
    throw new StartError(
      `${place} is not empty: it has ${name}. Restore into another DATA_DIR or a new database.`,
    )
}

function expectFiles(home: Manifest['home'], { files, place }: RestoreOptions): void {
  if (home === 'supabase' && !('service' in files))
    throw new StartError(
      `${place} is hosted Supabase’s. Set SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY, too: files go that way.`,
    )
  if (home === 'own' && 'service' in files)
    throw new StartError(`${place} is not hosted Supabase’s, although SUPABASE_URL is set.`)
}

async function isThere(sql: Queryable, table: string): Promise<boolean> {
  const [row] = await sql`select to_regclass(${table}) is not null as there`
  return row?.there === true
}

/** Disables triggers and foreign keys for the transaction: the rows were checked when they were first written. */
async function silence(sql: Queryable): Promise<void> {
  try {
    await sql`set local session_replication_role = replica`
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '42501') throw error
    const [row] = await sql`rollback`.then(() => sql`select current_user as name`)
    throw new StartError(
      `The account ${row?.name} may not restore. As an administrator run: grant set on parameter session_replication_role to "${row?.name}"`,
      { cause: error },
    )
  }
}

/** Deletes the rows that migrations have inserted. A hosted storage service keeps its buckets. */
async function empty(
  sql: Queryable,
  { tables }: TablePlan,
  files: RestoreOptions['files'],
): Promise<void> {
  const names = [...tables.values()]
    .filter(({ table }) => table.schema === 'public' || table.schema === 'supabase_migrations')
    .map(({ table }) => quoteTable(table))
  await sql.unsafe(`truncate ${names.join(', ')}`)
  if (tables.has('storage.buckets') && !('service' in files)) await sql`delete from storage.buckets`
}

async function fill(needs: RestoreOptions, plan: TablePlan, home: Manifest['home']): Promise<void> {
  const { session, archive, files, onProgress } = needs
  const rows: Record<string, number> = {}
  const total = archive.bytes
  let done = 0
  if ('service' in files) await redirectFileRows(session.sql, plan)
  for await (const entry of readEntries(archive.file)) {
    const [name, object] = [parseTableEntry(entry.name), parseFileEntry(entry.name)]
    if (name !== null) rows[name] = (rows[name] ?? 0) + (await copyPart(session, plan, name, entry))
    else if (object !== null)
      await restoreFile(
        { sql: session.sql, files, isMoved: home !== archive.manifest.home },
        object,
        entry,
      )
    else await skip(entry)
    done += entry.size
    onProgress({ what: name ?? (object ? 'files' : entry.name), done, total })
  }
  for (const name of plan.tables.keys()) {
    if ((rows[name] ?? 0) !== archive.summary.rows[name])
      throw new Error(`${name} has ${rows[name] ?? 0} rows, and not ${archive.summary.rows[name]}`)
  }
}

async function copyPart(
  { copyIn }: Session,
  { tables }: TablePlan,
  name: string,
  entry: ArchiveEntry,
): Promise<number> {
  const rows = await decompressRows(entry.body)
  const planned = tables.get(name)
  if (planned === undefined) return 0
  const { table, numbers } = planned
  const text = numbers === null ? rows : pickColumns(rows, numbers)
  const into = `${planned.into} (${quoteColumns(table.columns)})`
  return copyIn(`copy ${into} from stdin`, [text])
}

async function skip({ body }: ArchiveEntry): Promise<void> {
  for await (const bytes of body) void bytes
}

/**
 * Sets the sequences to their archived values. Sequences of a hosted service, which this role may not change, are skipped: their
 * tables are not restored either.
 */
async function setCounters(sql: Queryable, sequences: Manifest['sequences']): Promise<void> {
  await sql`
    select setval(s.sequence, (wanted ->> 'value')::bigint, (wanted ->> 'isCalled')::boolean)
    from jsonb_array_elements(${sql.json(sequences)}) as wanted,
      to_regclass(format('%I.%I', wanted ->> 'schema', wanted ->> 'name')) as s (sequence)
    where s.sequence is not null and has_sequence_privilege(s.sequence, 'update')`
}
