import { DatabaseError, isUnreachable, isDiskFull } from '../database/errors.ts'
import { ApiError, createJsonResponse, type WireRequest, type WireResponse } from '../core/wire.ts'

const newestVersion = '2024-01-01'
const version = { 'x-supabase-api-version': newestVersion }
const personal = { 'cache-control': 'private, no-store' }

/**
 * Creates a success response. It names the API version, which GoTrue does only for errors, so that clients can recognise the
 * service.
 */
export function createOkResponse(
  body: unknown,
  headers: Record<string, string> = {},
): WireResponse {
  return createJsonResponse(200, body, { ...personal, ...version, ...headers })
}

export function emptyResponse(status: number, headers: Record<string, string> = {}): WireResponse {
  return { status, headers: { ...personal, ...version, ...headers }, body: null }
}

export function createValidationError(message: string): ApiError {
  return new ApiError(400, 'validation_failed', message)
}

export function createUnavailableError(retryAfterSeconds: number): ApiError {
  const headers = { 'retry-after': `${retryAfterSeconds}` }
  const words = 'The service cannot be reached, please try again'
  return new ApiError(503, 'unexpected_failure', words, { headers })
}

/** Returns the API error for an unexpected exception; it reveals nothing about the internals. */
export function toUnexpectedError(error: unknown): ApiError {
  if (isUnreachable(error) || isDiskFull(error)) return createUnavailableError(1)
  // SQLSTATE class 23: two requests conflicted, or other rows reference this one.
  if (error instanceof DatabaseError && error.code?.startsWith('23') === true)
    return new ApiError(409, 'conflict', 'Database conflict, please try again')
  const words = 'Unexpected failure, please check server logs for more information'
  return new ApiError(500, 'unexpected_failure', words)
}

/**
 * Formats an error as GoTrue does. Clients that name an API version get `{code, message}`, older ones `{code: status,
 * error_code, msg}`.
 */
export function createErrorResponse(error: ApiError, request: WireRequest): WireResponse {
  const { status, code, message, more } = error
  const asked = request.headers['x-supabase-api-version'] ?? ''
  const isNew = /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= newestVersion
  const body = {
    ...(isNew ? { code, message } : { code: status, error_code: code, msg: message }),
    ...(more.reasons && { weak_password: { reasons: more.reasons } }),
  }
  return createJsonResponse(status, body, {
    ...personal,
    ...more.headers,
    ...(isNew && version),
    'x-sb-error-code': code,
  })
}
