import * as v from 'valibot'
import { Refused } from './responses.ts'

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Reads a body up to a limit. @throws Refused (413), before anything is read when Content-Length exceeds the limit */
export async function readBytes(
  request: Request,
  limit: number,
  what = 'body',
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new Refused(413, 'too_large', `The ${what} is too large`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > limit) throw tooLarge
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/**
 * Reads JSON; refuses the key `__proto__`, NUL and lone surrogates.
 * @throws Refused (413, 400)
 */
export async function readJson(
  request: Request,
  limit: number,
  what?: string,
  otherwise = 'Send JSON',
): Promise<unknown> {
  const bytes = await readBytes(request, limit, what)
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (!hasUnstorableText(value)) return value
  } catch {
    // A syntax error of JSON and invalid UTF-8 both lead to the refusal below.
  }
  throw new Refused(400, 'invalid_request', otherwise)
}

/** Reads and validates JSON. @throws Refused (413, 400), with the message `invalid` when it does not fit the schema */
export async function readInput<Schema extends v.GenericSchema>(
  request: Request,
  limit: number,
  schema: Schema,
  invalid: string,
  what?: string,
): Promise<v.InferOutput<Schema>> {
  const { success, output } = v.safeParse(schema, await readJson(request, limit, what), {
    abortEarly: true,
  })
  if (!success) throw new Refused(400, 'invalid_request', invalid)
  return output
}

/**
 * Reads a posted form. File fields are ignored, and a body of another content type gives no fields.
 * @throws Refused (413, 400)
 */
export async function readForm(request: Request, limit: number): Promise<URLSearchParams> {
  const bytes = await readBytes(request, limit)
  const type = request.headers.get('content-type') ?? ''
  const fields = new URLSearchParams()
  if (!formTypes.includes(type.split(';')[0]?.trim().toLowerCase() ?? '')) return fields
  const form = new Response(bytes, { headers: { 'content-type': type } }).formData()
  const entries = await form.catch((cause: unknown) => {
    throw Object.assign(new Refused(400, 'invalid_request', 'Send a form'), { cause })
  })
  for (const [name, value] of entries) if (typeof value === 'string') fields.append(name, value)
  return fields
}

/**
 * Returns true for a value that contains NUL or lone surrogates, which PostgreSQL cannot store. The search is not
 * recursive, so that deep nesting cannot exhaust the stack.
 */
export function hasUnstorableText(value: unknown): boolean {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return true
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) return true
    for (const [name, inner] of Object.entries(next)) open.push(name, inner)
  }
  return false
}
