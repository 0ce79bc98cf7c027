import { isObject, type JsonBody, readJson } from '../read-json.ts'
import { ApiError } from '../wire.ts'
import { badRequest } from './errors.ts'

const rules = { deepest: 64, forbiddenKeys: ['__proto__'] }

/**
 * Reads a JSON body. An absent one is `{}`.
 * @throws ApiError 415 for other content types, 400 PGRST102 for text that is not JSON, is nested more
 *   than 64 deep, or has a key `__proto__`
 */
export function readBody(body: Uint8Array | null, contentType: string | undefined): JsonBody {
  if (body === null || body.byteLength === 0) return { text: '{}', value: {} }
  if (contentType !== undefined && !/^application\/([\w.+-]+\+)?json\b/i.test(contentType)) {
    const message = `Content-Type not acceptable: ${contentType.slice(0, 100)}`
    throw new ApiError(415, 'PGRST102', message)
  }
  const read = readJson(body, rules)
  if (typeof read === 'string') throw invalid(read)
  return read
}

function invalid(message: string): ApiError {
  return badRequest('PGRST102', message)
}

/** JSON text, and the names in it that count. */
export interface Supplied {
  text: string
  rows: number
  keys: string[]
}

/** The rows of an insert: JSON text of an array, and the keys that its objects share. */
export function rowsOf({ text, value }: JsonBody, columns: string[] | null): Supplied {
  const rows: unknown[] = Array.isArray(value) ? value : [value]
  if (!rows.every(isObject)) throw invalid('Empty or invalid json')
  const keys = Object.keys(rows[0] ?? {})
  const isAlike = rows.every(
    (row) =>
      Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key)),
  )
  if (columns === null && !isAlike) throw invalid('All object keys must match')
  return {
    text: Array.isArray(value) ? text : `[${text}]`,
    rows: rows.length,
    keys: columns ?? keys,
  }
}

/** The changes of an update, or the arguments of a call: one object. */
export function objectOf({ text, value }: JsonBody, columns: string[] | null): Supplied {
  if (!isObject(value)) throw invalid('Expected one JSON object')
  return { text, rows: 1, keys: columns ?? Object.keys(value) }
}
