import type { TransactionResult } from '../database/as-caller.ts'
import { isObject, parseShortJson } from '../core/read-json.ts'
import { ApiError, type WireResponse } from '../core/wire.ts'
import type { CompiledRequest } from './compile.ts'
import { createBadRequestError, isValidHeader, isFinalStatus } from './lib/errors.ts'
import { formatAppliedPreferences, getMaxAffected } from './preferences.ts'
import type { RestRequest } from './request.ts'
import type { ApiSettings } from './settings.ts'
import type { ResponseRow } from './sql/response.ts'
import { createKeyMismatchError } from './sql/write.ts'

/**
 * Checks the number of rows before the transaction is committed.
 * @throws ApiError 406 PGRST116 when a single object was requested and there is not exactly one row, 400 PGRST115 when PUT has not
 * written exactly one row, 400 PGRST124 when there are more rows than `max-affected`
 */
export function checkRowCount(
  request: RestRequest,
  compiled: CompiledRequest,
  row: ResponseRow,
): void {
  const rows = Number(row.page)
  if (compiled.kind === 'put' && rows !== 1) throw createKeyMismatchError()
  const maxAffected = getMaxAffected(request.preferences, compiled.kind)
  if (maxAffected !== null && rows > maxAffected) {
    const message = 'Query result exceeds max-affected preference constraint'
    throw createBadRequestError('PGRST124', message, { details: `The query affects ${rows} rows` })
  }
  const wantsOne =
    request.accepted.form === 'object' && compiled.returning === 'rows' && compiled.isMany
  if (wantsOne && rows !== 1) {
    const message = 'Cannot coerce the result to a single JSON object'
    throw new ApiError(406, 'PGRST116', message, { details: `The result contains ${rows} rows` })
  }
}

export function createRestResponse(
  request: RestRequest,
  compiled: CompiledRequest,
  { rows, further }: TransactionResult<ResponseRow>,
  { max_rows: maxRows }: Pick<ApiSettings, 'max_rows'>,
): WireResponse {
  const { accepted, method, preferences } = request
  const headers: Record<string, string> = {}
  if (accepted.plan !== null) {
    Object.assign(headers, contentHeaders(request))
    const lines = rows.map((line) => Object.values(line).join(''))
    return { status: 200, headers, body: method === 'HEAD' ? null : lines.join('\n') }
  }
  const [row] = rows
  const applied = formatAppliedPreferences(preferences, compiled.kind)
  if (applied !== '') headers['preference-applied'] = applied
  if (compiled.contentLocation !== null) headers['content-location'] = compiled.contentLocation
  const total = totalOf(row.total, further, maxRows)
  const status =
    compiled.kind === 'read' || compiled.kind === 'call'
      ? readStatus(compiled, Number(row.page), total, headers)
      : changeStatus(request, compiled, row, headers)
  const isShown = status !== 204 && compiled.returning === 'rows'
  const own = ownHeaders(row)
  Object.assign(headers, isShown && contentHeaders(request), own.headers)
  return {
    status: ownStatus(row) ?? status,
    headers,
    cookies: own.cookies,
    body: isShown && method !== 'HEAD' ? (row.body ?? 'null') : null,
  }
}

function contentHeaders({ accepted, schema, isSchemaChosen }: RestRequest): Record<string, string> {
  const type = { 'content-type': accepted.contentType }
  return isSchemaChosen ? { ...type, 'content-profile': schema } : type
}

/**
 * Returns the total number of rows. Uses PostgreSQL's estimate when the request asks for it, or when more rows were counted than a
 * response may have.
 */
function totalOf(counted: string | null, [plan]: unknown[], maxRows: number): number | null {
  const total = counted === null ? null : Number(counted)
  if (!isObject(plan) || (total !== null && total <= maxRows)) return total
  const [, planned] = /"Plan Rows": (\d+)/.exec(String(Object.values(plan)[0])) ?? []
  return Math.max(Number(planned), total ?? 0)
}

function readStatus(
  { isVoid, offset }: CompiledRequest,
  page: number,
  total: number | null,
  headers: Record<string, string>,
): number {
  const range = page === 0 ? '*' : `${offset}-${offset + page - 1}`
  headers['content-range'] = `${range}/${total ?? '*'}`
  if (isVoid) return 204
  if (total === null) return 200
  if (offset === 0 || offset < total) return page < total ? 206 : 200
  throw new ApiError(416, 'PGRST103', 'Requested range not satisfiable', {
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { 'content-range': `*/${total}` },
  })
}

function changeStatus(
  request: RestRequest,
  compiled: CompiledRequest,
  row: ResponseRow,
  headers: Record<string, string>,
): number {
  const rows = Number(row.page)
  const isUpdated = row.updated != null && Number(row.updated) === rows
  if (compiled.kind === 'put') return compiled.returning !== 'rows' ? 204 : isUpdated ? 200 : 201
  const total = request.preferences.count === undefined ? '*' : String(rows)
  if (compiled.kind === 'insert') {
    headers['content-range'] = `*/${total}`
    const location = compiled.returning === 'key' ? locationOf(request.name, row) : null
    if (location !== null) headers.location = location
    return isUpdated ? 200 : 201
  }
  headers['content-range'] =
    compiled.kind === 'delete' || rows === 0 ? `*/${total}` : `0-${rows - 1}/${total}`
  return compiled.returning === 'rows' ? 200 : 204
}

function locationOf(table: string, row: ResponseRow): string | null {
  const [key, ...others]: Record<string, string>[] = JSON.parse(row.body ?? '[]')
  if (key === undefined || others.length > 0) return null
  const filters = Object.entries(key).map(([name, value]): [string, string] => [
    name,
    `eq.${value}`,
  ])
  return `/${encodeURIComponent(table)}?${new URLSearchParams(filters).toString()}`
}

/**
 * Returns the headers that SQL has set in `response.headers`, a JSON list of objects with one header each.
 * @throws ApiError 500 PGRST111
 */
function ownHeaders({ headers }: ResponseRow): Pick<WireResponse, 'headers' | 'cookies'> {
  const own: Record<string, string> = {}
  const cookies: string[] = []
  const list = headers === null ? [] : parseShortJson(headers)
  for (const item of Array.isArray(list) ? list : [null]) {
    const [[name, value] = ['', null], ...others] = isObject(item) ? Object.entries(item) : []
    if (others.length > 0 || !isValidHeader(name, value)) {
      const message =
        'response.headers guc must be a JSON array composed of objects with a single key and a string value'
      throw new ApiError(500, 'PGRST111', message)
    }
    if (name.toLowerCase() === 'set-cookie') cookies.push(value)
    else own[name.toLowerCase()] = value
  }
  return { headers: own, cookies }
}

/** Returns the status that SQL has set in `response.status`, or null. @throws ApiError 500 PGRST112 */
function ownStatus({ status }: ResponseRow): number | null {
  if (status === null) return null
  if (isFinalStatus(status)) return Number(status)
  throw new ApiError(500, 'PGRST112', 'response.status guc must be a valid status code')
}
