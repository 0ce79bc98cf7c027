import * as v from 'valibot'
import { type AsCaller, type Call, iso, listed, ownerOf, unseen } from './caller.ts'
import { fault } from './errors.ts'
import { checkBucketName } from './object-name.ts'

const limitOfBucket = v.nullish(
  v.union([v.pipe(v.number(), v.integer(), v.minValue(0)), v.string()]),
)
const types = v.nullish(v.array(v.string()))

export const newBucket = v.object({
  name: v.string(),
  id: v.optional(v.string()),
  public: v.optional(v.boolean(), false),
  type: v.optional(v.picklist(['STANDARD', 'ANALYTICS'])),
  file_size_limit: limitOfBucket,
  allowed_mime_types: types,
})

export const bucketChange = v.object({
  public: v.optional(v.boolean()),
  file_size_limit: limitOfBucket,
  allowed_mime_types: types,
})

export const bucketQuery = v.object({
  limit: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/))),
  offset: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/)), '0'),
  search: v.optional(v.string(), ''),
  sortColumn: v.optional(v.picklist(['id', 'name', 'created_at', 'updated_at']), 'id'),
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'asc'),
})

const columns = `id, name, owner, public, ${iso('created_at')}, ${iso('updated_at')}, file_size_limit, allowed_mime_types`
const textArray = (value: string) =>
  `(select array_agg(t) from json_array_elements_text(${value}::json) t)`

const findText = listed(`select ${columns} from storage.buckets where id = $1`)
const createText = unseen(`
  insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
  values ($1, $2, $3, $4, $5, $6, ${textArray('$7')})`)
/** Whether the limits are set is said beside them, since null is one. */
const updateText = listed(`
  update storage.buckets set public = coalesce($2, public), updated_at = now(),
    file_size_limit = case when $3::boolean then $4::bigint else file_size_limit end,
    allowed_mime_types = case when $5::boolean then ${textArray('$6')} else allowed_mime_types end
  where id = $1 returning id`)
const emptyText = listed('delete from storage.objects where bucket_id = $1 returning id')
const deleteText = listed('delete from storage.buckets where id = $1 returning id')

export interface Buckets {
  list: (call: Call, query: v.InferOutput<typeof bucketQuery>) => Promise<object[]>
  find: (call: Call, id: string) => Promise<object>
  create: (call: Call, bucket: v.InferOutput<typeof newBucket>) => Promise<object>
  update: (call: Call, id: string, change: v.InferOutput<typeof bucketChange>) => Promise<object>
  empty: (call: Call, id: string) => Promise<object>
  delete: (call: Call, id: string) => Promise<object>
}

/** @param largest bytes; no bucket takes larger files */
export function createBuckets(db: AsCaller, largest: number): Buckets {
  async function find(call: Call, id: string): Promise<object> {
    const [bucket] = await db.rows<object>(call, findText, [id])
    if (bucket === undefined) throw fault('NoSuchBucket')
    return bucket
  }

  return {
    find,
    list: (call, { limit = null, offset, search, sortColumn, sortOrder }) => {
      const text = listed(`
        select ${columns}, 'STANDARD' as type from storage.buckets
        where position(lower($1) in lower(name)) > 0
        order by buckets.${sortColumn} ${sortOrder} limit $2::int offset $3::int`)
      return db.rows<object>(call, text, [search, limit, offset])
    },
    create: async (call, bucket) => {
      if (bucket.type === 'ANALYTICS') throw fault('FeatureNotEnabled')
      const name = checkBucketName(bucket.name)
      const [size, mimes] = limitsOf(bucket, largest)
      const id = checkBucketName(bucket.id ?? name)
      const values = [id, name, ...ownerOf(call), String(bucket.public), size, mimes]
      await db.rows(call, createText, values)
      return { name }
    },
    update: async (call, id, change) => {
      const { public: isPublic, file_size_limit: size, allowed_mime_types: mimes } = change
      if ([isPublic, size, mimes].every((value) => value === undefined))
        throw fault('InvalidRequest', 'No content provided')
      const [newSize, newMimes] = limitsOf(change, largest)
      const shown = isPublic === undefined ? null : String(isPublic)
      const limits = [String(size !== undefined), newSize, String(mimes !== undefined), newMimes]
      const updated = await db.rows(call, updateText, [id, shown, ...limits])
      if (updated.length === 0) throw fault('NoSuchBucket')
      return { message: 'Successfully updated' }
    },
    empty: async (call, id) => {
      await find(call, id)
      await db.rows(call, emptyText, [id])
      return { message: 'Empty bucket has been queued. Completion may take up to an hour.' }
    },
    delete: async (call, id) => {
      if ((await db.rows(call, deleteText, [id])).length === 0) throw fault('NoSuchBucket')
      return { message: 'Successfully deleted' }
    },
  }
}

const units: Readonly<Record<string, number>> = { gb: 1e9, mb: 1e6, kb: 1000, b: 1 }
const mimeType = /^(\*\/\*|[\w.+-]+\/([\w.+-]+(;\s*charset=[\w-]+)?|\*))$/

/** As values of a statement. */
function limitsOf(
  { file_size_limit: limit, allowed_mime_types: mimes }: v.InferOutput<typeof bucketChange>,
  largest: number,
): [size: string | null, mimes: string | null] {
  const size = typeof limit === 'string' ? bytesOf(limit) : (limit ?? null)
  if (size !== null && size > largest) throw fault('EntityTooLarge')
  const wrong = mimes?.find((type) => type.length > 255 || !mimeType.test(type))
  if (wrong !== undefined)
    throw fault('InvalidMimeType', `mime type ${wrong.slice(0, 100)} is not supported`)
  const isLimited = mimes !== null && mimes !== undefined && mimes.length > 0
  return [size === null ? null : String(size), isLimited ? JSON.stringify(mimes) : null]
}

function bytesOf(text: string): number {
  const [, value, unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?)(gb|mb|kb|b)$/i.exec(text) ?? []
  if (value === undefined)
    throw fault('InvalidRequest', 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  return Math.floor(Number(value) * (units[unit.toLowerCase()] ?? 1))
}
