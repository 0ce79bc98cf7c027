import type { Queryable } from '../database/sql.ts'
import type { FileStore } from '../storage/file-store.ts'
import type { Entry } from './archive-reader.ts'
import type { Bucket, FileFacts, FileService } from './files.ts'
import type { TablePlan } from './plan.ts'

interface FileNeeds {
  sql: Queryable
  files: { store: FileStore } | { service: FileService }
  /** Whether the archive's rows name contents in another service's manner. */
  isMoved: boolean
}

/**
 * A hosted service of storage writes its tables itself, so their rows only tell us, in tables of the session, what it
 * has to be told.
 */
export async function takeFilesByRow(sql: Queryable, { tables }: TablePlan): Promise<void> {
  for (const name of ['buckets', 'objects']) {
    const planned = tables.get(`storage.${name}`)
    if (planned === undefined) continue
    await sql.unsafe(
      `create temp table ${name} on commit drop as select * from storage.${name} limit 0`,
    )
    planned.into = `pg_temp.${name}`
  }
}

/** Puts the content of a stored file where it belongs. The rows came before it. */
export async function putFile(
  { sql, files, isMoved }: FileNeeds,
  object: { bucket: string; name: string },
  { size, body }: Entry,
): Promise<void> {
  const { bucket, name } = object
  if ('service' in files) {
    await files.service.makeBucket(await findBucket(sql, bucket))
    await files.service.put(object, await findFacts(sql, object), { size, body })
    return
  }
  const version = await files.store.receive(body)
  if (isMoved)
    await sql`update storage.objects set version = ${version} where bucket_id = ${bucket} and name = ${name}`
}

async function findBucket(sql: Queryable, id: string): Promise<Bucket> {
  const [row] = await sql<Bucket[]>`
    select id, public, file_size_limit::float8 as file_size_limit, allowed_mime_types from pg_temp.buckets where id = ${id}`
  if (row === undefined) throw new Error(`There is no bucket ${id} in the archive`)
  return row
}

async function findFacts(
  sql: Queryable,
  { bucket, name }: { bucket: string; name: string },
): Promise<FileFacts> {
  const [row] = await sql<Partial<FileFacts>[]>`
    select metadata ->> 'mimetype' as mimetype, metadata ->> 'cacheControl' as "cacheControl"
    from pg_temp.objects where bucket_id = ${bucket} and name = ${name}`
  return {
    mimetype: row?.mimetype ?? 'application/octet-stream',
    cacheControl: row?.cacheControl ?? 'max-age=3600',
  }
}
