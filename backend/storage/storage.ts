import { forLog } from '../database/errors.ts'
import type { ServiceOptions } from '../service-options.ts'
import { ApiError, json, type WireHandler, type WireRequest, type WireResponse } from '../wire.ts'
import { readRange } from './byte-range.ts'
import type { FileStore } from './file-store.ts'
import { readObjectName } from './object-name.ts'
import { findPublicObject, type ObjectFacts } from './objects.ts'

export interface StorageOptions extends ServiceOptions {
  files: FileStore
}

const publicObjects = '/storage/v1/object/public/'

/** Files in public buckets, read by anybody under `/storage/v1/object/public/<bucket>/<name>`, in parts if wanted. */
export function createStorage({ sql, files, log }: StorageOptions): WireHandler {
  async function respond(request: WireRequest): Promise<WireResponse> {
    if (!request.path.startsWith(publicObjects)) throw notFound('Route not found')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new ApiError(405, 'method_not_allowed', 'Public objects can only be read', {
        headers: { allow: 'GET, HEAD' },
      })
    const named = readObjectName(request.path.slice(publicObjects.length))
    if (named === null) throw new ApiError(400, 'InvalidKey', 'Invalid key')
    const facts = await findPublicObject(sql, named.bucket, named.name)
    if (facts === null) throw notFound()
    const bytes = await files.read(facts.version)
    if (bytes !== null) return answer(request, facts, bytes)
    log.error({ ...named, version: facts.version }, 'storage: the content of a file is missing')
    throw notFound()
  }

  return async (request) => {
    try {
      return await respond(request)
    } catch (error) {
      if (error instanceof ApiError) return errorAnswer(error)
      log.error(forLog(error), 'storage: could not answer')
      const headers = { 'retry-after': '1' }
      const words = 'The storage cannot be reached'
      return errorAnswer(new ApiError(503, 'unavailable', words, { headers }))
    }
  }
}

function errorAnswer({ status, code, message, more }: ApiError): WireResponse {
  return json(status, { statusCode: String(status), error: code, message }, more.headers)
}

function notFound(words = 'Object not found'): ApiError {
  return new ApiError(404, 'not_found', words)
}

function answer(request: WireRequest, facts: ObjectFacts, bytes: Buffer): WireResponse {
  const { headers } = request
  const common = headersOf(facts)
  if (isKnown(headers, facts)) return { status: 304, headers: common, body: null }
  const range = mayBePart(headers, facts) ? readRange(headers['range'], bytes.length) : 'whole'
  if (range === 'unsatisfiable')
    throw new ApiError(416, 'InvalidRange', 'The requested range is not satisfiable', {
      headers: { 'content-range': `bytes */${bytes.length}` },
    })
  const part = range === 'whole' ? bytes : bytes.subarray(range.first, range.last + 1)
  const sizes: Record<string, string> = { 'content-length': String(part.length) }
  if (range !== 'whole')
    sizes['content-range'] = `bytes ${range.first}-${range.last}/${bytes.length}`
  return {
    status: range === 'whole' ? 200 : 206,
    headers: { ...common, ...sizes },
    body: request.method === 'HEAD' ? null : part,
  }
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
