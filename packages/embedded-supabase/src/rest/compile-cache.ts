import { isObject } from '../core/read-json.ts'
import type { WireRequest } from '../core/wire.ts'
import { compileRequest, type CompiledRequest } from './compile.ts'
import { jsonType, readJsonBody } from './lib/body.ts'
import type { RestRequest } from './request.ts'
import type { Schema } from './schema/schema.ts'
import type { CompileOptions } from './sql/build.ts'

const maxEntries = 1000
/** Maximum characters of a cache key; requests with longer ones are not cached. */
const maxKeyLength = 2000

/**
 * Caches compiled statements until the schema changes: of equal reads, and of function calls whose JSON bodies have the same
 * argument names.
 */
export function createCompileCache() {
  const bySchema = new WeakMap<Schema, Map<string, CompiledRequest>>()
  return (wire: WireRequest, request: RestRequest, rules: CompileOptions): CompiledRequest => {
    const body = bodyOfCall(request)
    if (request.method !== 'GET' && body === null) return compileRequest(request, rules)
    const { accept = '', prefer = '', range = '' } = wire.headers
    const words = [rules.isBounded, wire.path, wire.query, accept, prefer, range, body?.names]
    const key = JSON.stringify(words)
    if (key.length > maxKeyLength) return compileRequest(request, rules)
    let remembered = bySchema.get(rules.schema)
    if (remembered === undefined || remembered.size >= maxEntries) {
      remembered = new Map()
      bySchema.set(rules.schema, remembered)
    }
    let known = remembered.get(key)
    if (known === undefined) {
      known = withBody(compileRequest(request, rules), '')
      remembered.set(key, known)
    }
    return withBody(known, body?.text ?? '')
  }
}

/** Returns the statement with the text of another body that has the same argument names. */
function withBody(compiled: CompiledRequest, text: string): CompiledRequest {
  return compiled.isOfBody ? { ...compiled, values: compiled.values.with(0, text) } : compiled
}

/** Returns the text and the keys of a function call's JSON object, or null for any other request. */
function bodyOfCall({ kind, method, body }: RestRequest): { text: string; names: string[] } | null {
  if (kind !== 'function' || method !== 'POST' || body.type !== jsonType) return null
  const { text, value } = readJsonBody(body)
  return isObject(value) ? { text, names: Object.keys(value) } : null
}
