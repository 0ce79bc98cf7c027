import { createHash } from 'node:crypto'
import { ApiError } from './api-error.ts'
import { apiVersion, type Context } from './context.ts'
import { expand } from './expand.ts'
import { parseForm } from './form.ts'
import { newId, sameText } from './ids.ts'
import { route } from './routes.ts'

const mostBytes = 256 * 1024

/**
 * The provider's HTTP API. Calls that change something are answered one after another; while one is under way, another
 * with its idempotency key is refused with 409.
 */
export function createApi(context: Context): (request: Request, path: string) => Promise<Response> {
  let last: Promise<unknown> = Promise.resolve()
  const underWay = new Set<string>()
  return (request, path) => {
    const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null
    if (key !== null && underWay.has(key)) return Promise.resolve(keyInUse(context))
    if (key !== null) underWay.add(key)
    const turn = last.then(() => answer(context, request, path))
    if (request.method !== 'GET') last = turn
    return turn.finally(() => key !== null && underWay.delete(key))
  }
}

function keyInUse(context: Context): Response {
  const error = new ApiError(
    409,
    'There is currently another in-progress request using this Idempotent Key.',
    { type: 'idempotency_error', code: 'idempotency_key_in_use' },
  )
  return respondError(context, error, newId('req'))
}

async function answer(context: Context, request: Request, path: string): Promise<Response> {
  const id = newId('req')
  try {
    const version = checkCaller(context, request)
    const body = request.method === 'GET' ? '' : await request.text()
    if (body.length > mostBytes) throw new ApiError(413, 'The request is too large.')
    const { search } = new URL(request.url)
    const form = parseForm(request.method === 'GET' ? search : body)
    const run = async (): Promise<string> => {
      const result = await route(context, request.method, path, form)
      return JSON.stringify(expand(context, result, form))
    }
    const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null
    const reply =
      key === null
        ? { status: 200, body: await run(), replayed: false }
        : await once(context, key, `${path}\n${body}`, run)
    return respond(reply.status, reply.body, {
      'request-id': id,
      'stripe-version': version,
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...(reply.replayed ? { 'idempotent-replayed': 'true' } : {}),
    })
  } catch (error) {
    return respondError(context, error, id)
  }
}

function checkCaller(context: Context, request: Request): string {
  const key = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (key === undefined) throw new ApiError(401, 'You did not provide an API key.')
  if (!sameText(key, context.secretKey))
    throw new ApiError(401, `Invalid API Key provided: ${key.slice(0, 8)}****`)
  const version = request.headers.get('stripe-version') ?? apiVersion
  if (!/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version))
    throw new ApiError(400, `Invalid Stripe API version: ${version.slice(0, 40)}`)
  return version
}

/** What was answered under a key is answered again; only to the same request. What was refused is not kept. */
async function once(
  context: Context,
  key: string,
  request: string,
  run: () => Promise<string>,
): Promise<{ status: number; body: string; replayed: boolean }> {
  if (key.length > 255)
    throw new ApiError(400, 'Idempotency keys can be up to 255 characters long.')
  const fingerprint = createHash('sha256').update(request).digest('hex')
  const known = context.store.reply(key)
  if (known === null) {
    const body = await run()
    context.store.keepReply(key, { fingerprint, status: 200, body })
    return { status: 200, body, replayed: false }
  }
  if (known.fingerprint !== fingerprint)
    throw new ApiError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    )
  return { ...known, replayed: true }
}

function respondError(context: Context, error: unknown, id: string): Response {
  if (!(error instanceof ApiError)) {
    context.log.error({ err: error }, 'The payment sandbox failed')
    return respond(
      500,
      JSON.stringify({ error: { type: 'api_error', message: 'An unknown error occurred' } }),
      { 'request-id': id },
    )
  }
  const { type, code, message, param, status } = error
  const body = { error: { type, message, ...(code && { code }), ...(param && { param }) } }
  const retry = status === 409 ? 'true' : 'false'
  return respond(status, JSON.stringify(body), { 'request-id': id, 'stripe-should-retry': retry })
}

function respond(status: number, body: string, headers: Record<string, string>): Response {
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })
}
