import { isUtf8 } from 'node:buffer'

/** A JSON request body: its text and its parsed value. */
export interface JsonBody {
  text: string
  value: unknown
}

const decoder = new TextDecoder()

interface Rules {
  deepest: number
  forbiddenKeys: readonly string[]
}

/**
 * Parses JSON, or returns the reason for refusing it. Also refuses JSON that is nested too deeply, forbidden keys such as
 * `__proto__`, and lone surrogates, which PostgreSQL cannot store. NUL characters are checked by the code that reads a field.
 */
export function readJson(bytes: Uint8Array, rules: Rules): JsonBody | string {
  if (!isUtf8(bytes)) return 'The body is not UTF-8'
  const text = decoder.decode(bytes)
  // Checks the depth before parsing, because a megabyte of brackets takes the parser seconds.
  if (isDeeper(text, rules.deepest)) return `The JSON is nested more than ${rules.deepest} deep`
  try {
    const value: unknown = JSON.parse(text)
    // Searches the values only when the text contains a forbidden key or an escape, which alone can encode a surrogate.
    const isSuspicious = ['\\u', ...rules.forbiddenKeys].some((part) => text.includes(part))
    return (isSuspicious && faultIn(value, rules)) || { text, value }
  } catch (error) {
    if (error instanceof SyntaxError) return 'Empty or invalid json'
    throw error
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses JSON text that is known to be short; returns undefined when it is not JSON. */
export function parseShortJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Parses JSON text that is known to be short; returns null when it is not an object. */
export function readObject(text: string): Record<string, unknown> | null {
  const value = parseShortJson(text)
  return isObject(value) ? value : null
}

function isDeeper(text: string, deepest: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfText(text, at)
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > deepest) return true
  }
  return false
}

function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

function faultIn(value: unknown, rules: Rules): string | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : 'A text is not well formed'
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    if (!key.isWellFormed()) return 'A name is not well formed'
    if (rules.forbiddenKeys.includes(key)) return `The key ${key} is not allowed`
    const fault = faultIn(inner, rules)
    if (fault !== null) return fault
  }
  return null
}
