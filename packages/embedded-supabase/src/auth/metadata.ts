import { isObject } from '../core/read-json.ts'
import { createValidationError } from './responses.ts'
import type { Body } from './fields.ts'

/** An account's metadata: JSON beside its columns, included in every access token. */
export type Metadata = Record<string, unknown>

/** Maximum bytes of JSON per kind of metadata. With both at the maximum an access token still fits into a request's headers. */
const largest = { user_metadata: 3072, app_metadata: 1024 }
/** An escaped NUL character in JSON, which PostgreSQL cannot store. */
const nul = /(?<!\\)(?:\\\\)*\\u0000/

/** Returns the object in a field of the body, or an empty object when the field is missing. @throws ApiError 400 */
export function parseMetadata(body: Body, name: string): Metadata {
  const value = body[name] ?? {}
  if (!isObject(value)) throw createValidationError(`${name} must be an object`)
  if (nul.test(JSON.stringify(value)))
    throw createValidationError(`${name} cannot contain a NUL character`)
  return value
}

/** Returns the metadata with the changes applied; null removes a key. @throws ApiError 400 when it grows too large */
export function mergeMetadata(
  kind: keyof typeof largest,
  before: Metadata | null,
  changes: Metadata,
): Metadata {
  const all = Object.entries({ ...before, ...changes })
  const after = Object.fromEntries(all.filter(([name]) => changes[name] !== null))
  if (Buffer.byteLength(JSON.stringify(after)) > largest[kind])
    throw createValidationError(`${kind} cannot be larger than ${largest[kind]} bytes`)
  return after
}

const vouchedFor = ['sub', 'email', 'email_verified', 'phone_verified']

/** Returns the metadata without the entries that only the service may set. */
export function omitReservedClaims(given: Metadata): Metadata {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !vouchedFor.includes(name)))
}
