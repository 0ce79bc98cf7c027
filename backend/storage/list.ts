import * as v from 'valibot'
import { type AsCaller, type Call, iso } from './caller.ts'
import { readObject } from '../read-json.ts'
import { fault } from './errors.ts'

const order = v.optional(v.picklist(['asc', 'desc']), 'asc')
const whole = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least))

export const listBody = v.object({
  prefix: v.optional(v.string(), ''),
  search: v.nullish(v.string(), ''),
  limit: v.optional(whole(1), 100),
  offset: v.optional(whole(0), 0),
  sortBy: v.optional(
    v.object({
      column: v.optional(
        v.picklist(['name', 'updated_at', 'created_at', 'last_accessed_at']),
        'name',
      ),
      order,
    }),
    {},
  ),
})

export const pageBody = v.object({
  prefix: v.optional(v.string(), ''),
  limit: v.optional(whole(1), 1000),
  cursor: v.optional(v.string()),
  with_delimiter: v.optional(v.boolean(), false),
  sortBy: v.optional(
    v.object({ column: v.picklist(['name', 'updated_at', 'created_at']), order }),
    { column: 'name' as const },
  ),
})

const mostListed = 1500
const mostOfPage = 1000

interface Entry {
  /** Null for a folder. */
  id: string | null
  name: string
  /** What comes behind the prefix. */
  key: string
  updated_at: string | null
  created_at: string | null
  last_accessed_at: string | null
  metadata: object | null
}

/** What a page goes on behind. */
interface Mark {
  rank: number
  sort: string
  name: string
}

const columns = ['updated_at', 'created_at', 'last_accessed_at']
const sortTexts = {
  name: 'lower(name)',
  updated_at: byTime('updated_at'),
  created_at: byTime('created_at'),
  last_accessed_at: byTime('last_accessed_at'),
}

/** Folders have no time. */
function byTime(column: string): string {
  return `coalesce(to_char(${column} at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US'), lower(name))`
}

interface Wanted {
  column: keyof typeof sortTexts
  order: 'asc' | 'desc'
  /** Whether the case of letters counts in the prefix. */
  isExact: boolean
}

/**
 * Values: bucket, prefix, how much of it comes before what is listed, whether what lies below a folder is shown as that
 * folder, limit, offset, the mark (rank, sort, name) or nulls. Folders stand before files, or among them by name.
 */
function listing({ column, order, isExact }: Wanted): string {
  const [name, prefix] = isExact ? ['o.name', '$2'] : ['lower(o.name)', 'lower($2)']
  const beyond = order === 'asc' ? '>' : '<'
  return `
    with found as (
      select o.*, case when $4::boolean then position('/' in substr(o.name, length($2) + 1)) else 0 end as slash
      from storage.objects o where o.bucket_id = $1 and starts_with(${name}, ${prefix})
    ), entry as (
      select id, name, ${columns.join(', ')}, metadata from found where slash = 0
      union all
      select distinct null::uuid, left(name, length($2) + slash), null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
      from found where slash > 0
    ), sorted as (
      select *, ${sortTexts[column]} collate "C" as sort,
        ${column === 'name' ? '0' : 'case when id is null then 0 else 1 end'} as rank
      from entry
    ), page as (
      select * from sorted
      where $7::int is null or rank > $7::int
        or (rank = $7::int and (sort, name collate "C") ${beyond} ($8 collate "C", $9 collate "C"))
      order by rank, sort ${order}, name collate "C" ${order}
      limit $5::int offset $6::int
    ), shown as (
      select id, name, substr(name, $3::int + 1) as key, ${columns.map(iso).join(', ')}, metadata, rank, sort from page
    )
    select coalesce(json_agg(shown), '[]') as rows from shown`
}

/** Where what a listing calls by name begins: behind the last folder of the prefix. */
function folderLength(prefix: string): number {
  return prefix.lastIndexOf('/') + 1
}

/** A folder's files and folders by their own names; `search` begins them. */
export async function list(
  db: AsCaller,
  call: Call,
  bucket: string,
  wanted: v.InferOutput<typeof listBody>,
): Promise<object[]> {
  const folder = wanted.prefix === '' ? '' : wanted.prefix.replace(/\/?$/, '/')
  const limit = Math.min(wanted.limit, mostListed)
  const text = listing({ ...wanted.sortBy, isExact: false })
  const prefix = folder + (wanted.search ?? '')
  const page = [String(limit), String(wanted.offset)]
  const values = [bucket, prefix, String(folder.length), 'true', ...page, null, null, null]
  const entries = await db.rows<Entry>(call, text, values)
  return entries.map((entry) =>
    called(entry, entry.id === null ? entry.key.slice(0, -1) : entry.key),
  )
}

function called(entry: Entry, name: string): object {
  const { id, updated_at, created_at, last_accessed_at, metadata } = entry
  return { name, id, updated_at, created_at, last_accessed_at, metadata }
}

/** Files by their whole names, and folders if they are asked for, a page at a time. */
export async function listPage(
  db: AsCaller,
  call: Call,
  bucket: string,
  wanted: v.InferOutput<typeof pageBody>,
): Promise<object> {
  const { prefix, with_delimiter: withFolders, cursor } = wanted
  const limit = Math.min(wanted.limit, mostOfPage)
  const { column, order: direction } = wanted.sortBy
  const text = listing({ column, order: direction, isExact: true })
  const mark = cursor === undefined ? null : readCursor(cursor)
  const after = mark === null ? [null, null, null] : [String(mark.rank), mark.sort, mark.name]
  const start = String(folderLength(prefix))
  const values = [bucket, prefix, start, String(withFolders), String(limit + 1), '0', ...after]
  const entries = await db.rows<Entry & Mark>(call, text, values)
  const page = entries.slice(0, limit)
  const last = entries.length > limit ? page.at(-1) : undefined
  return {
    hasNext: last !== undefined,
    ...(last && { nextCursor: writeCursor(last) }),
    folders: page
      .filter(({ id }) => id === null)
      .map(({ name, key }) => ({ key: key.slice(0, -1), name })),
    objects: page
      .filter(({ id }) => id !== null)
      .map((entry) => ({ ...called(entry, entry.name), ...(withFolders && { key: entry.key }) })),
  }
}

function writeCursor({ rank, sort, name }: Mark): string {
  return Buffer.from(JSON.stringify({ rank, sort, name })).toString('base64url')
}

function readCursor(cursor: string): Mark {
  const given = readObject(Buffer.from(cursor, 'base64url').toString())
  const { rank, sort, name } = given ?? {}
  if ((rank !== 0 && rank !== 1) || typeof sort !== 'string' || typeof name !== 'string')
    throw fault('InvalidParameter', 'Invalid Parameter continuation token')
  return { rank, sort, name }
}
