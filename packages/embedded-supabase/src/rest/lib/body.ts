import { isUtf8 } from 'node:buffer'
import { isObject, type JsonBody, readJson } from '../../core/read-json.ts'
import { ApiError } from '../../core/wire.ts'
import { createBadRequestError } from './errors.ts'

const rules = { deepest: 64, forbiddenKeys: ['__proto__'] }

export const jsonType = 'application/json'
export const formType = 'application/x-www-form-urlencoded'

/** A request's body as it was sent, with its content type. */
export interface RawBody {
  type: string
  bytes: Uint8Array | null
}

/** Returns the media type without parameters. Defaults to JSON; every type that ends in `+json` counts as JSON. */
export function getContentType(contentType = jsonType): string {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^application\/[\w.+-]+\+json$/.test(type) ? jsonType : type
}

/**
 * Parses a JSON body; a missing body counts as `{}`.
 * @throws ApiError 415 for another content type, 400 PGRST102 for invalid JSON, JSON nested more than 64 deep, or a key `__proto__`
 */
export function readJsonBody({ type, bytes }: RawBody): JsonBody {
  if (bytes === null || bytes.byteLength === 0) return { text: '{}', value: {} }
  if (type !== jsonType)
    throw new ApiError(415, 'PGRST102', `Content-Type not acceptable: ${type.slice(0, 100)}`)
  const read = readJson(bytes, rules)
  if (typeof read === 'string') throw invalid(read)
  return read
}

/** Returns a body that is not JSON as text for PostgreSQL; binary data is in the hexadecimal format of bytea. */
export function toDatabaseText({ type, bytes }: RawBody): string {
  const all = Buffer.from(bytes ?? [])
  if (type === 'application/octet-stream') return `\\x${all.toString('hex')}`
  if (!isUtf8(all)) throw invalid('The body is not UTF-8')
  return all.toString()
}

function invalid(message: string): ApiError {
  return createBadRequestError('PGRST102', message)
}

/** JSON text, and those of its keys that are used. */
export interface SuppliedJson {
  text: string
  keys: string[]
}

/**
 * Returns the rows of an insert: the JSON text of an array, and the keys, which all its objects must share.
 * @throws ApiError PGRST102
 */
export function parseInsertedRows(
  { text, value }: JsonBody,
  columns: string[] | null,
): SuppliedJson {
  const rows: unknown[] = Array.isArray(value) ? value : [value]
  if (!rows.every(isObject)) throw invalid('Empty or invalid json')
  const keys = Object.keys(rows[0] ?? {})
  const isAlike = rows.every(
    (row) =>
      Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key)),
  )
  if (columns === null && !isAlike) throw invalid('All object keys must match')
  return { text: Array.isArray(value) ? text : `[${text}]`, keys: columns ?? keys }
}

/**
 * Returns the JSON object with the changes of an update or the arguments of a call, and its keys.
 * @throws ApiError PGRST102 when it is not an object
 */
export function parseObject({ text, value }: JsonBody, columns: string[] | null): SuppliedJson {
  if (!isObject(value)) throw invalid('Expected one JSON object')
  return { text, keys: columns ?? Object.keys(value) }
}
