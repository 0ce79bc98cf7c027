import { toAsker } from '../queue/asker.ts'
import { FairQueue, NoSlotError } from '../queue/fair-queue.ts'
import {
  type BackendKeys,
  type Caller,
  resolveCaller,
  anonymousCaller,
  verifyToken,
} from '../core/keys.ts'
import type { ServiceOptions } from '../services/service-options.ts'
import {
  createJsonResponse,
  type WireHandler,
  type WireRequest,
  type WireResponse,
} from '../core/wire.ts'

/** An edge function: a handler with the Web's Request and Response. */
export type WebFunction = (request: Request) => Promise<Response>

export interface FunctionsOptions extends ServiceOptions {
  /** The functions by name. Each is served at `/functions/v1/<name>` and all paths below. */
  functions: Record<string, WebFunction>
  /** Names of functions that are called without a key and authenticate callers themselves (`verify_jwt = false` in config.toml). */
  openFunctions?: ReadonlySet<string>
}

const mount = '/functions/v1'
/** Milliseconds in which a function must begin its response. */
const timeoutMs = 60_000
/** Limits on concurrent calls by visitors. They are needed because a function's own database calls do not queue behind visitors. */
const visitorsShare = {
  slots: 12,
  staffSlots: 2,
  perAddress: 4,
  waitingPerAddress: 200,
  waitingInAll: 2000,
  heldInAll: 100_000_000,
  timeoutMs: 20_000,
}

/**
 * Serves edge functions as Supabase does. A key or valid token is required; everything else is up to the function. Responses that
 * do not come from a function have the header `x-relay-error`. There are no regions.
 */
export function createFunctions(options: FunctionsOptions): WireHandler {
  const functions = new Map(Object.entries(options.functions))
  const { openFunctions = new Set() } = options
  const shares = new FairQueue({ ...visitorsShare, ...options.queues?.functions })
  return async (request) => {
    const name = request.path.split('/')[3] ?? ''
    const handler = functions.get(name)
    if (handler === undefined)
      return relayError(404, { code: 'NOT_FOUND', message: 'Requested function was not found' })
    // Browsers send CORS preflight requests without a key.
    if (!openFunctions.has(name) && request.method !== 'OPTIONS') {
      const refusal = findRefusal(options, request)
      if (refusal !== null) return relayError(refusal.status, refusal.body)
    }
    try {
      const run = () => call(handler, request, options.siteUrl)
      if (request.isInternal === true) return await run()
      const asker = toAsker(options, request, callerOf(options, request))
      return await shares.use({ ...asker, isAborted: request.isAborted }, run)
    } catch (error) {
      if (error instanceof NoSlotError)
        return createJsonResponse(503, busy, { 'x-relay-error': 'true', 'retry-after': '2' })
      options.log.error({ err: error, function: name }, 'function: failed')
      return error === tooLate
        ? relayError(504, { code: 'IDLE_TIMEOUT', message: 'The function took too long' })
        : createJsonResponse(500, {
            code: 'WORKER_ERROR',
            message: 'Function exited due to an error',
          })
    }
  }
}

const busy = { code: 'SERVICE_UNAVAILABLE', message: 'Too many requests at once' }

/** Returns the user whose token the request carries, or the anonymous caller when there is no valid token. */
function callerOf({ keys, clock }: FunctionsOptions, { headers }: WireRequest): Caller {
  const token = bearerOf(headers)
  const verified = token === undefined ? null : verifyToken(keys, token, clock())
  return verified !== null && 'claims' in verified ? verified : anonymousCaller
}

function bearerOf({ authorization = '' }: WireRequest['headers']): string | undefined {
  return /^bearer +(.*)$/i.exec(authorization)?.[1]?.trim()
}

function relayError(status: number, body: object): WireResponse {
  return createJsonResponse(status, body, { 'x-relay-error': 'true' })
}

/** Returns the refusal of a request, or null. The key may be sent as `apikey`, or as the Bearer token. */
function findRefusal(
  { keys, clock }: FunctionsOptions,
  { headers }: WireRequest,
): { status: number; body: object } | null {
  const token = bearerOf(headers)
  if (headers.apikey === undefined && token !== undefined && isToken(keys, token, clock()))
    return null
  const resolution = resolveCaller(keys, { ...headers, apikey: headers.apikey ?? token }, clock())
  return 'refusal' in resolution ? resolution.refusal : null
}

function isToken(keys: BackendKeys, token: string, now: number): boolean {
  return 'claims' in verifyToken(keys, token, now)
}

const tooLate = new Error('The function took too long')

async function call(
  handler: WebFunction,
  request: WireRequest,
  siteUrl: URL,
): Promise<WireResponse> {
  const stopping = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    stopping.abort(tooLate)
    late.reject(tooLate)
  }, timeoutMs)
  try {
    const asked = toWebRequest(request, siteUrl, stopping.signal)
    const { status, headers, body } = await Promise.race([handler(asked), late.promise])
    // A response to HEAD has no body, so the function's body stream is cancelled.
    if (request.method === 'HEAD') await body?.cancel()
    return {
      status,
      headers: Object.fromEntries([...headers].filter(([name]) => name !== 'set-cookie')),
      cookies: headers.getSetCookie(),
      body: request.method === 'HEAD' ? null : body,
    }
  } finally {
    clearTimeout(timer)
  }
}

function toWebRequest(request: WireRequest, siteUrl: URL, signal: AbortSignal): Request {
  // The path that a function sees starts with its name, as on hosted Supabase.
  const url = new URL(request.path.slice(mount.length), siteUrl)
  url.search = request.query
  const headers = new Headers({ ...request.headers, 'x-forwarded-for': request.clientAddress })
  // On hosted Supabase the platform sets this header to the client's address; here a client could forge it.
  headers.delete('cf-connecting-ip')
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.body !== null
  return new Request(url, {
    method: request.method,
    headers,
    body: hasBody ? new Uint8Array(request.body ?? []) : null,
    signal,
  })
}
