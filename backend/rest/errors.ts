import { DatabaseError, NoSessionError } from '../database/errors.ts'
import { NoPlaceError } from '../fair-shares.ts'
import type { Caller } from '../keys.ts'
import { ApiError, json, type WireResponse } from '../wire.ts'

/** An error in PostgREST's form. https://docs.postgrest.org/en/stable/references/errors.html */
export function errorAnswer({ status, code, message, more }: ApiError): WireResponse {
  const { details = null, hint = null, headers } = more
  return json(status, { code, message, details, hint }, headers)
}

/** What cannot be read in the query string. */
export function parseError(what: string, text: string, at: number, expected: string): ApiError {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text
  const message = `"failed to parse ${what} (${shown})" (line 1, column ${at + 1})`
  return new ApiError(400, 'PGRST100', message, { details: expected })
}

/** A column, table or value that cannot stand where it does. */
export function badRequest(
  code: string,
  message: string,
  more?: { details?: unknown; hint?: string },
): ApiError {
  return new ApiError(400, code, message, more)
}

/** Statuses by the longest matching beginning of the SQLSTATE, as PostgREST has them; all others are 400. */
const statuses: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53400': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  // Shutting down, crashed, starting up.
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0001: 400,
  P0: 500,
  XX: 500,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
}

/** Faults of the machine; what they say may name files and is for the log alone. */
const internal = /^(53|58|F0|XX)/
const soon = { headers: { 'retry-after': '1' } }

/** The answer for what was thrown: refused here or by PostgreSQL, or because nobody came to its turn. */
export function asApiError(error: unknown, caller: Caller): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof NoPlaceError && error.reason === 'gone')
    return new ApiError(499, 'PT499', 'The client has hung up')
  if (error instanceof NoPlaceError && error.reason === 'crowded')
    return new ApiError(429, 'PT429', 'Too many requests at once', soon)
  if (error instanceof NoPlaceError || error instanceof NoSessionError)
    return new ApiError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
  if (error instanceof DatabaseError) return fromDatabaseError(error, caller)
  // No connection: refused or cut off.
  return new ApiError(503, 'PGRST001', 'Database client error. Retrying the connection.', soon)
}

function fromDatabaseError(error: DatabaseError, caller: Caller): ApiError {
  const { code = 'XX000', message, detail: details, hint } = error
  if (code === 'PGRST') return raisedAnswer(error)
  const status = statusOf(code, caller)
  if (internal.test(code)) return new ApiError(status, code, 'The database could not do this.')
  return new ApiError(status, code, message, { details, hint })
}

/** `raise sqlstate 'PT402'` answers with 402. Lack of a right is 403 for people and 401 for strangers. */
function statusOf(code: string, { role }: Caller): number {
  if (code === '42501') return role === 'anon' ? 401 : 403
  if (!code.startsWith('PT')) return statuses[code] ?? statuses[code.slice(0, 2)] ?? 400
  const raised = Number(code.slice(2))
  return Number.isInteger(raised) && raised >= 200 && raised <= 599 ? raised : 500
}

/** `raise sqlstate 'PGRST'` carries the body in its message and status and headers in its detail, as JSON. */
function raisedAnswer({ message: given, detail = '' }: DatabaseError): ApiError {
  const broken = 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error'
  const [body, answer] = [readRecord(given), readRecord(detail)]
  if (body === null || answer === null || typeof answer.status !== 'number')
    return new ApiError(500, 'PGRST121', broken)
  const { code = 'PGRST', message = '', details, hint } = body
  const headers = Object.entries(isRecord(answer.headers) ? answer.headers : {})
  return new ApiError(answer.status, String(code), String(message), {
    details,
    hint: typeof hint === 'string' ? hint : null,
    headers: Object.fromEntries(
      headers.map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
  })
}

function readRecord(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
