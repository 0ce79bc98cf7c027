import type { AuthOptions } from '../auth/request.ts'
import { createAuth } from '../auth/auth.ts'
import { isForeignOrigin } from '../auth/origin.ts'
import { corsHeaders, isPreflight, answerPreflight, withCors } from '../core/cors.ts'
import { createFunctions, type FunctionsOptions } from '../functions/functions.ts'
import { createInProcessFetch, type Visitor } from '../core/in-process.ts'
import type { Realtime } from '../realtime/realtime.ts'
import { createRest, type RestOptions } from '../rest/rest.ts'
import type { StorageOptions } from '../storage/call.ts'
import type { FileStore } from '../storage/file-store.ts'
import { createStorage } from '../storage/storage.ts'
import {
  createJsonResponse,
  type WireHandler,
  type WireRequest,
  type WireResponse,
} from '../core/wire.ts'

export interface BackendOptions
  extends AuthOptions, RestOptions, FunctionsOptions, Omit<StorageOptions, 'files'> {
  /** The store for the contents of uploaded files; /storage/v1 is disabled when it is undefined. */
  files?: FileStore
  /** The Realtime service; /realtime/v1 is disabled when it is undefined. */
  realtime?: Pick<Realtime, 'handle'>
  /** Maximum bytes of a request body that is buffered, 1 MB by default. The storage service sets its own limits for files. */
  bodyLimit?: number
  /** Lower body limits in bytes for single edge functions, by function name. */
  functionBodyLimits?: Readonly<Record<string, number>>
}

export interface Backend {
  handle: WireHandler
  /** Returns the maximum bytes of a request body for this path, so that the HTTP server can refuse a larger body unread. */
  bodyLimit: (path: string) => number
  /**
   * Returns the CORS headers for error responses that are sent before `handle` is called, such as 413 for a body that is too large.
   */
  earlyHeaders: (origin: string | undefined) => Record<string, string>
  /**
   * A `fetch` for a supabase-js client in this process. Its requests do not queue behind those of visitors, and may set the
   * client's address in X-Forwarded-For.
   */
  fetch: typeof fetch
  /**
   * Returns a `fetch` for supabase-js calls that this process makes on behalf of a visitor: they queue with the visitor's own
   * requests.
   */
  fetchFor: (visitor: Visitor) => typeof fetch
}

/**
 * Serves Supabase's API under /rest/v1, /auth/v1, /functions/v1, /storage/v1 and /realtime/v1. Every request must carry one of the
 * two API keys, unless it is for a public file.
 */
export function createBackend(options: BackendOptions): Backend {
  const { files, realtime, corsOrigins = [], functionBodyLimits = {} } = options
  const services: Record<string, WireHandler> = {
    functions: createFunctions(options),
    auth: createAuth(options),
    rest: createRest(options),
    ...(files && { storage: createStorage({ ...options, files }) }),
    ...(realtime && { realtime: realtime.handle }),
  }
  const routes = new Map(Object.entries(services))
  const usualLimit = options.bodyLimit ?? 1_000_000
  const limits = new Map(
    Object.entries(functionBodyLimits).map(([name, bytes]) => [`/functions/v1/${name}`, bytes]),
  )
  const bodyLimit = (path: string) => limits.get(path) ?? usualLimit

  async function handle(request: WireRequest): Promise<WireResponse> {
    const { origin } = request.headers
    if (origin === undefined || !corsOrigins.includes(origin)) return answer(request)
    return isPreflight(request)
      ? answerPreflight(request, origin)
      : withCors(await answer(request), origin)
  }

  async function answer(request: WireRequest): Promise<WireResponse> {
    if (request.body !== null && request.body.byteLength > bodyLimit(request.path))
      return createJsonResponse(413, { message: 'The body is too large' })
    const name = /^\/([a-z]+)\/v1\//.exec(request.path)?.[1] ?? ''
    if (name !== 'functions' && isForeignOrigin(options, request))
      return createJsonResponse(403, { message: 'Requests from other sites are refused' })
    const service = routes.get(name)
    return (
      service?.(request) ??
      createJsonResponse(404, { message: 'no Route matched with those values' })
    )
  }

  return {
    handle,
    bodyLimit,
    earlyHeaders: (origin = '') => (corsOrigins.includes(origin) ? corsHeaders(origin) : {}),
    fetch: createInProcessFetch(handle, {
      clientAddress: '127.0.0.1',
      headers: {},
      isInternal: true,
    }),
    fetchFor: (visitor) => createInProcessFetch(handle, visitor),
  }
}
