import type { Sql } from './database/sql.ts'
import type { SendAuthMail } from './auth/auth-mail.ts'
import { createAuth } from './auth/auth.ts'
import { isForeign } from './auth/origin.ts'
import type { PasswordHasher } from './auth/password-hasher.ts'
import type { ConnectionPool } from './database/pool.ts'
import { createFunctions, type WebFunction } from './functions/functions.ts'
import { createInProcessFetch, type Visitor } from './in-process.ts'
import { resolveCaller, type BackendKeys } from './keys.ts'
import { createRest } from './rest/rest.ts'
import type { FileStore } from './storage/file-store.ts'
import { createStorage } from './storage/storage.ts'
import type { Logger, WireHandler, WireRequest, WireResponse } from './wire.ts'

export interface BackendOptions {
  /** As the owner of the database. */
  sql: Sql
  /** For REST; both from `connectDatabase`. */
  sessions: ConnectionPool
  keys: BackendKeys
  siteUrl: URL
  /** ms since 1970 */
  clock: () => number
  /** Called inside the transaction that causes the email. */
  sendAuthMail: SendAuthMail
  /** Served at `/functions/v1/<name>` and below. */
  functions: Record<string, WebFunction>
  /** Functions that are called without a key. */
  openFunctions?: ReadonlySet<string>
  /** A full name as it may be kept; null for one that looks like an attack. */
  cleanName: (fullName: string) => string | null
  passwordHasher?: PasswordHasher
  /** Contents of stored files. Without it there is no storage. */
  files?: FileStore
  log: Logger
}

export interface Backend {
  handle: WireHandler
  /** For supabase-js in this process, which waits behind no visitor and may say for whom it asks (X-Forwarded-For). */
  fetch: typeof fetch
  /** The same, in the name of a visitor. */
  fetchFor: (visitor: Visitor) => typeof fetch
}

/** Bytes of the largest body that is taken. */
const maxBody = 1024 * 1024

/**
 * Supabase's wire protocol under /rest/v1, /auth/v1, /functions/v1 and /storage/v1. Every call names one of the two
 * keys, unless it is for a public file.
 */
export function createBackend(options: BackendOptions): Backend {
  const { keys, clock, siteUrl, files } = options
  const auth = createAuth(options)
  const rest = createRest(options)
  const storage = files && createStorage({ ...options, files })
  const functions = createFunctions({
    ...options,
    open: options.openFunctions ?? new Set(['stripe-webhook']),
  })

  async function handle(request: WireRequest): Promise<WireResponse> {
    const { path } = request
    if (request.body !== null && request.body.byteLength > maxBody) return tooLarge()
    if (path.startsWith('/functions/v1/')) return functions(request)
    if (isForeign(siteUrl, request))
      return json(403, { message: 'Requests from other sites are refused' })
    if (path.startsWith('/auth/v1/')) return auth(request)
    if (storage && path.startsWith('/storage/v1/')) return storage(request)
    if (!path.startsWith('/rest/v1/'))
      return json(404, { message: 'no Route matched with those values' })
    const resolution = resolveCaller(keys, request.headers, clock())
    if ('caller' in resolution) return rest(request, resolution.caller)
    const { status, body, what } = resolution.refusal
    return json(
      status,
      body,
      what === 'token' ? { 'www-authenticate': `Bearer error="invalid_token"` } : {},
    )
  }

  return {
    handle,
    fetch: createInProcessFetch(handle, {
      clientAddress: '127.0.0.1',
      headers: {},
      isOwn: true,
    }),
    fetchFor: (visitor) => createInProcessFetch(handle, visitor),
  }
}

function tooLarge(): WireResponse {
  return json(413, { message: 'The body is larger than 1 MB' })
}

function json(status: number, body: object, headers: Record<string, string> = {}): WireResponse {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}
