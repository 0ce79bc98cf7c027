import { DatabaseError, DatabaseUnreachableError, NoSessionError } from '../../database/errors.ts'
import { NoSlotError } from '../../queue/fair-queue.ts'
import { isObject, readObject } from '../../core/read-json.ts'
import type { Caller } from '../../core/keys.ts'
import { ApiError, createJsonResponse, type WireResponse } from '../../core/wire.ts'

/** Returns an error response in PostgREST's format. https://docs.postgrest.org/en/stable/references/errors.html */
export function createErrorResponse({ status, code, message, more }: ApiError): WireResponse {
  const { details = null, hint = null, headers } = more
  return createJsonResponse(status, { code, message, details, hint }, headers)
}

export function createParseError(
  what: string,
  text: string,
  at: number,
  expected: string,
): ApiError {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text
  const message = `"failed to parse ${what} (${shown})" (line 1, column ${at + 1})`
  return new ApiError(400, 'PGRST100', message, { details: expected })
}

/** Creates the error for a column, table or value that is not allowed in its position. */
export function createBadRequestError(
  code: string,
  message: string,
  more?: { details?: unknown; hint?: string },
): ApiError {
  return new ApiError(400, code, message, more)
}

/**
 * Prefixes of SQLSTATEs by HTTP status, as in PostgREST; the longest matching prefix counts, and others are 400. Unlike in
 * PostgREST a protocol violation (08P01) is not 503, and neither a statement that is too large or complex (54) nor a change of a
 * view that cannot be changed (55000) is a server error.
 */
const classes = {
  '400': '55000 P0001',
  '403': '0L 0P 28',
  '404': '42883 42P01',
  '405': '25006',
  '409': '23503 23505',
  '500': '08P01 09 25 2D 38 39 3B 40 42P17 53400 55 57 58 F0 HV P0 XX',
  // Includes the codes of a server that is shutting down, has crashed or is starting up.
  '503': '08 53 57P01 57P02 57P03',
}
const statuses = new Map(
  Object.entries(classes).flatMap(([status, codes]) =>
    codes.split(' ').map((code) => [code, Number(status)] as const),
  ),
)

/** Errors of the server's machine, whose messages are only logged, because they may contain file names. */
const internal = /^(53|58|F0|XX)/
const soon = { headers: { 'retry-after': '1' } }

/** Converts a thrown error into an API error. */
export function toApiError(error: unknown, caller: Caller): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof NoSlotError && error.reason === 'gone')
    return new ApiError(499, 'PT499', 'The client has hung up')
  if (error instanceof NoSlotError && error.reason === 'crowded')
    return new ApiError(429, 'PT429', 'Too many requests at once', soon)
  if (error instanceof NoSlotError || error instanceof NoSessionError)
    return new ApiError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
  if (error instanceof DatabaseError) return fromDatabaseError(error, caller)
  // The connection was refused or lost.
  if (error instanceof DatabaseUnreachableError)
    return new ApiError(503, 'PGRST001', 'Database client error. Retrying the connection.', soon)
  return new ApiError(500, 'PGRSTX00', 'Something went wrong here.')
}

function fromDatabaseError(error: DatabaseError, caller: Caller): ApiError {
  const { code = 'XX000', message, detail: details, hint } = error
  if (code === 'PGRST') return raisedAnswer(error)
  const status = statusOf(code, caller)
  if (internal.test(code)) return new ApiError(status, code, 'The database could not do this.')
  return new ApiError(status, code, message, { details, hint })
}

/**
 * Returns the HTTP status of an SQLSTATE. `raise sqlstate 'PT402'` gives 402. A missing privilege (42501) gives 401 for anonymous
 * callers, who may sign in, and 403 for others.
 */
function statusOf(code: string, { role }: Caller): number {
  if (code === '42501') return role === 'anon' ? 401 : 403
  if (!code.startsWith('PT')) return statuses.get(code) ?? statuses.get(code.slice(0, 2)) ?? 400
  const raised = Number(code.slice(2))
  return Number.isInteger(raised) && raised >= 200 && raised <= 599 ? raised : 500
}

/** Names of headers that a function may set: all except those that delimit the response. */
const ownName =
  /^(?!(?:content-length|transfer-encoding|connection|trailer)$)[!#$%&'*+.^_`|~\w-]+$/i
const ownValue = /^[\t\x20-\x7e\x80-\xff]*$/

export function isValidHeader(name: string, value: unknown): value is string {
  return typeof value === 'string' && ownName.test(name) && ownValue.test(value)
}

/** Returns true for a final HTTP status; a status below 200 would be informational. */
export function isFinalStatus(status: unknown): boolean {
  return /^[2-5]\d\d$/.test(String(status))
}

/**
 * Returns the error of `raise sqlstate 'PGRST'`, whose message is the response's body as JSON, and whose detail is its status and
 * headers as JSON.
 */
function raisedAnswer({ message: given, detail = '' }: DatabaseError): ApiError {
  const broken = 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error'
  const [body, answer] = [readObject(given), readObject(detail)]
  if (body === null || answer === null || typeof answer.status !== 'number')
    return new ApiError(500, 'PGRST121', broken)
  const { code = 'PGRST', message = '', details, hint } = body
  const headers = Object.entries(isObject(answer.headers) ? answer.headers : {})
  if (
    !isFinalStatus(answer.status) ||
    !headers.every(([name, value]) => isValidHeader(name, String(value)))
  )
    return new ApiError(500, 'PGRST121', broken)
  return new ApiError(answer.status, String(code), String(message), {
    details,
    hint: typeof hint === 'string' ? hint : null,
    headers: Object.fromEntries(
      headers.map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
  })
}
