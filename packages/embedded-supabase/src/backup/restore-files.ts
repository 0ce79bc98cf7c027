import type { Queryable } from '../database/sql.ts'
import { type FileStore, storeContent } from '../storage/file-store.ts'
import type { ArchiveEntry } from './archive-reader.ts'
import type { Bucket, FileProperties, FileService } from './files.ts'
import type { TablePlan } from './plan.ts'

interface FileNeeds {
  sql: Queryable
  files: { store: FileStore } | { service: FileService }
  /** True when the archive was made by the other kind of service, which names contents differently. */
  isMoved: boolean
}

/**
 * Redirects the rows of buckets and objects into temporary tables. A hosted storage service writes its own tables when files are
 * uploaded; the archived rows only provide the values for the uploads.
 */
export async function redirectFileRows(sql: Queryable, { tables }: TablePlan): Promise<void> {
  for (const name of ['buckets', 'objects']) {
    const planned = tables.get(`storage.${name}`)
    if (planned === undefined) continue
    await sql.unsafe(
      `create temp table ${name} on commit drop as select * from storage.${name} limit 0`,
    )
    planned.into = `pg_temp.${name}`
  }
}

export async function restoreFile(
  { sql, files, isMoved }: FileNeeds,
  object: { bucket: string; name: string },
  { size, body }: ArchiveEntry,
): Promise<void> {
  const { bucket, name } = object
  if ('service' in files) {
    const { made, facts } = await findRows(sql, bucket, name)
    await files.service.makeBucket(made)
    await files.service.put(object, facts, { size, body })
    return
  }
  const version = await storeContent(files.store, body)
  if (isMoved)
    await sql`update storage.objects set version = ${version} where bucket_id = ${bucket} and name = ${name}`
}

async function findRows(
  sql: Queryable,
  bucket: string,
  name: string,
): Promise<{ made: Bucket; facts: FileProperties }> {
  const [row] = await sql<{ made: Bucket; facts: FileProperties }[]>`
    select to_jsonb(b) as made, jsonb_build_object(
      'mimetype', coalesce(o.metadata ->> 'mimetype', 'application/octet-stream'),
      'cacheControl', coalesce(o.metadata ->> 'cacheControl', 'max-age=3600')
    ) as facts
    from pg_temp.buckets b left join pg_temp.objects o on o.bucket_id = b.id and o.name = ${name}
    where b.id = ${bucket}`
  if (row === undefined) throw new Error(`There is no bucket ${bucket} in the archive`)
  return row
}
