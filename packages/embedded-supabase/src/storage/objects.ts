import { createHash } from 'node:crypto'
import type { Sql } from '../database/sql.ts'
import { type ReceivedContent, type FileStore, storeContent } from './file-store.ts'
import type { ObjectName } from './object-name.ts'

/** A row of storage.objects, with times in ISO 8601. */
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

/** Returns SQL that selects time columns in the format of JavaScript's toISOString(). */
export function selectAsIsoTimes(...columns: string[]): string {
  const pattern = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
  return columns
    .map((column) => `to_char(${column} at time zone 'utc', ${pattern}) as ${column}`)
    .join(', ')
}

export const timeColumnsSql = selectAsIsoTimes('created_at', 'updated_at', 'last_accessed_at')
/** Parameters: $1 the bucket, $2 the name. */
export const findObjectSql = `
  select id, name, bucket_id, version, metadata, user_metadata, ${timeColumnsSql}
  from storage.objects where bucket_id = $1 and name = $2`

const columns = 'id, bucket_id, name, owner, owner_id, version, metadata, user_metadata'
/**
 * Parameter: $1 the row as JSON. Returns no column of the table, because a caller may have the right to insert a row but not to see
 * it.
 */
export const insertObjectSql = `
  insert into storage.objects (${columns})
  select ${columns} from jsonb_populate_record(null::storage.objects, $1::jsonb)
  returning $1::jsonb ->> 'id' as id`
export const upsertObjectSql = insertObjectSql.replace(
  /returning.*/,
  `on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
    version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
    updated_at = now()
  returning id`,
)

/**
 * Returns an object and whether its bucket is public, without checking the caller's rights; undefined when the bucket does not
 * exist.
 */
export async function findObjectIgnoringPolicies(sql: Sql, { bucket, name }: ObjectName) {
  const text = `
    select coalesce(b.public, false) as "isPublic", (select to_json(o) from (${findObjectSql}) as o) as row
    from storage.buckets as b where b.id = $1`
  const [found] = await sql.unsafe<{ isPublic: boolean; row: ObjectRow | null }[]>(text, [
    bucket,
    name,
  ])
  return found
}

/** Returns the `metadata` of a content, with the same fields as on hosted Supabase. */
export function createObjectMetadata(
  { version, size }: Pick<ReceivedContent, 'version' | 'size'>,
  said: { mimetype: string; cacheControl: string },
  now: number,
): object {
  const lastModified = new Date(now).toISOString()
  const sent = { lastModified, contentLength: size, httpStatusCode: 200 }
  return { eTag: getETag(version), size, ...said, ...sent }
}

/** Returns the ETag of a content, or of a transformed image of it. */
export function getETag(version: string, transformed = ''): string {
  return `"${version.slice(0, 32)}${transformed}"`
}

/**
 * Stores a file in a public bucket, which is created when it does not exist. Returns true when anything changed. A file with the
 * same content and name keeps its row; its content is only written when it is missing on disk.
 */
export async function putPublicObject(
  sql: Sql,
  files: FileStore,
  { bucket, name, bytes, mimetype }: ObjectName & { bytes: Uint8Array; mimetype: string },
): Promise<boolean> {
  const version = createHash('sha256').update(bytes).digest('hex')
  if (!(await files.touch(version))) await storeContent(files, [bytes])
  const said = { mimetype, cacheControl: 'max-age=3600' }
  const metadata = createObjectMetadata({ version, size: bytes.length }, said, Date.now())
  await sql`
    insert into storage.buckets (id, name, public) values (${bucket}, ${bucket}, true) on conflict do nothing
  `
  const stored = await sql`
    insert into storage.objects (bucket_id, name, version, metadata)
    values (${bucket}, ${name}, ${version}, ${sql.json(metadata)})
    on conflict (bucket_id, name) do update
    set version = excluded.version, metadata = excluded.metadata, updated_at = now()
    where objects.version is distinct from excluded.version
      or objects.metadata - 'lastModified' is distinct from excluded.metadata - 'lastModified'
    returning name
  `
  return stored.length > 0
}
