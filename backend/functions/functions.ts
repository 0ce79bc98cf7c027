import { resolveCaller } from '../keys.ts'
import type { ServiceOptions } from '../service-options.ts'
import { json, type WireHandler, type WireRequest, type WireResponse } from '../wire.ts'

/** A Web-standard handler. */
export type WebFunction = (request: Request) => Promise<Response>

export interface FunctionsOptions extends ServiceOptions {
  /** By name, served at `/functions/v1/<name>` and below. */
  functions: Record<string, WebFunction>
  /** Functions that others call without a key, and that check for themselves who is calling. */
  openFunctions?: ReadonlySet<string>
}

const mount = '/functions/v1/'
const patience = 60_000

/** Serves functions as Supabase does: a key is asked for, a bad token refused; the rest is the function's to judge. */
export function createFunctions(options: FunctionsOptions): WireHandler {
  const functions = new Map(Object.entries(options.functions))
  const { openFunctions = new Set(['stripe-webhook']) } = options
  return async (request) => {
    const name = request.path.slice(mount.length).split('/')[0] ?? ''
    const handler = functions.get(name)
    if (handler === undefined)
      return json(404, { code: 'NOT_FOUND', message: 'Requested function was not found' })
    if (!openFunctions.has(name)) {
      const resolution = resolveCaller(options.keys, request.headers, options.clock())
      if ('refusal' in resolution) return json(resolution.refusal.status, resolution.refusal.body)
    }
    try {
      return await call(handler, request, options.siteUrl)
    } catch (error) {
      options.log.error({ err: error, function: name }, 'function: failed')
      const late = error instanceof DOMException && error.name === 'TimeoutError'
      return late
        ? json(504, { code: 'IDLE_TIMEOUT', message: 'The function took too long' })
        : json(500, { code: 'WORKER_ERROR', message: 'Function exited due to an error' })
    }
  }
}

async function call(
  handler: WebFunction,
  request: WireRequest,
  siteUrl: URL,
): Promise<WireResponse> {
  const signal = AbortSignal.timeout(patience)
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const response = await Promise.race([handler(toWebRequest(request, siteUrl, signal)), tooLate])
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: response.body === null ? null : new Uint8Array(await response.arrayBuffer()),
  }
}

function toWebRequest(request: WireRequest, siteUrl: URL, signal: AbortSignal): Request {
  const url = new URL(request.path, siteUrl)
  url.search = request.query
  const headers = new Headers({ ...request.headers, 'x-forwarded-for': request.clientAddress })
  // Where functions are hosted, theirs is the address; here it is a claim.
  headers.delete('cf-connecting-ip')
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.body !== null
  return new Request(url, {
    method: request.method,
    headers,
    body: hasBody ? new Uint8Array(request.body ?? []) : null,
    signal,
  })
}
