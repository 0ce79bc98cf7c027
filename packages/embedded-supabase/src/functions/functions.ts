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
import { json, type WireHandler, type WireRequest, type WireResponse } from '../core/wire.ts'

/** A Web-standard handler. */
export type WebFunction = (request: Request) => Promise<Response>

export interface FunctionsOptions extends ServiceOptions {
  /** By name, served at `/functions/v1/<name>` and below. */
  functions: Record<string, WebFunction>
  /** Functions that are called without a key and authenticate the caller themselves: `verify_jwt = false` in config.toml. */
  openFunctions?: ReadonlySet<string>
}

const mount = '/functions/v1'
/** ms until a function must have begun its response. */
const timeoutMs = 60_000
/** Limits concurrent calls, because a function's own database calls do not queue behind visitors. */
const visitorsShare = {
  slots: 12,
  staffSlots: 2,
  perAddress: 4,
  waitingPerAddress: 200,
  waitingInAll: 2000,
  timeoutMs: 20_000,
}

/**
 * Serves functions as Supabase does: a key or a valid token is required; the function decides about the rest. Responses in place
 * of a function's set `x-relay-error`. Regions have no meaning here.
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
    // Browsers ask without one whether they may ask with one.
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
        return json(503, busy, { 'x-relay-error': 'true', 'retry-after': '2' })
      options.log.error({ err: error, function: name }, 'function: failed')
      return error === tooLate
        ? relayError(504, { code: 'IDLE_TIMEOUT', message: 'The function took too long' })
        : json(500, { code: 'WORKER_ERROR', message: 'Function exited due to an error' })
    }
  }
}

const busy = { code: 'SERVICE_UNAVAILABLE', message: 'Too many requests at once' }

/** Returns the user whose token comes with the request, or the anonymous caller without a valid one. */
function callerOf({ keys, clock }: FunctionsOptions, { headers }: WireRequest): Caller {
  const token = bearerOf(headers)
  const verified = token === undefined ? null : verifyToken(keys, token, clock())
  return verified !== null && 'claims' in verified ? verified : anonymousCaller
}

function bearerOf({ authorization = '' }: WireRequest['headers']): string | undefined {
  return /^bearer +(.*)$/i.exec(authorization)?.[1]?.trim()
}

function relayError(status: number, body: object): WireResponse {
  return json(status, body, { 'x-relay-error': 'true' })
}

/** A key may be sent in `apikey`, or alone in place of a Bearer token. */
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
    // HEAD needs no body, so its producer is cancelled.
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
  // The path that a function sees begins with its name, as on the platform.
  const url = new URL(request.path.slice(mount.length), siteUrl)
  url.search = request.query
  const headers = new Headers({ ...request.headers, 'x-forwarded-for': request.clientAddress })
  // Hosted functions get the address in this header from their platform; here it would be the client's own claim.
  headers.delete('cf-connecting-ip')
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.body !== null
  return new Request(url, {
    method: request.method,
    headers,
    body: hasBody ? new Uint8Array(request.body ?? []) : null,
    signal,
  })
}
