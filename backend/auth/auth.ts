import { randomBytes } from 'node:crypto'
import type { Sql } from '../database/sql.ts'
import { type BackendKeys, type Caller, resolveCaller } from '../keys.ts'
import type { Logger, WireHandler, WireRequest, WireResponse } from '../wire.ts'
import { health, jwks, settings } from './about.ts'
import { json } from './answers.ts'
import type { SendAuthMail } from './auth-mail.ts'
import type { AuthContext, AuthHandler } from './context.ts'
import { asFault, describe } from './failures.ts'
import { AuthFault, faultResponse } from './faults.ts'
import { logout } from './logout.ts'
import { isForeign } from './origin.ts'
import { sendOtp } from './otp.ts'
import { createBcryptHasher, type PasswordHasher } from './password-hasher.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { resend } from './resend.ts'
import { signUp } from './signup.ts'
import { token } from './token.ts'
import { getUser, updateUser } from './user.ts'
import { openLink, peekAtLink, verify } from './verify.ts'

export interface AuthOptions {
  /** Connected as the owner of the schema `auth`. */
  sql: Sql
  keys: BackendKeys
  /** The shop's own address: what links in mails lead to, and the only origin that they lead back to. */
  siteUrl: URL
  /** ms since 1970. */
  clock: () => number
  sendAuthMail: SendAuthMail
  log: Logger
  /** A full name as it may be kept; null for one that looks like an attack. */
  cleanName: (fullName: string) => string | null
  passwordHasher?: PasswordHasher
  random?: (bytes: number) => Buffer
}

const mount = '/auth/v1'

const endpoints: Record<string, AuthHandler> = {
  'POST /signup': signUp,
  'POST /token': token,
  'GET /verify': openLink,
  'HEAD /verify': peekAtLink,
  'POST /verify': verify,
  'POST /otp': sendOtp,
  'POST /recover': recover,
  'POST /resend': resend,
  'POST /logout': logout,
  'GET /user': getUser,
  'PUT /user': updateUser,
  'GET /reauthenticate': reauthenticate,
  'GET /settings': settings,
  'GET /health': health,
  'GET /.well-known/jwks.json': jwks,
}
const routes = new Map(Object.entries(endpoints))

/** What is reached without a key: links in mails, and the public keys. */
const keyless = new Set(['GET /verify', 'HEAD /verify', 'GET /.well-known/jwks.json'])

/** The sign-in service at /auth/v1: the part of GoTrue's protocol that an e-mail account needs. */
export function createAuth(options: AuthOptions): WireHandler {
  const context: AuthContext = {
    ...options,
    hasher: options.passwordHasher ?? createBcryptHasher(),
    cleanName: options.cleanName,
    random: options.random ?? randomBytes,
  }
  return async function handleAuth(request) {
    try {
      return await answer(context, request, options.clock())
    } catch (error) {
      if (error instanceof AuthFault) return faultResponse(error, request)
      options.log.error({ ...describe(error), path: request.path }, 'auth: failed')
      return faultResponse(asFault(error), request)
    }
  }
}

async function answer(
  context: AuthContext,
  request: WireRequest,
  now: number,
): Promise<WireResponse> {
  const path = request.path.slice(mount.length)
  const handler = routes.get(`${request.method} ${path}`)
  if (handler === undefined) throw noSuchRoute(path)
  if (isForeign(context.siteUrl, request)) {
    throw new AuthFault(403, 'no_authorization', 'Requests from other sites are refused')
  }
  const query = new URLSearchParams(request.query)
  if (keyless.has(`${request.method} ${path}`)) {
    const caller: Caller = { role: 'anon', claims: { role: 'anon' } }
    return handler(context, { wire: request, query, caller, now })
  }
  const resolution = resolveCaller(context.keys, request.headers, now)
  if ('caller' in resolution) {
    return handler(context, { wire: request, query, caller: resolution.caller, now })
  }
  const { refusal } = resolution
  if (refusal.what === 'key') return json(refusal.status, refusal.body)
  throw new AuthFault(refusal.status, 'bad_jwt', `invalid JWT: ${refusal.body.message}`)
}

function noSuchRoute(path: string): AuthFault {
  const named = [...routes.keys()].map((route) => route.split(' '))
  const methods = named.flatMap(([method, at]) => (at === path ? [method] : []))
  if (methods.length === 0) return new AuthFault(404, 'not_found', 'Path not found')
  const headers = { allow: methods.join(', ') }
  return new AuthFault(405, 'method_not_allowed', 'Method not allowed', { headers })
}
