import { DatabaseError, isDiskFull, NoSessionError } from '../database/errors.ts'
import { NoSlotError } from '../queue/fair-queue.ts'
import { ApiError, createJsonResponse, type WireResponse } from '../core/wire.ts'

/** Status, default message, and the `error` in the body when it differs from the code. */
type Rows = Record<string, readonly [status: number, message: string, error?: string]>

/** Errors of the request itself, which are sent with the HTTP status listed here. */
const ofTheWay = {
  Aborted: [499, 'Request aborted', 'Request aborted'],
  BodyTooLarge: [413, 'The body is larger than 1 MB', 'Payload too large'],
  FeatureNotEnabled: [403, 'feature not enabled for this tenant'],
  InvalidRange: [416, 'The requested range is not satisfiable', 'invalid_range'],
  MethodNotAllowed: [405, 'Method not allowed', 'Method Not Allowed'],
  RouteNotFound: [404, 'Route not found', 'Not Found'],
  SlowDown: [429, 'Too many requests at once', 'too_many_connections'],
} satisfies Rows
/**
 * Errors about stored objects. As on hosted Supabase their HTTP status is 400 when the status listed here is below 500; the
 * response's body has the listed one.
 */
const ofWhatLiesHere = {
  AccessDenied: [403, 'Access denied', 'Unauthorized'],
  DatabaseError: [500, 'The database could not do this'],
  DatabaseTimeout: [544, 'The connection to the database timed out'],
  EntityTooLarge: [413, 'The object exceeded the maximum allowed size', 'Payload too large'],
  ExpiredToken: [400, '"exp" claim timestamp check failed'],
  InvalidBucketName: [400, 'Bucket name invalid', 'Invalid Input'],
  InvalidJWT: [400, 'Invalid Compact JWS'],
  InvalidKey: [400, 'Invalid key'],
  InvalidMimeType: [415, 'Invalid Content-Type header', 'invalid_mime_type'],
  InvalidParameter: [400, 'Invalid value'],
  InvalidRequest: [400, 'Invalid Request'],
  InvalidSignature: [400, 'Invalid signature'],
  NoSuchBucket: [404, 'Bucket not found', 'Bucket not found'],
  NoSuchKey: [404, 'Object not found', 'not_found'],
  ResourceAlreadyExists: [409, 'The resource already exists', 'Duplicate'],
  ResourceNotEmpty: [409, 'The bucket you tried to delete is not empty'],
  Unavailable: [503, 'The storage cannot be reached'],
} satisfies Rows

export type StorageErrorCode = keyof typeof ofTheWay | keyof typeof ofWhatLiesHere
const known: Record<StorageErrorCode, Rows[string]> = { ...ofTheWay, ...ofWhatLiesHere }
const words = new Map(Object.entries(known).map(([code, [, , word]]) => [code, word]))

export function createStorageError(
  code: StorageErrorCode,
  message?: string,
  headers: Record<string, string> = {},
) {
  const [status, usual] = known[code]
  return new ApiError(status, code, message ?? usual, { headers })
}

export function createErrorResponse({ status, code, message, more }: ApiError): WireResponse {
  const shown = status >= 500 || code in ofTheWay ? status : 400
  const body = { statusCode: String(status), error: words.get(code) ?? code, code, message }
  return createJsonResponse(shown, body, more.headers)
}

/** Converts a thrown error into an API error. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof NoSlotError && error.reason === 'gone') return createStorageError('Aborted')
  if (error instanceof NoSlotError && error.reason === 'crowded')
    return createStorageError('SlowDown', undefined, { 'retry-after': '1' })
  if (error instanceof NoSlotError || error instanceof NoSessionError)
    return createStorageError('DatabaseTimeout')
  if (error instanceof DatabaseError && !isDiskFull(error)) return fromDatabaseError(error)
  return createStorageError('Unavailable', undefined, { 'retry-after': '1' })
}

function fromDatabaseError({ code = '', message, detail = '' }: DatabaseError): ApiError {
  if (code === '42501')
    return message.includes('row-level security')
      ? createStorageError('AccessDenied', 'new row violates row-level security policy')
      : createStorageError('AccessDenied', message)
  if (code === '23505') return createStorageError('ResourceAlreadyExists')
  if (code === '23503')
    return createStorageError(
      detail.includes('is still referenced') ? 'ResourceNotEmpty' : 'NoSuchBucket',
    )
  if (code === '57014') return createStorageError('DatabaseTimeout')
  if (code.startsWith('22')) return createStorageError('InvalidParameter')
  // Raised by a trigger or a policy of the project, so its message is meant for the caller.
  if (code === 'P0001') return createStorageError('InvalidRequest', message)
  return createStorageError('DatabaseError', `database error, code: ${code}`)
}
