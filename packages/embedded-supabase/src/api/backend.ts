import type { AuthOptions } from '../auth/request.ts'
import { createAuth } from '../auth/auth.ts'
import { isForeign } from '../auth/origin.ts'
import { corsHeaders, isPreflight, preflight, withCors } from '../core/cors.ts'
import { createFunctions, type FunctionsOptions } from '../functions/functions.ts'
import { createInProcessFetch, type Visitor } from '../core/in-process.ts'
import type { Realtime } from '../realtime/realtime.ts'
import { createRest, type RestOptions } from '../rest/rest.ts'
import type { StorageOptions } from '../storage/call.ts'
import type { FileStore } from '../storage/file-store.ts'
import { createStorage } from '../storage/storage.ts'
import { json, type WireHandler, type WireRequest, type WireResponse } from '../core/wire.ts'

export interface BackendOptions
  extends AuthOptions, RestOptions, FunctionsOptions, Omit<StorageOptions, 'files'> {
  /** Contents of stored files. Without it there is no storage. */
  files?: FileStore
  /** Realtime is disabled when it is undefined. */
  realtime?: Pick<Realtime, 'handle'>
  /** Bytes of the largest buffered body, 1 MB by default. The storage service sets its own limits for files. */
  bodyLimit?: number
  /** Lower limits of single functions, by name. */
  functionBodyLimits?: Readonly<Record<string, number>>
}

export interface Backend {
  handle: WireHandler
  /** Bytes that the body of a request to this path may have, so that a larger one need not be read. */
  bodyLimit: (path: string) => number
  /** Headers for responses to an origin that are sent before this handler runs: a body that is too large, an unreadable address. */
  earlyHeaders: (origin: string | undefined) => Record<string, string>
  /** For supabase-js in this process: its requests do not queue behind visitors, and may name the client in X-Forwarded-For. */
  fetch: typeof fetch
  /** Like `fetch`, on behalf of a visitor. */
  fetchFor: (visitor: Visitor) => typeof fetch
}

/**
 * Supabase's wire protocol under /rest/v1, /auth/v1, /functions/v1, /storage/v1 and /realtime/v1. Every call names one of the two
 * keys, unless it is for a public file.
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
      ? preflight(request, origin)
      : withCors(await answer(request), origin)
  }

  async function answer(request: WireRequest): Promise<WireResponse> {
    if (request.body !== null && request.body.byteLength > bodyLimit(request.path))
      return json(413, { message: 'The body is too large' })
    const name = /^\/([a-z]+)\/v1\//.exec(request.path)?.[1] ?? ''
    if (name !== 'functions' && isForeign(options, request))
      return json(403, { message: 'Requests from other sites are refused' })
    const service = routes.get(name)
    return service?.(request) ?? json(404, { message: 'no Route matched with those values' })
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
