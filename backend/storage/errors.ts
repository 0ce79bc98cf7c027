import { DatabaseError, NoSessionError } from '../database/errors.ts'
import { NoPlaceError } from '../fair-shares.ts'
import { ApiError, json, type WireResponse } from '../wire.ts'

/** Errors of the hosted service: code, status, what its body calls them, and their usual words. */
const known = {
  AccessDenied: [403, 'Unauthorized', 'Access denied'],
  BucketAlreadyExists: [409, 'Duplicate', 'The resource already exists'],
  DatabaseError: [500, 'DatabaseError', 'The database could not do this'],
  DatabaseTimeout: [544, 'DatabaseTimeout', 'The connection to the database timed out'],
  EntityTooLarge: [413, 'Payload too large', 'The object exceeded the maximum allowed size'],
  ExpiredToken: [400, 'ExpiredToken', '"exp" claim timestamp check failed'],
  FeatureNotEnabled: [403, 'FeatureNotEnabled', 'feature not enabled for this tenant'],
  InvalidBucketName: [400, 'Invalid Input', 'Bucket name invalid'],
  InvalidJWT: [400, 'InvalidJWT', 'Invalid Compact JWS'],
  InvalidKey: [400, 'InvalidKey', 'Invalid key'],
  InvalidMimeType: [415, 'invalid_mime_type', 'Invalid Content-Type header'],
  InvalidParameter: [400, 'InvalidParameter', 'Invalid value'],
  InvalidRequest: [400, 'InvalidRequest', 'Invalid Request'],
  InvalidSignature: [400, 'InvalidSignature', 'Invalid signature'],
  NoSuchBucket: [404, 'Bucket not found', 'Bucket not found'],
  NoSuchKey: [404, 'not_found', 'Object not found'],
  ResourceAlreadyExists: [409, 'Duplicate', 'The resource already exists'],
  ResourceNotEmpty: [409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'],
  // Of the way that leads here rather than of what lies here.
  Aborted: [499, 'Request aborted', 'Request aborted'],
  BodyTooLarge: [413, 'Payload too large', 'The body is larger than 1 MB'],
  InvalidRange: [416, 'invalid_range', 'The requested range is not satisfiable'],
  MethodNotAllowed: [405, 'Method Not Allowed', 'Method not allowed'],
  RouteNotFound: [404, 'Not Found', 'Route not found'],
  SlowDown: [429, 'too_many_connections', 'Too many requests at once'],
  Unavailable: [503, 'Unavailable', 'The storage cannot be reached'],
} as const satisfies Record<string, readonly [status: number, error: string, message: string]>

type Code = keyof typeof known
const words = new Map<string, string>(Object.entries(known).map(([code, row]) => [code, row[1]]))
/** Their HTTP status is what their body says. That of all others below 500 is 400, as on the hosted service. */
const plain: ReadonlySet<string> = new Set<Code>([
  'Aborted',
  'BodyTooLarge',
  'FeatureNotEnabled',
  'InvalidRange',
  'MethodNotAllowed',
  'RouteNotFound',
  'SlowDown',
])

export function fault(code: Code, message?: string, headers: Record<string, string> = {}) {
  const [status, , usual] = known[code]
  return new ApiError(status, code, message ?? usual, { headers })
}

export function errorAnswer({ status, code, message, more }: ApiError): WireResponse {
  const shown = status >= 500 || plain.has(code) ? status : 400
  const body = { statusCode: String(status), error: words.get(code) ?? code, code, message }
  return json(shown, body, more.headers)
}

/** The answer for what was thrown: refused here or by PostgreSQL, or because nobody came to its turn. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof NoPlaceError && error.reason === 'gone') return fault('Aborted')
  if (error instanceof NoPlaceError && error.reason === 'crowded')
    return fault('SlowDown', undefined, { 'retry-after': '1' })
  if (error instanceof NoPlaceError || error instanceof NoSessionError)
    return fault('DatabaseTimeout')
  if (error instanceof DatabaseError) return fromDatabaseError(error)
  return fault('Unavailable', undefined, { 'retry-after': '1' })
}

function fromDatabaseError({ code = '', message, detail = '' }: DatabaseError): ApiError {
  if (code === '42501')
    return message.includes('row-level security')
      ? fault('AccessDenied', 'new row violates row-level security policy')
      : fault('AccessDenied', message)
  if (code === '23505') return fault('ResourceAlreadyExists')
  if (code === '23503')
    return detail.includes('is still referenced')
      ? fault('ResourceNotEmpty')
      : fault('NoSuchBucket')
  if (code === '57014') return fault('DatabaseTimeout')
  if (code.startsWith('22')) return fault('InvalidParameter')
  // Raised by a trigger or a policy: its words are meant for whoever asked.
  if (code === 'P0001') return fault('InvalidRequest', message)
  return fault('DatabaseError', `database error, code: ${code}`)
}
