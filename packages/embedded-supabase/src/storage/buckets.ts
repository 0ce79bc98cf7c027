import * as v from 'valibot'
import { createJsonResponse, type WireResponse } from '../core/wire.ts'
import {
  type StorageCall,
  getOwner,
  getQueryParams,
  readJsonBody,
  validateShape,
  queryRows,
} from './call.ts'
import { createStorageError } from './errors.ts'
import { checkBucketName } from './object-name.ts'
import { selectAsIsoTimes } from './objects.ts'

const units: Readonly<Record<string, number>> = { gb: 1e9, mb: 1e6, kb: 1000, b: 1 }
const sizeText = v.pipe(
  v.string(),
  v.regex(/^\d{1,12}(\.\d{1,6})?([gmk]?b)$/i, 'is no size such as 20GB, 20MB, 30KB or 3B'),
  v.transform((text) =>
    Math.floor(parseFloat(text) * (units[text.replace(/[\d.]/g, '').toLowerCase()] ?? 1)),
  ),
)
const wholeSize = v.pipe(v.number(), v.integer(), v.minValue(0))
const mimeType = v.pipe(
  v.string(),
  v.maxLength(255),
  v.regex(/^(\*\/\*|[\w.+-]+\/([\w.+-]+(;\s*charset=[\w-]+)?|\*))$/, 'is no type of media'),
)
const limits = {
  file_size_limit: v.nullish(v.union([wholeSize, sizeText])),
  /** The media types that a bucket accepts; an empty list means all. */
  allowed_mime_types: v.nullish(
    v.pipe(
      v.array(mimeType),
      v.transform((types) => (types.length === 0 ? null : types)),
    ),
  ),
}
const newBucket = v.object({
  name: v.string(),
  id: v.optional(v.string()),
  public: v.optional(v.boolean(), false),
  type: v.optional(v.picklist(['STANDARD', 'ANALYTICS'])),
  ...limits,
})
const bucketChange = v.object({ public: v.optional(v.boolean()), ...limits })
const bucketQuery = v.object({
  limit: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/))),
  offset: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/)), '0'),
  search: v.optional(v.string(), ''),
  sortColumn: v.optional(v.picklist(['id', 'name', 'created_at', 'updated_at']), 'id'),
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'asc'),
})

const columns = `id, name, owner, public, ${selectAsIsoTimes('created_at', 'updated_at')}, file_size_limit, allowed_mime_types`

export async function listBuckets(call: StorageCall): Promise<WireResponse> {
  const query = validateShape(bucketQuery, getQueryParams(call), 'querystring')
  const { limit = null, offset, search, sortColumn, sortOrder } = query
  const text = `
    select ${columns}, 'STANDARD' as type from storage.buckets
    where position(lower($1) in lower(name)) > 0
    order by buckets.${sortColumn} ${sortOrder} limit $2::int offset $3::int`
  return createJsonResponse(200, await queryRows(call, text, [search, limit, offset]))
}

/**
 * Returns the bucket that a statement yields.
 * @throws ApiError NoSuchBucket when it does not exist or the caller lacks the right
 */
async function theOne(call: StorageCall, text: string, values: string[] = []): Promise<unknown> {
  const [bucket] = await queryRows(call, text, [call.bucket, ...values])
  if (bucket === undefined) throw createStorageError('NoSuchBucket')
  return bucket
}

const findText = `select ${columns} from storage.buckets where id = $1`

export async function findBucket(call: StorageCall): Promise<WireResponse> {
  return createJsonResponse(200, await theOne(call, findText))
}

const newColumns = 'id, name, owner, owner_id, public, file_size_limit, allowed_mime_types'
const createText = `
  insert into storage.buckets (${newColumns})
  select ${newColumns} from jsonb_populate_record(null::storage.buckets, $1::jsonb)
  returning 1`

export async function createBucket(call: StorageCall): Promise<WireResponse> {
  const bucket = await readJsonBody(call, newBucket)
  if (bucket.type === 'ANALYTICS') throw createStorageError('FeatureNotEnabled')
  const name = checkBucketName(bucket.name)
  checkLimit(call, bucket)
  const row = { ...bucket, ...getOwner(call), id: checkBucketName(bucket.id ?? name) }
  await queryRows(call, createText, [JSON.stringify(row)])
  return createJsonResponse(200, { name })
}

/** Parameters: $1 the bucket's id, $2 the changes as JSON, where null removes a limit. */
const updateText = `
  update storage.buckets as b
  set (public, file_size_limit, allowed_mime_types, updated_at) = (
    select n.public, n.file_size_limit, n.allowed_mime_types, now()
    from jsonb_populate_record(b, $2::jsonb) as n)
  where id = $1 returning id`

export async function updateBucket(call: StorageCall): Promise<WireResponse> {
  const change = await readJsonBody(call, bucketChange)
  if (Object.values(change).every((value) => value === undefined))
    throw createStorageError('InvalidRequest', 'No content provided')
  checkLimit(call, change)
  await theOne(call, updateText, [JSON.stringify(change)])
  return createJsonResponse(200, { message: 'Successfully updated' })
}

function checkLimit(
  { storage }: StorageCall,
  { file_size_limit: limit }: v.InferOutput<typeof bucketChange>,
): void {
  if ((limit ?? 0) > storage.fileSizeLimit) throw createStorageError('EntityTooLarge')
}

export async function emptyBucket(call: StorageCall): Promise<WireResponse> {
  await theOne(call, findText)
  await queryRows(call, 'delete from storage.objects where bucket_id = $1 returning id', [
    call.bucket,
  ])
  const message = 'Empty bucket has been queued. Completion may take up to an hour.'
  return createJsonResponse(200, { message })
}

export async function deleteBucket(call: StorageCall): Promise<WireResponse> {
  await theOne(call, 'delete from storage.buckets where id = $1 returning id')
  return createJsonResponse(200, { message: 'Successfully deleted' })
}
