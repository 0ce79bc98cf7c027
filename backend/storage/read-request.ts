import * as v from 'valibot'
import { readJson } from '../read-json.ts'
import type { Call } from './caller.ts'
import { fault } from './errors.ts'

/** Bytes of the largest body that is read whole. */
const largestBody = 1024 * 1024
const rules = { deepest: 32, forbiddenKeys: ['__proto__'] }

/** @throws ApiError for a body that is too large, not JSON or not of this shape */
export async function readBody<Schema extends v.GenericSchema>(
  { wire }: Call,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const tooLarge = fault('BodyTooLarge')
  if (Number(wire.headers['content-length'] ?? 0) > largestBody) throw tooLarge
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const bytes of wire.stream ?? []) {
    size += bytes.length
    if (size > largestBody) throw tooLarge
    chunks.push(bytes)
  }
  const read = readJson(Buffer.concat(chunks), rules)
  if (typeof read === 'string') throw fault('InvalidRequest', read)
  return readShape(schema, read.value, 'body')
}

export function readQuery<Schema extends v.GenericSchema>(
  { wire }: Call,
  schema: Schema,
): v.InferOutput<Schema> {
  return readShape(schema, Object.fromEntries(new URLSearchParams(wire.query)), 'querystring')
}

function readShape<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  what: string,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, value)
  if (success) return output
  const [{ message }] = issues
  const place = [what, v.getDotPath(issues[0])].filter((part) => part !== null).join('/')
  throw fault('InvalidRequest', `${place}: ${message}`.slice(0, 300))
}
