import * as v from 'valibot'
import { createJsonResponse, type WireRequest, type WireResponse } from '../core/wire.ts'
import { type ByteRange, parseRange } from './byte-range.ts'
import {
  getAsker,
  type StorageCall,
  getQueryParams,
  validateShape,
  queryRows,
  runInQueue,
} from './call.ts'
import { createStorageError } from './errors.ts'
import { getETag, findObjectIgnoringPolicies, findObjectSql, type ObjectRow } from './objects.ts'
import { formatTransformations, transformSchema, type TransformOptions } from './transform.ts'

interface Manner {
  /** True when shared caches may store the response. */
  isPublic: boolean
  /** Seconds since 1970 when the signed URL expires. */
  exp?: number
  /** The requested image transformation. */
  transform?: TransformOptions | undefined
}

/** Returns the object, if the caller's role may see its row. @throws ApiError NoSuchKey */
export async function findVisibleObject(call: StorageCall): Promise<ObjectRow> {
  const [row] = await queryRows<ObjectRow>(call, findObjectSql, [call.bucket, call.name])
  if (row === undefined) throw createStorageError('NoSuchKey')
  return row
}

/** Returns any object of a public bucket, otherwise an object whose row the caller may see. */
async function findFor(call: StorageCall): Promise<{ row: ObjectRow; isPublic: boolean }> {
  const found = await runInQueue(call, () => findObjectIgnoringPolicies(call.storage.sql, call))
  if (found === undefined || !(found.isPublic || call.isKnown))
    throw createStorageError('NoSuchBucket')
  const row = found.isPublic ? found.row : await findVisibleObject(call)
  if (row === null) throw createStorageError('NoSuchKey')
  return { row, isPublic: found.isPublic }
}

export async function serveObject(call: StorageCall): Promise<WireResponse> {
  const { row, isPublic } = await findFor(call)
  return send(call, row, { isPublic })
}

export async function serveTransformedImage(call: StorageCall): Promise<WireResponse> {
  const transform = validateShape(transformSchema, getQueryParams(call), 'querystring')
  const { row, isPublic } = await findFor(call)
  return send(call, row, { isPublic, transform })
}

/** Wraps a handler so that it only serves public files, whatever rights the caller has. */
export const createPublicReadHandler = (answer: typeof serveObject) => (call: StorageCall) =>
  answer({ ...call, isKnown: false })

const readGrant = { exp: v.number(), transform: v.optional(transformSchema) }

/** Creates a handler that serves an object by a URL signed for this scope. */
export const createSignedReadHandler =
  (scope: 'download' | 'transform') => async (call: StorageCall) => {
    const { sql, signer } = call.storage
    const { token = '' } = getQueryParams(call)
    const grant = v.object({ ...readGrant, scope: v.literal(scope) })
    const { exp, transform } = signer.verify(token, `${call.bucket}/${call.name}`, grant)
    const row = (await runInQueue(call, () => findObjectIgnoringPolicies(sql, call)))?.row
    if (row == null) throw createStorageError('NoSuchKey')
    return send(call, row, { isPublic: false, exp, transform })
  }

/** Returns an object's details as JSON. */
export async function serveObjectInfo(call: StorageCall): Promise<WireResponse> {
  const { id, name, version, bucket_id, created_at, ...row } = (await findFor(call)).row
  return createJsonResponse(200, {
    id,
    name,
    version,
    bucket_id,
    created_at,
    last_modified: row.updated_at,
    size: row.metadata?.['size'] ?? null,
    content_type: row.metadata?.['mimetype'] ?? null,
    cache_control: row.metadata?.['cacheControl'] ?? null,
    etag: row.metadata?.['eTag'] ?? null,
    metadata: row.user_metadata ?? {},
  })
}

