import type { WireRequest } from '../wire.ts'
import { AuthFault, invalid } from './faults.ts'

export type Body = Record<string, unknown>

const largestBody = 65_536
const deepest = 16

/**
 * The JSON object of a request. Refused: what is no object, larger than 64 kB, deeper than 16, has a
 * `__proto__`, or text that the database cannot hold (lone surrogates; NUL is left to the field's own check).
 */
export function readBody(request: WireRequest): Body {
  if (request.body !== null && request.body.length > largestBody) {
    throw new AuthFault(413, 'request_entity_too_large', 'Request body too large')
  }
  const body = parse(request.body)
  if (!isBody(body)) throw badJson()
  refuseHostile(body, 0)
  return body
}

/** A text field: '' when it is missing. A NUL is refused. */
export function textOf(body: Body, name: string): string {
  const value = body[name]
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw badJson()
  if (value.includes('\0')) throw invalid(`${name} cannot contain a NUL character`)
  return value
}

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(bytes: Uint8Array | null): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes ?? new Uint8Array()))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) throw badJson()
    throw error
  }
}

function refuseHostile(value: unknown, depth: number): void {
  if (typeof value === 'string' && !value.isWellFormed()) throw badJson()
  if (typeof value !== 'object' || value === null) return
  if (depth >= deepest) throw badJson()
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') throw badJson()
    refuseHostile(inner, depth + 1)
  }
}

function badJson(): AuthFault {
  return new AuthFault(400, 'bad_json', 'Could not parse request body as JSON')
}
