import { ApiError, decodePathSegment, type WireRequest } from '../core/wire.ts'
import { type RawBody, getContentType } from './lib/body.ts'
import { negotiateMediaType, type AcceptedMedia } from './media.ts'
import { parsePreferences, type Preferences, type PreferenceRules } from './preferences.ts'
import type { DatabaseSettings } from './schema/schema.ts'

export interface RestRequest {
  method: 'OPTIONS' | 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** True for GET and HEAD. */
  isReading: boolean
  kind: 'table' | 'function'
  schema: string
  /** True when responses must name the schema, because the request has named it or several are exposed. */
  isSchemaChosen: boolean
  name: string
  query: string
  preferences: Preferences
  accepted: AcceptedMedia
  /** The first row and the number of rows from the `Range` header; null without the header. */
  range: { offset: number; limit: number | null } | null
  body: RawBody
}

const methods = {
  table: ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  function: ['OPTIONS', 'GET', 'HEAD', 'POST'],
} as const satisfies Record<RestRequest['kind'], RestRequest['method'][]>

interface RequestRules extends Pick<PreferenceRules, 'timezones'> {
  schemas: readonly string[]
  settings: DatabaseSettings
}

/**
 * Parses the path and headers of a request. The path begins with the name of a table, or with `/rpc`.
 * @throws ApiError 404, 405, 406 or 400
 */
export function readRequest(
  request: WireRequest,
  { schemas, settings, timezones }: RequestRules,
): RestRequest {
  const { kind, name } = readPath(request.path)
  const method = methods[kind].find((each) => each === request.method)
  if (method === undefined) throw methodNotAllowed(kind, request.method.slice(0, 20))
  const { headers } = request
  const isReading = method === 'GET' || method === 'HEAD'
  const isChanging = !isReading && method !== 'OPTIONS'
  const profile = headers[isChanging ? 'content-profile' : 'accept-profile']
  return {
    method,
    isReading,
    kind,
    schema: chooseSchema(schemas, profile),
    isSchemaChosen: profile !== undefined || schemas.length > 1,
    name,
    query: request.query,
    preferences: parsePreferences(headers.prefer, { txEnd: settings.db_tx_end, timezones }),
    // Ignores the Accept header of OPTIONS, whose response has no content.
    accepted: negotiateMediaType(
      method === 'OPTIONS' ? '*/*' : headers.accept,
      settings.db_plan_enabled,
    ),
    range: isReading ? readRange(headers.range) : null,
    body: { type: getContentType(headers['content-type']), bytes: request.body },
  }
}

function methodNotAllowed(kind: RestRequest['kind'], method: string): ApiError {
  const more = { headers: { allow: methods[kind].join(', ') } }
  return kind === 'function'
    ? new ApiError(405, 'PGRST101', `Cannot use the ${method} method on RPC`, more)
    : new ApiError(405, 'PGRST117', `Unsupported HTTP method: ${method}`, more)
}

function readPath(path: string): { kind: 'table' | 'function'; name: string } {
  const [, rpc, part] = /^\/(rpc\/)?([^/]{1,200})\/?$/.exec(path) ?? []
  const name = part === undefined ? null : decodePathSegment(part)
  if (name === null) throw new ApiError(404, 'PGRST125', 'Invalid path specified in request URL')
  return { kind: rpc === undefined ? 'table' : 'function', name }
}

/** Returns the schema that the request names, by default the first exposed one. @throws ApiError 406 PGRST106 */
function chooseSchema(schemas: readonly string[], profile = schemas[0] ?? ''): string {
  if (schemas.includes(profile)) return profile
  throw new ApiError(406, 'PGRST106', `Invalid schema: ${profile.slice(0, 100)}`, {
    hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
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
