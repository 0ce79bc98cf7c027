/** The body is larger than it may be. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/** The body is not JSON that we take. */
export class NotJsonError extends Error {
  override name = 'NotJsonError'
}

/** The body is not the form that it says it is. */
export class NotFormError extends Error {
  override name = 'NotFormError'
}

/**
 * The bytes of a request, read no further than the limit.
 * @throws TooLargeError, before anything is read when the length is announced
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new TooLargeError()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > limit) throw new TooLargeError()
    chunks.push(chunk)
  }
  return join(chunks, length)
}

/**
 * The body as JSON. Objects that try to change their prototype, NUL and halves of characters are refused.
 * @throws TooLargeError, NotJsonError
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const bytes = await readBytes(request, limit)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new NotJsonError('The body is not JSON', { cause: error })
  }
  if (holdsTrouble(value)) throw new NotJsonError('The body names a prototype or holds no text')
  return value
}

/**
 * Whether a value tries to change its prototype, or has text in it that no database keeps: NUL, or half a character.
 * Walks without recursion, so that depth cannot exhaust the stack.
 */
export function holdsTrouble(value: unknown): boolean {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string' && !isKeepable(next)) return true
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) return true
    for (const [name, inner] of Object.entries(next)) open.push(name, inner)
  }
  return false
}

function isKeepable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function join(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}
