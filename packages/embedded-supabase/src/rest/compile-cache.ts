import { isObject } from '../core/read-json.ts'
import type { WireRequest } from '../core/wire.ts'
import { compile, type Compiled } from './compile.ts'
import { jsonType, readBody } from './lib/body.ts'
import type { RestRequest } from './request.ts'
import type { Schema } from './schema/schema.ts'
import type { Rules } from './sql/build.ts'

const maxEntries = 1000
/** Characters. */
const maxKeyLength = 2000

/** Caches the compiled statements of equal reads, and of calls whose arguments have the same names, until the schema changes. */
export function createCompileCache() {
  const bySchema = new WeakMap<Schema, Map<string, Compiled>>()
  return (wire: WireRequest, request: RestRequest, rules: Rules): Compiled => {
    const body = bodyOfCall(request)
    if (request.method !== 'GET' && body === null) return compile(request, rules)
    const { accept = '', prefer = '', range = '' } = wire.headers
    const words = [rules.isBounded, wire.path, wire.query, accept, prefer, range, body?.names]
    const key = JSON.stringify(words)
    if (key.length > maxKeyLength) return compile(request, rules)
    let remembered = bySchema.get(rules.schema)
    if (remembered === undefined || remembered.size >= maxEntries) {
      remembered = new Map()
      bySchema.set(rules.schema, remembered)
    }
    let known = remembered.get(key)
    if (known === undefined) {
      known = withBody(compile(request, rules), '')
      remembered.set(key, known)
    }
    return withBody(known, body?.text ?? '')
  }
}

/** Returns the same statement for another body with the same names. */
function withBody(compiled: Compiled, text: string): Compiled {
  return compiled.isOfBody ? { ...compiled, values: compiled.values.with(0, text) } : compiled
}

/** Returns the text of a call's JSON object and the names in it; null for anything else. */
function bodyOfCall({ kind, method, body }: RestRequest): { text: string; names: string[] } | null {
  if (kind !== 'function' || method !== 'POST' || body.type !== jsonType) return null
  const { text, value } = readBody(body)
  return isObject(value) ? { text, names: Object.keys(value) } : null
}
