import * as v from 'valibot'
import { readObject } from '../core/read-json.ts'
import { createJsonResponse, type WireResponse } from '../core/wire.ts'
import { type StorageCall, readJsonBody, queryRows } from './call.ts'
import { timeColumnsSql } from './objects.ts'

const prefix = v.optional(v.string(), '')
const order = v.optional(v.picklist(['asc', 'desc']), 'asc')
const from = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least))
const columns = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const
const sortBy = v.optional(v.object({ column: v.optional(v.picklist(columns), 'name'), order }), {})

const listBody = v.object({
  prefix,
  search: v.nullish(v.string(), ''),
  limit: v.optional(from(1), 100),
  offset: v.optional(from(0), 0),
  sortBy,
})

/** The position in the order of entries after which the next page begins. */
const mark = v.object({ rank: v.picklist([0, 1]), sort: v.string(), name: v.string() })

const cursor = v.pipe(
  v.string(),
  v.transform((text) => readObject(Buffer.from(text, 'base64url').toString())),
  mark,
)
const pageBody = v.object({
  prefix,
  limit: v.optional(from(1), 1000),
  cursor: v.optional(cursor),
  with_delimiter: v.optional(v.boolean(), false),
  sortBy,
})

interface Entry extends v.InferOutput<typeof mark> {
  /** The object's id; null for a folder. */
  id: string | null
  /** The name relative to the listed folder, without a folder's final slash. */
  key: string
}

/**
 * Returns SQL for a list of files. Parameters: $1 the bucket, $2 the prefix, $3 the length of the part of the prefix that names
 * leave out, $4 whether files in subfolders are shown as one folder, $5 the limit, $6 the offset, $7 to $9 the position (rank,
 * sort, name) or nulls. Folders come before files, or among them when sorted by name; they have no times. With `isExact` the prefix
 * is case-sensitive.
 */
function listing({ column, order }: { column: string; order: string }, isExact: boolean): string {
  const isByName = column === 'name'
  const time = `to_char(${column} at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US')`
  const sort = isByName ? 'lower(name)' : `coalesce(${time}, lower(name))`
  const begins = isExact ? 'o.name, $2' : 'lower(o.name), lower($2)'
  return `
    with found as (
      select o.*, case when $4::boolean then position('/' in substr(o.name, length($2) + 1)) else 0 end as slash
      from storage.objects o where o.bucket_id = $1 and starts_with(${begins})
    ), entry as (
      select id, name, updated_at, created_at, last_accessed_at, metadata from found where slash = 0
      union all
      select distinct null::uuid, left(name, length($2) + slash), null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
      from found where slash > 0
    ), sorted as (
      select *, ${sort} collate "C" as sort, ${isByName ? 0 : '(id is not null)::int'} as rank from entry
    )
    select id, name, rtrim(substr(name, $3::int + 1), '/') as key, ${timeColumnsSql}, metadata, rank, sort from sorted
    where $7::int is null or rank > $7::int
      or (rank = $7::int and (sort, name collate "C") ${order === 'asc' ? '>' : '<'} ($8 collate "C", $9 collate "C"))
    order by rank, sort ${order}, name collate "C" ${order}
    limit $5::int offset $6::int`
}

/** Lists the files and folders in a folder by name; `search` is a prefix of the names. */
export async function listObjects(call: StorageCall): Promise<WireResponse> {
  const { prefix, search, limit, offset, sortBy } = await readJsonBody(call, listBody)
  const folder = prefix === '' ? '' : prefix.replace(/\/?$/, '/')
  const page = [folder.length, true, Math.min(limit, 1500), offset].map(String)
  const values = [call.bucket, folder + search, ...page, null, null, null]
  const entries = await queryRows<Entry>(call, listing(sortBy, false), values)
  const named = entries.map((entry) => ({ ...shown(entry), name: entry.key }))
  return createJsonResponse(200, named)
}

/** Lists files by their full names, and folders on request, one page at a time. */
export async function listObjectsPage(call: StorageCall): Promise<WireResponse> {
  const { prefix, with_delimiter, cursor, sortBy, ...asked } = await readJsonBody(call, pageBody)
  const limit = Math.min(asked.limit, 1000)
  // Keys are relative to the last folder in the prefix.
  const page = [prefix.lastIndexOf('/') + 1, with_delimiter, limit + 1, 0].map(String)
  const after = cursor ? [String(cursor.rank), cursor.sort, cursor.name] : [null, null, null]
  const values = [call.bucket, prefix, ...page, ...after]
  const found = await queryRows<Entry>(call, listing(sortBy, true), values)
  const entries = found.slice(0, limit)
  const last = found.length > limit ? entries.at(-1) : undefined
  const { folders = [], objects = [] } = Object.groupBy(entries, ({ id }) =>
    id === null ? 'folders' : 'objects',
  )
  return createJsonResponse(200, {
    hasNext: last !== undefined,
    ...(last && { nextCursor: encode(v.parse(mark, last)) }),
    folders: folders.map(({ key, name }) => ({ key, name })),
    objects: objects.map((file) => ({ ...shown(file), ...(with_delimiter && { key: file.key }) })),
  })
}

/** Removes the fields that are only used for paging. */
function shown({ key: _key, rank: _rank, sort: _sort, ...entry }: Entry): object {
  return entry
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
