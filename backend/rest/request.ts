import type { JsonBody } from '../read-json.ts'
import { ApiError, decodePart, type WireRequest } from '../wire.ts'
import { readBody } from './body.ts'
import { parsePreferences, type Preferences } from './preferences.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'

export interface Accepted {
  form: 'array' | 'object' | 'csv'
  stripNulls: boolean
  contentType: string
}

export interface RestRequest {
  method: Method
  kind: 'table' | 'function'
  name: string
  query: string
  preferences: Preferences
  accepted: Accepted
  /** From the `Range` header: the first row and how many; null: no such header. */
  range: { offset: number; limit: number | null } | null
  body: JsonBody
}

const methods = {
  table: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  function: ['GET', 'HEAD', 'POST'],
} as const satisfies Record<RestRequest['kind'], Method[]>

/**
 * Reads path and headers.
 * @param mount what the path begins with, such as `/rest/v1`
 * @throws ApiError 404, 405, 406, 400, 413 or 415
 */
export function readRequest(request: WireRequest, mount: string): RestRequest {
  const { kind, name } = readPath(request.path.slice(mount.length))
  const method = methods[kind].find((each) => each === request.method)
  if (method === undefined) {
    const message = `Unsupported HTTP method: ${request.method.slice(0, 20)}`
    throw new ApiError(405, 'PGRST117', message, { headers: { allow: methods[kind].join(', ') } })
  }
  const { headers } = request
  const reads = method === 'GET' || method === 'HEAD'
  requirePublic(headers[reads ? 'accept-profile' : 'content-profile'])
  return {
    method,
    kind,
    name,
    query: request.query,
    preferences: parsePreferences(headers.prefer),
    accepted: negotiate(headers.accept),
    range: reads ? readRange(headers.range) : null,
    body:
      reads || method === 'DELETE'
        ? readBody(null, undefined)
        : readBody(request.body, headers['content-type']),
  }
}

function readPath(path: string): { kind: 'table' | 'function'; name: string } {
  const [, rpc, part] = /^\/(rpc\/)?([^/]{1,200})\/?$/.exec(path) ?? []
  const name = part === undefined ? null : decodePart(part)
  if (name === null) throw new ApiError(404, 'PGRST125', 'Invalid path specified in request URL')
  return { kind: rpc === undefined ? 'table' : 'function', name }
}

function requirePublic(profile: string | undefined): void {
  if (profile === undefined || profile === 'public') return
  throw new ApiError(406, 'PGRST106', `Invalid schema: ${profile.slice(0, 100)}`, {
    hint: 'Only the following schemas are exposed: public',
  })
}

function readRange(header: string | undefined): RestRequest['range'] {
  const match = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header ?? '')
  if (match === null) return null
  const offset = Number(match[1])
  if (match[2] === '' || match[2] === undefined) return { offset, limit: null }
  const limit = Number(match[2]) - offset + 1
  if (limit < 0) {
    const details =
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.'
    throw new ApiError(416, 'PGRST103', 'Requested range not satisfiable', { details })
  }
  return { offset, limit }
}

const utf8 = 'charset=utf-8'
const array: Accepted = {
  form: 'array',
  stripNulls: false,
  contentType: `application/json; ${utf8}`,
}
const object: Accepted = {
  form: 'object',
  stripNulls: false,
  contentType: `application/vnd.pgrst.object+json; ${utf8}`,
}
const forms = new Map<string, Accepted>([
  ['*/*', array],
  ['application/*', array],
  ['application/json', array],
  ['application/vnd.pgrst.array', array],
  ['application/vnd.pgrst.array+json', array],
  ['application/vnd.pgrst.object', object],
  ['application/vnd.pgrst.object+json', object],
  ['text/csv', { form: 'csv', stripNulls: false, contentType: `text/csv; ${utf8}` }],
])

/** @throws ApiError 406 PGRST107 when nothing that is accepted can be made */
function negotiate(header = '*/*'): Accepted {
  const usual = forms.get(header)
  if (usual !== undefined) return usual
  for (const range of header.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const found = forms.get(type)
    if (found === undefined) continue
    const stripNulls = type.includes('vnd.pgrst') && parameters.includes('nulls=stripped')
    return { ...found, stripNulls }
  }
  const message = `None of these media types are available: ${header.slice(0, 200)}`
  throw new ApiError(406, 'PGRST107', message)
}
