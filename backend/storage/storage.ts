import type { Sql } from '../database/sql.ts'
import type { Logger, WireHandler, WireRequest, WireResponse } from '../wire.ts'
import { readRange } from './byte-range.ts'
import type { FileStore } from './file-store.ts'
import { readObjectName } from './object-name.ts'
import { findPublicObject, type ObjectFacts } from './objects.ts'

export interface StorageOptions {
  sql: Sql
  files: FileStore
  log: Logger
}

const publicObjects = '/storage/v1/object/public/'

/** Files in public buckets, read by anybody under `/storage/v1/object/public/<bucket>/<name>`, in parts if wanted. */
export function createStorage({ sql, files, log }: StorageOptions): WireHandler {
  async function respond(request: WireRequest): Promise<WireResponse> {
    if (!request.path.startsWith(publicObjects)) return refuse(404, 'not_found', 'Route not found')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(405, 'method_not_allowed', 'Public objects can only be read', {
        allow: 'GET, HEAD',
      })
    const named = readObjectName(request.path.slice(publicObjects.length))
    if (named === null) return refuse(400, 'InvalidKey', 'Invalid key')
    const facts = await findPublicObject(sql, named.bucket, named.name)
    if (facts === null) return refuse(404, 'not_found', 'Object not found')
    const bytes = await files.read(facts.version)
    if (bytes === null) {
      log.error({ ...named, version: facts.version }, 'storage: the content of a file is missing')
      return refuse(404, 'not_found', 'Object not found')
    }
    return answer(request, facts, bytes)
  }

  return async (request) => {
    try {
      return await respond(request)
    } catch (error) {
      log.error({ err: error }, 'storage: could not answer')
      return refuse(503, 'unavailable', 'The storage cannot be reached', { 'retry-after': '1' })
    }
  }
}

function answer(request: WireRequest, facts: ObjectFacts, bytes: Buffer): WireResponse {
  const { headers } = request
  const common = headersOf(facts)
  if (isKnown(headers, facts)) return { status: 304, headers: common, body: null }
  const range = mayBePart(headers, facts) ? readRange(headers['range'], bytes.length) : 'whole'
  if (range === 'unsatisfiable') {
    const size = { 'content-range': `bytes */${bytes.length}` }
    return refuse(416, 'InvalidRange', 'The requested range is not satisfiable', size)
  }
  if (range === 'whole')
    return send(request, 200, { ...common, 'content-length': String(bytes.length) }, bytes)
  const { first, last } = range
  const part = {
    ...common,
    'content-length': String(last - first + 1),
    'content-range': `bytes ${first}-${last}/${bytes.length}`,
  }
  return send(request, 206, part, bytes.subarray(first, last + 1))
}

function send(
  { method }: WireRequest,
  status: number,
  headers: Record<string, string>,
  bytes: Buffer,
): WireResponse {
  return { status, headers, body: method === 'HEAD' ? null : bytes }
}

/** A stored file is shown as what it was stored as, and can run nothing. */
function headersOf(facts: ObjectFacts): Record<string, string> {
  return {
    'accept-ranges': 'bytes',
    'cache-control': `public, ${facts.cacheControl}`,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'content-type': facts.mimetype,
    etag: facts.eTag,
    'last-modified': facts.updatedAt.toUTCString(),
    'x-content-type-options': 'nosniff',
  }
}

function isKnown(headers: WireRequest['headers'], facts: ObjectFacts): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === facts.eTag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(facts.updatedAt.getTime() / 1000) * 1000 <= since
}

/** If-Range asks for a part only of the very file that the reader has begun. */
function mayBePart(headers: WireRequest['headers'], facts: ObjectFacts): boolean {
  const asked = headers['if-range']
  return asked === undefined || asked === facts.eTag || asked === facts.updatedAt.toUTCString()
}

/** In the shape of Supabase's storage errors. */
function refuse(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify({ statusCode: String(status), error, message }),
  }
}
