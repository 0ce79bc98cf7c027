import { forLog } from '../database/errors.ts'
import { publicKeySet, resolveCaller, stranger } from '../keys.ts'
import { ApiError, json, type WireHandler, type WireResponse } from '../wire.ts'
import { empty, errorAnswer, ok, unexpected } from './answers.ts'
import { isForeign } from './origin.ts'
import { recover, resend, sendOtp } from './mailed.ts'
import { createBcryptHasher } from './password-hasher.ts'
import { passwordGrant } from './password-grant.ts'
import { pkceGrant } from './pkce.ts'
import { refreshGrant } from './refresh.ts'
import type { AuthHandler, AuthOptions, AuthRequest } from './request.ts'
import { signUp } from './signup.ts'
import { getUser, logout, reauthenticate, updateUser } from './user.ts'
import { openLink, verify } from './verify.ts'

const grants = new Map<string | null, AuthHandler>([
  ['password', passwordGrant],
  ['refresh_token', refreshGrant],
  ['pkce', pkceGrant],
])
const providers =
  'anonymous_users apple azure bitbucket discord facebook snapchat figma fly github gitlab google keycloak ' +
  'kakao linkedin linkedin_oidc notion spotify slack slack_oidc workos twitch twitter email phone zoom'

const endpoints: Record<string, AuthHandler> = {
  'POST /signup': signUp,
  'POST /token': async (request) => {
    const grant = grants.get(request.query.get('grant_type'))
    if (grant !== undefined) return grant(request)
    throw new ApiError(400, 'invalid_credentials', 'unsupported_grant_type')
  },
  'GET /verify': openLink,
  // Mail scanners look at links before people open them.
  'HEAD /verify': async () => empty(200),
  'POST /verify': verify,
  'POST /otp': sendOtp,
  'POST /recover': recover,
  'POST /resend': resend,
  'POST /logout': logout,
  'GET /user': getUser,
  'PUT /user': updateUser,
  'GET /reauthenticate': reauthenticate,
  // What can be done here: accounts are by e-mail and are confirmed by mail.
  'GET /settings': async () =>
    ok({
      external: Object.fromEntries(providers.split(' ').map((name) => [name, name === 'email'])),
      disable_signup: false,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled: false,
    }),
  'GET /health': async () =>
    ok({ name: 'GoTrue', description: 'User registration and authentication API' }),
  // What access tokens are checked against.
  'GET /.well-known/jwks.json': async ({ keys }) =>
    ok(publicKeySet(keys), { 'cache-control': 'public, max-age=600' }),
}
const routes = new Map(Object.entries(endpoints))

/** What is reached without a key: links in mails, and the public keys. */
const keyless = new Set(['GET /verify', 'HEAD /verify', 'GET /.well-known/jwks.json'])

/** The sign-in service at /auth/v1: the part of GoTrue's protocol that an e-mail account needs. */
export function createAuth(options: AuthOptions): WireHandler {
  const { passwordHasher = createBcryptHasher(), clock, log } = options
  return async (wire) => {
    try {
      const now = clock()
      const query = new URLSearchParams(wire.query)
      const caller = stranger
      return await answer({
        ...options,
        passwordHasher,
        wire,
        query,
        caller,
        now,
        at: new Date(now),
      })
    } catch (error) {
      if (error instanceof ApiError) return errorAnswer(error, wire)
      log.error({ ...forLog(error), path: wire.path }, 'auth: failed')
      return errorAnswer(unexpected(error), wire)
    }
  }
}

async function answer(request: AuthRequest): Promise<WireResponse> {
  const { wire, keys, now, siteUrl } = request
  const path = wire.path.slice('/auth/v1'.length)
  const route = `${wire.method} ${path}`
  const handler = routes.get(route)
  if (handler === undefined) throw noSuchRoute(path)
  if (isForeign(siteUrl, wire))
    throw new ApiError(403, 'no_authorization', 'Requests from other sites are refused')
  if (keyless.has(route)) return handler(request)
  const resolution = resolveCaller(keys, wire.headers, now)
  if ('caller' in resolution) return handler({ ...request, caller: resolution.caller })
  const { status, what, body } = resolution.refusal
  if (what === 'key') return json(status, body, { 'cache-control': 'private, no-store' })
  throw new ApiError(status, 'bad_jwt', `invalid JWT: ${body.message}`)
}

function noSuchRoute(path: string): ApiError {
  const named = [...routes.keys()].map((route) => route.split(' '))
  const methods = named.flatMap(([method, at]) => (at === path ? [method] : []))
  if (methods.length === 0) return new ApiError(404, 'not_found', 'Path not found')
  const headers = { allow: methods.join(', ') }
  return new ApiError(405, 'method_not_allowed', 'Method not allowed', { headers })
}
