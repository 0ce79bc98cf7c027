import { ApiError, type WireResponse } from '../wire.ts'
import type { Compiled } from './compile.ts'
import { badRequest } from './errors.ts'
import { appliedPreferences } from './preferences.ts'
import type { RestRequest } from './request.ts'
import type { AnswerRow } from './sql/answer.ts'

/**
 * Refuses an answer of the wrong size, before it is committed: none or several rows where one was asked for, or more
 * changes than `max-affected` allows.
 * @throws ApiError 406 PGRST116, 400 PGRST124
 */
export function checkAnswer(request: RestRequest, compiled: Compiled, row: AnswerRow): void {
  const rows = Number(row.page)
  const { maxAffected = Infinity, handling } = request.preferences
  if (handling === 'strict' && rows > maxAffected) {
    const message = 'Query result exceeds max-affected preference constraint'
    throw badRequest('PGRST124', message, { details: `The query affects ${rows} rows` })
  }
  const wantsOne =
    request.accepted.form === 'object' && compiled.returning === 'rows' && compiled.isMany
  if (wantsOne && rows !== 1) {
    const message = 'Cannot coerce the result to a single JSON object'
    throw new ApiError(406, 'PGRST116', message, { details: `The result contains ${rows} rows` })
  }
}

export function respond(request: RestRequest, compiled: Compiled, row: AnswerRow): WireResponse {
  const headers: Record<string, string> = {}
  const applied = appliedPreferences(request.preferences)
  if (applied !== '') headers['preference-applied'] = applied
  const isReading = compiled.kind === 'read' || compiled.kind === 'call'
  const status = isReading
    ? readStatus(compiled, row, headers)
    : changeStatus(request, compiled, row, headers)
  applyOwnHeaders(row, headers)
  return {
    status: row.status === null ? status : Number(row.status),
    headers,
    body: status === 204 ? null : bodyOf(request, compiled, row, headers),
  }
}

function readStatus(compiled: Compiled, row: AnswerRow, headers: Record<string, string>): number {
  if (compiled.isVoid) return 204
  const { offset } = compiled
  const page = Number(row.page)
  headers['content-range'] =
    `${page === 0 ? '*' : `${offset}-${offset + page - 1}`}/${row.total ?? '*'}`
  if (row.total === null) return 200
  const total = Number(row.total)
  if (offset > 0 && offset >= total) {
    throw new ApiError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: { 'content-range': `*/${total}` },
    })
  }
  return page < total ? 206 : 200
}

function changeStatus(
  request: RestRequest,
  compiled: Compiled,
  row: AnswerRow,
  headers: Record<string, string>,
): number {
  const rows = Number(row.page)
  const total = request.preferences.count === undefined ? '*' : String(rows)
  if (compiled.kind === 'insert') {
    headers['content-range'] = `*/${total}`
    const location = compiled.returning === 'key' ? locationOf(request.name, row) : null
    if (location !== null) headers.location = location
    return 201
  }
  headers['content-range'] =
    compiled.kind === 'delete' || rows === 0 ? `*/${total}` : `0-${rows - 1}/${total}`
  return compiled.returning === 'rows' ? 200 : 204
}

function locationOf(table: string, row: AnswerRow): string | null {
  const rows: Record<string, unknown>[] = JSON.parse(row.body ?? '[]')
  const [only] = rows
  if (rows.length !== 1 || only === undefined) return null
  const filters = Object.entries(only).map(
    ([name, value]) => [name, `eq.${String(value)}`] as const,
  )
  return `/${encodeURIComponent(table)}?${new URLSearchParams(Object.fromEntries(filters)).toString()}`
}

function bodyOf(
  request: RestRequest,
  compiled: Compiled,
  row: AnswerRow,
  headers: Record<string, string>,
): string | null {
  if (compiled.returning !== 'rows') return null
  headers['content-type'] ??= request.accepted.contentType
  if (request.method === 'HEAD') return null
  const body = row.body ?? 'null'
  return request.accepted.form === 'csv' ? toCsv(compiled.isMany ? body : `[${body}]`) : body
}

/** `response.headers` is a JSON list of objects with one header each. */
function applyOwnHeaders(row: AnswerRow, headers: Record<string, string>): void {
  if (row.headers === null) return
  const list: unknown = JSON.parse(row.headers)
  if (!Array.isArray(list)) return
  for (const item of list) {
    if (typeof item !== 'object' || item === null) continue
    for (const [name, value] of Object.entries(item)) headers[name.toLowerCase()] = String(value)
  }
}

function toCsv(json: string): string {
  const rows: Record<string, unknown>[] = JSON.parse(json)
  const [first] = rows
  if (first === undefined) return ''
  const names = Object.keys(first)
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))]
  return lines.map((values) => values.map(cell).join(',')).join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
