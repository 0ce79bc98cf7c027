import type { Sql } from '../database/sql.ts'
import type { FileStore } from './file-store.ts'

/** What a row of storage.objects says about its content. */
export interface ObjectFacts {
  version: string
  eTag: string
  mimetype: string
  cacheControl: string
  updatedAt: Date
}

export async function findPublicObject(
  sql: Sql,
  bucket: string,
  name: string,
): Promise<ObjectFacts | null> {
  const [row] = await sql<ObjectFacts[]>`
    select o.version, o.metadata ->> 'eTag' as "eTag", o.metadata ->> 'mimetype' as mimetype,
      o.metadata ->> 'cacheControl' as "cacheControl", o.updated_at as "updatedAt"
    from storage.objects as o join storage.buckets as b on b.id = o.bucket_id
    where b.public and o.bucket_id = ${bucket} and o.name = ${name} and o.version is not null
  `
  return row ?? null
}

export interface NewObject {
  bucket: string
  name: string
  bytes: Uint8Array
  mimetype: string
}

/** Seconds for which a copy may be used unasked, as the client's own default. */
const cacheSeconds = 3600

/**
 * Puts a file into a public bucket, which is made when it is missing. Says whether anything changed: the same content
 * under the same name keeps its row, and only comes back to disk where it was lost.
 */
export async function putPublicObject(
  sql: Sql,
  files: FileStore,
  { bucket, name, bytes, mimetype }: NewObject,
): Promise<boolean> {
  const version = await files.write(bytes)
  const metadata = {
    eTag: `"${version.slice(0, 32)}"`,
    size: bytes.length,
    contentLength: bytes.length,
    mimetype,
    cacheControl: `max-age=${cacheSeconds}`,
    httpStatusCode: 200,
  }
  await sql`
    insert into storage.buckets (id, name, public) values (${bucket}, ${bucket}, true) on conflict do nothing
  `
  const stored = await sql`
    insert into storage.objects (bucket_id, name, version, metadata)
    values (${bucket}, ${name}, ${version}, ${sql.json(metadata)})
    on conflict (bucket_id, name) do update
    set version = excluded.version, metadata = excluded.metadata, updated_at = now()
    where objects.version is distinct from excluded.version or objects.metadata is distinct from excluded.metadata
    returning name
  `
  return stored.length > 0
}
