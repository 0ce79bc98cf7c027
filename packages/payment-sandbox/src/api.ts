import { createHash } from 'node:crypto'
import { ApiError, apiVersion } from './api-error.ts'
import { type SandboxContext, createId, isSameText } from './context.ts'
import { toCanonicalText, type FormObject, parseForm } from './form-encoding.ts'
import { routeRequest } from './routes.ts'

const maxBodyBytes = 256 * 1024

const keyInUseError = new ApiError(
  409,
  'There is currently another in-progress request using this Idempotent Key.',
  { type: 'idempotency_error', code: 'idempotency_key_in_use' },
)

/**
 * Returns the request handler of the API. It handles requests one after another, and answers 409 when a request with the same
 * idempotency key is still running.
 */
export function createApi(
  context: SandboxContext,
): (request: Request, path: string) => Promise<Response> {
  let last: Promise<unknown> = Promise.resolve()
  const underWay = new Set<string>()
  return (request, path) => {
    const key = getIdempotencyKey(request)
    if (key !== null && underWay.has(key))
      return Promise.resolve(respondError(context, keyInUseError, createId('req')))
    if (key !== null) underWay.add(key)
    const turn = last.then(() => handleRequest(context, request, path))
    if (request.method !== 'GET') last = turn
    return turn.finally(() => key !== null && underWay.delete(key))
  }
}

function getIdempotencyKey(request: Request): string | null {
  return request.method === 'POST' ? request.headers.get('idempotency-key') : null
}

async function handleRequest(
  context: SandboxContext,
  request: Request,
  path: string,
): Promise<Response> {
  const id = createId('req')
  try {
    checkCaller(context, request)
    const { method } = request
    const form = await readForm(request)
    const run = async (): Promise<string> =>
      JSON.stringify(await routeRequest(context, method, path, form))
    const key = getIdempotencyKey(request)
    const reply =
      key === null
        ? { body: await run(), replayed: false }
        : await runOnce(context, key, { path, parameters: toCanonicalText(form) }, run)
    return respond(200, reply.body, {
      'request-id': id,
      'stripe-version': apiVersion,
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...(reply.replayed ? { 'idempotent-replayed': 'true' } : {}),
    })
  } catch (error) {
    return respondError(context, error, id)
  }
}

async function readForm(request: Request): Promise<FormObject> {
  if (request.method !== 'POST') return parseForm(new URL(request.url).search)
  const body = await request.text()
  if (body.length > maxBodyBytes) throw new ApiError(413, 'The request is too large.')
  return parseForm(body)
}

/** Checks the API key and the API version. The sandbox only supports one version, unlike the provider. */
function checkCaller(context: SandboxContext, request: Request): void {
  const key = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (key === undefined) throw new ApiError(401, 'You did not provide an API key.')
  if (!isSameText(key, context.secretKey))
    throw new ApiError(401, `Invalid API Key provided: ${key.slice(0, 8)}****`)
  const version = request.headers.get('stripe-version') ?? apiVersion
  if (version !== apiVersion)
    throw new ApiError(
      400,
      `Invalid Stripe API version: ${version.slice(0, 40)}. The sandbox speaks ${apiVersion}.`,
    )
}

/**
 * Runs a request once per idempotency key; for a repeated request it returns the stored response. Error responses are not stored.
 * @throws ApiError when the key was used with other parameters
 */
async function runOnce(
  context: SandboxContext,
  key: string,
  { path, parameters }: { path: string; parameters: string },
  run: () => Promise<string>,
): Promise<{ body: string; replayed: boolean }> {
  if (key.length > 255)
    throw new ApiError(400, 'Idempotency keys can be up to 255 characters long.')
  const fingerprint = createHash('sha256').update(`${path}\n${parameters}`).digest('hex')
  const known = context.store.reply(key)
  if (known === undefined) {
    const body = await run()
    context.store.keepReply(key, { fingerprint, body })
    return { body, replayed: false }
  }
  if (known.fingerprint !== fingerprint)
    throw new ApiError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    )
  return { body: known.body, replayed: true }
}

function respondError(context: SandboxContext, error: unknown, id: string): Response {
  if (!(error instanceof ApiError)) {
    context.log.error({ err: error }, 'payment sandbox: failed')
    const body = { error: { type: 'api_error', message: 'An unknown error occurred' } }
    return respond(500, JSON.stringify(body), { 'request-id': id })
  }
  const retry = error.status === 409 ? 'true' : 'false'
  const headers = { 'request-id': id, 'stripe-should-retry': retry }
  return respond(error.status, JSON.stringify(error), headers)
}

function respond(status: number, body: string, headers: Record<string, string>): Response {
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })
}
