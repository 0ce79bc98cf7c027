import { createHash } from 'node:crypto'
import type { Work } from '../database/as-caller.ts'
import type { Sql } from '../database/sql.ts'
import { type FileStore, keepContent } from './file-store.ts'
import type { ObjectName } from './object-name.ts'
import { iso, listed, type Owner, unseen } from './caller.ts'

/** A row of storage.objects; times are in ISO 8601. */
export interface ObjectRow {
  id: string
  name: string
  bucket_id: string
  version: string | null
  metadata: Record<string, unknown> | null
  user_metadata: Record<string, unknown> | null
  created_at: string
  updated_at: string
}

/** What a statement writes into a row. */
export interface NewRow extends ObjectName {
  id: string
  owner: Owner
  version: string
  metadata: object
  userMetadata: object | null
}

const times = ['created_at', 'updated_at', 'last_accessed_at'].map(iso).join(', ')
const insert = `
  insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`

const find = `
  select id, name, bucket_id, version, metadata, user_metadata, ${times}
  from storage.objects where bucket_id = $1 and name = $2`

export const statements = {
  /** Bucket, name. */
  find: listed(find),
  /** Bucket, JSON array of names. */
  findNames: listed(`
    select name from storage.objects
    where bucket_id = $1 and name = any (array(select json_array_elements_text($2::json)))`),
  /** As `valuesOf` gives them. */
  insert: unseen(insert),
  upsert: listed(`${insert}
    on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
      version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
      updated_at = now()
    returning id`),
  /** Bucket, name, new bucket, new name, owner, its id. */
  move: listed(`
    update storage.objects set bucket_id = $3, name = $4, owner = coalesce($5, owner),
      owner_id = coalesce($6, owner_id), updated_at = now()
    where bucket_id = $1 and name = $2 returning id`),
  /** Bucket, JSON array of names. */
  remove: listed(`
    delete from storage.objects
    where bucket_id = $1 and name = any (array(select json_array_elements_text($2::json)))
    returning id, name, bucket_id, owner, owner_id, version, metadata, user_metadata, ${times}`),
}

export function valuesOf(row: NewRow): Work['values'] {
  const { id, bucket, name, owner, version, metadata, userMetadata } = row
  const given = userMetadata === null ? null : JSON.stringify(userMetadata)
  return [id, bucket, name, ...owner, version, JSON.stringify(metadata), given]
}

export interface OpenBucket {
  fileSizeLimit: number | null
  allowedMimeTypes: string[] | null
}

/** What a bucket takes, whoever asks. */
export async function findBucket(sql: Sql, id: string): Promise<OpenBucket | null> {
  const [row] = await sql<OpenBucket[]>`
    select file_size_limit::float8 as "fileSizeLimit", allowed_mime_types as "allowedMimeTypes"
    from storage.buckets where id = ${id}`
  return row ?? null
}

/** An object whoever asks, and whether its bucket is public; null when there is no such bucket. */
export async function findAnyObject(
  sql: Sql,
  { bucket, name }: ObjectName,
): Promise<{ isPublic: boolean; row: ObjectRow | null } | null> {
  const text = `
    select coalesce(b.public, false) as "isPublic", (select to_json(o) from (${find}) as o) as row
    from storage.buckets as b where b.id = $1`
  const [found] = await sql.unsafe<{ isPublic: boolean; row: ObjectRow | null }[]>(text, [
    bucket,
    name,
  ])
  return found ?? null
}

interface Facts {
  version: string
  size: number
  mimetype: string
  /** As in a header. */
  cacheControl: string
}

/** What `metadata` says of a content, under the names that the hosted service gives. */
export function metadataOf({ version, size, mimetype, cacheControl }: Facts, now: number): object {
  return {
    eTag: eTagOf(version),
    size,
    mimetype,
    cacheControl,
    lastModified: new Date(now).toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  }
}

export function eTagOf(version: string): string {
  return `"${version.slice(0, 32)}"`
}

export interface NewObject extends ObjectName {
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
  const version = createHash('sha256').update(bytes).digest('hex')
  if (!(await files.touch(version))) await keepContent(files, [bytes])
  const cacheControl = `max-age=${cacheSeconds}`
  const facts = { version, size: bytes.length, mimetype, cacheControl }
  await sql`
    insert into storage.buckets (id, name, public) values (${bucket}, ${bucket}, true) on conflict do nothing
  `
  const stored = await sql`
    insert into storage.objects (bucket_id, name, version, metadata)
    values (${bucket}, ${name}, ${version}, ${sql.json(metadataOf(facts, Date.now()))})
    on conflict (bucket_id, name) do update
    set version = excluded.version, metadata = excluded.metadata, updated_at = now()
    where objects.version is distinct from excluded.version
      or objects.metadata - 'lastModified' is distinct from excluded.metadata - 'lastModified'
    returning name
  `
  return stored.length > 0
}