/** Responds with an object, whole or the requested range, or with 304 when the client has it already. */
async function send(call: StorageCall, row: ObjectRow, manner: Manner): Promise<WireResponse> {
  const { wire, storage } = call
  const shown = headersOf(row, manner, getQueryParams(call)['download'])
  if (isFresh(wire.headers, shown)) return { status: 304, headers: shown, body: null }
  const size = Number(row.metadata?.['size'] ?? 0)
  const answer = (status: number, length: number, body: WireResponse['body'], more = {}) => ({
    status,
    headers: { ...shown, 'content-length': String(length), ...more },
    body,
  })
  const isPlain = manner.transform === undefined && row.version !== null
  if (wire.method === 'HEAD' && isPlain) return answer(200, size, null)
  if (manner.transform && storage.transform) {
    const read = async () => (await open(call, row)).body
    const asker = getAsker(call)
    const { type, body } = await storage.transform(asker, size, read, manner.transform)
    return answer(200, body.length, body, { 'content-type': type })
  }
  const range = mayBePart(wire.headers, shown) ? parseRange(wire.headers['range'], size) : 'whole'
  if (range === 'unsatisfiable')
    throw createStorageError('InvalidRange', undefined, { 'content-range': `bytes */${size}` })
  if (range === 'whole') {
    const content = await open(call, row)
    return answer(200, content.size, content.body)
  }
  const { first, last } = range
  const { body } = await open(call, row, range)
  return answer(206, last - first + 1, body, { 'content-range': `bytes ${first}-${last}/${size}` })
}

async function open({ storage }: StorageCall, row: ObjectRow, part?: ByteRange) {
  const { bucket_id: bucket, name, version } = row
  const content = await storage.files.open(version ?? '', part)
  if (content !== null) return content
  storage.log.error({ bucket, name, version }, 'storage: the content of a file is missing')
  throw createStorageError('NoSuchKey')
}

type Headers = Record<string, string>

/**
 * Returns the response headers of an object. It keeps its stored type, except for HTML and scripts, which become plain text; no
 * stored file can run scripts.
 */
function headersOf(
  { metadata, version, updated_at }: ObjectRow,
  { isPublic, exp, transform }: Manner,
  download: string | undefined,
): Headers {
  const mimetype = headerText(metadata?.['mimetype'], 'application/octet-stream')
  const caching = headerText(metadata?.['cacheControl'], 'no-cache')
  const wanted = transform && formatTransformations(transform)
  const until = exp !== undefined && { expires: new Date(exp * 1000).toUTCString() }
  return {
    ...(wanted === undefined ? { 'accept-ranges': 'bytes' } : { 'x-transformations': wanted }),
    'cache-control': until ? 'private' : `${isPublic ? 'public' : 'private'}, ${caching}`,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'content-type': /html|(java|ecma)script/i.test(mimetype)
      ? 'text/plain; charset=utf-8'
      : mimetype,
    etag: getETag(version ?? '', wanted?.replaceAll(',', ';')),
    'last-modified': new Date(updated_at).toUTCString(),
    'x-content-type-options': 'nosniff',
    // A public file may be embedded by pages of any site, as from hosted Supabase.
    ...(isPublic && { 'cross-origin-resource-policy': 'cross-origin' }),
    ...until,
    ...(download !== undefined && { 'content-disposition': disposition(download) }),
  }
}

/** Returns a stored value if it is safe in a header, because rows may be written by other code than this service. */
function headerText(value: unknown, otherwise: string): string {
  return isHeaderText(value) ? value : otherwise
}

export function isHeaderText(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value)
}

/** Returns the Content-Disposition header: `?download` makes browsers save the file, and `?download=name` under that name. */
function disposition(download: string): string {
  const name = encodeURIComponent(download)
  return name === '' ? 'attachment;' : `attachment; filename=${name}; filename*=UTF-8''${name}`
}

function isFresh(asked: WireRequest['headers'], shown: Headers): boolean {
  const tags = asked['if-none-match']
  if (tags !== undefined)
    return tags
      .split(',')
      .some((tag) => ['*', shown['etag']].includes(tag.trim().replace(/^W\//, '')))
  return Date.parse(shown['last-modified'] ?? '') <= Date.parse(asked['if-modified-since'] ?? '')
}

/** Returns true when a range may be sent. With If-Range the file must still be the version that the client has begun to read. */
function mayBePart(asked: WireRequest['headers'], shown: Headers): boolean {
  const begun = asked['if-range']
  return begun === undefined || begun === shown['etag'] || begun === shown['last-modified']
}
