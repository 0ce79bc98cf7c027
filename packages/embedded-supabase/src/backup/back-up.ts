import { quoteColumns, quoteTable, type Session } from '../database/session.ts'
import type { Queryable } from '../database/sql.ts'
import type { ArchiveWriter } from './archive-writer.ts'
import {
  findAuthTablesOwner,
  findSequences,
  findTables,
  type FoundTable,
  prepareForCopy,
} from './catalogue.ts'
import {
  entryNames,
  getFileEntryName,
  archiveFormat,
  qualifyName,
  type Manifest,
  getTablePartName,
  type Summary,
} from './contents.ts'
import type { FileSource, StoredObject } from './files.ts'
import { cutRows, compressRows } from './rows.ts'

export interface BackupOptions {
  session: Session
  files: FileSource
  archive: ArchiveWriter
  /** The API keys, encrypted with a passphrase; null leaves the keys out of the archive. */
  sealedKeys: Buffer | null
  /** Returns the current time in milliseconds since 1970. */
  clock: () => number
  onProgress: (progress: BackupProgress) => void
}

export interface BackupProgress {
  what: string
  /** Bytes written so far; `total` is an estimate. */
  done: number
  total: number
}

const filesAtOnce = 500

/**
 * Writes an archive of one snapshot of the database and its files, while other processes go on writing. Memory use does not grow
 * with the amount of data.
 */
export async function backUp(needs: BackupOptions): Promise<Summary> {
  const { session, archive, sealedKeys, clock, onProgress } = needs
  const { sql } = session
  await sql`begin isolation level repeatable read read only`
  await prepareForCopy(sql)
  const tables = await findTables(sql)
  const manifest = await describe(sql, tables, clock())
  await archive.add(entryNames.manifest, toBytes(manifest))
  if (sealedKeys !== null) await archive.add(entryNames.keys, sealedKeys)
  const total = tables.reduce((sum, { bytes }) => sum + bytes, await sizeOfFiles(sql))
  let done = 0
  const count = (what: string, bytes: number): void => {
    done += bytes
    onProgress({ what, done: Math.min(done, total), total })
  }
  const rows: Summary['rows'] = {}
  for (const table of tables)
    rows[qualifyName(table)] = await packTable(session, archive, table, count)
  const summary = { rows, ...(await packFiles(needs, count)) }
  await archive.add(entryNames.summary, toBytes(summary))
  await sql`commit`
  return summary
}

async function describe(sql: Queryable, tables: FoundTable[], now: number): Promise<Manifest> {
  const migrations = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`
  const [server] = await sql<{ version: string }[]>`select version()`
  return {
    format: archiveFormat,
    madeAt: new Date(now).toISOString(),
    home: await findAuthTablesOwner(sql),
    server: server?.version ?? '',
    migrations: migrations.map(({ version }) => version),
    tables: tables.map(({ schema, name, columns }) => ({ schema, name, columns })),
    sequences: await findSequences(sql),
  }
}

function toBytes(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

async function packTable(
  { copyOut }: Session,
  archive: ArchiveWriter,
  table: FoundTable,
  count: (what: string, bytes: number) => void,
): Promise<number> {
  const copy = copyOut(`copy ${quoteTable(table)} (${quoteColumns(table.columns)}) to stdout`)
  let number = 0
  for await (const rows of cutRows(copy.text)) {
    number += 1
    await archive.add(getTablePartName(table, number), await compressRows(rows))
    count(qualifyName(table), rows.length)
  }
  return copy.count()
}

async function sizeOfFiles(sql: Queryable): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum((metadata ->> 'size')::float8), 0) as bytes from storage.objects`
  return row?.bytes ?? 0
}

async function packFiles(
  { session: { sql }, files, archive }: BackupOptions,
  count: (what: string, bytes: number) => void,
): Promise<Pick<Summary, 'files' | 'broken'>> {
  const outcome: Pick<Summary, 'files' | 'broken'> = { files: 0, broken: [] }
  await sql`
    declare stored no scroll cursor for
    select bucket_id as bucket, name, version from storage.objects where name is not null order by bucket_id, name`
  for (;;) {
    const objects = await sql.unsafe<StoredObject[]>(`fetch ${filesAtOnce} from stored`)
    for (const object of objects) {
      const content = await files.open(object)
      if (content === null) {
        outcome.broken.push(getFileEntryName(object))
        continue
      }
      const sum = await archive.addStream(getFileEntryName(object), content.size, content.body)
      if (!files.isWhole(object, sum)) outcome.broken.push(getFileEntryName(object))
      outcome.files += 1
      count('files', content.size)
    }
    if (objects.length < filesAtOnce) return outcome
  }
}
