import { RestError } from './errors.ts'

/** Bytes of the largest body that is read. */
export const maxBody = 1024 * 1024

const maxDepth = 64
const decoder = new TextDecoder('utf-8', { fatal: true })

/** A request's body: its JSON text, and what it holds. */
export interface JsonBody {
  text: string
  value: unknown
}

/**
 * Reads a JSON body. An absent one is `{}`.
 * @throws RestError 413 above 1 MB, 415 for other content types, 400 PGRST102 for text that is not JSON, is nested more
 *   than 64 deep, or has a key `__proto__`
 */
export function readJson(body: Uint8Array | null, contentType: string | undefined): JsonBody {
  if (body === null || body.byteLength === 0) return { text: '{}', value: {} }
  if (body.byteLength > maxBody)
    throw new RestError(413, 'PGRST102', 'The body is larger than 1 MB')
  if (contentType !== undefined && !/^application\/([\w.+-]+\+)?json\b/i.test(contentType)) {
    throw new RestError(
      415,
      'PGRST102',
      `Content-Type not acceptable: ${contentType.slice(0, 100)}`,
    )
  }
  const text = decode(body)
  if (isDeep(text)) throw invalid(`The JSON is nested more than ${maxDepth} deep`)
  const value = parse(text)
  // Fast for nearly every body: the key can only be there when its letters, or an escape, are.
  if (/__proto__|\\u/i.test(text) && hasProtoKey(value))
    throw invalid('The key __proto__ is not allowed')
  return { text, value }
}

export function invalid(message: string): RestError {
  return new RestError(400, 'PGRST102', message)
}

function decode(body: Uint8Array): string {
  try {
    return decoder.decode(body)
  } catch (error) {
    if (error instanceof TypeError) throw invalid('The body is not UTF-8')
    throw error
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('Empty or invalid json')
    throw error
  }
}

function isDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > maxDepth) return true
  }
  return false
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

function hasProtoKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasProtoKey)
}

/** The rows of an insert: JSON text of an array, and the keys that its objects share. */
export function rowsOf(body: JsonBody, columns: string[] | null): { text: string; keys: string[] } {
  const rows: unknown[] = Array.isArray(body.value) ? body.value : [body.value]
  const keys = columns ?? sharedKeys(rows)
  if (!rows.every(isObject)) throw invalid('Empty or invalid json')
  return { text: Array.isArray(body.value) ? body.text : `[${body.text}]`, keys }
}

/** The changes of an update, or the arguments of a call: one object. */
export function objectOf(
  body: JsonBody,
  columns: string[] | null,
): { text: string; keys: string[] } {
  if (!isObject(body.value)) throw invalid('Expected one JSON object')
  return { text: body.text, keys: columns ?? Object.keys(body.value) }
}

function sharedKeys(rows: unknown[]): string[] {
  const [first] = rows
  if (!isObject(first)) return []
  const keys = Object.keys(first)
  const same = rows.every((row) => isObject(row) && sameKeys(keys, row))
  if (!same) throw invalid('All object keys must match')
  return keys
}

function sameKeys(keys: string[], row: object): boolean {
  return Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
