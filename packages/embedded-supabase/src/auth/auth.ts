import { toAsker } from '../queue/asker.ts'
import { toLogFields } from '../database/errors.ts'
import { NoSlotError } from '../queue/fair-queue.ts'
import { type Caller, publicKeySet, resolveCaller, anonymousCaller } from '../core/keys.ts'
import { ApiError, createJsonResponse, type WireHandler, type WireResponse } from '../core/wire.ts'
import { adminEndpoints } from './admin.ts'
import { adminLinkEndpoints } from './admin-links.ts'
import { createErrorResponse, createOkResponse, toUnexpectedError } from './responses.ts'
import { factorCodeEndpoints } from './factor-codes.ts'
import { factorEndpoints } from './factors.ts'
import { isForeignOrigin } from './origin.ts'
import {
  idTokenGrant,
  disabledProviderEndpoints,
  rejectDisabledProvider,
  web3Grant,
} from './disabled-providers.ts'
import { createFairHasher } from './fair-hasher.ts'
import { createBcryptHasher, createOverloadError } from './password-hasher.ts'
import { pkceGrant } from './pkce.ts'
import {
  type AuthHandler,
  type AuthOptions,
  type AuthRequest,
  defaultAuthGuard,
} from './request.ts'
import { createRouter, type Endpoints } from './router.ts'
import { defaultAuthSettings } from './settings.ts'
import { findRefreshingAccount } from './refresh-tokens.ts'
import { refreshGrant } from './sessions.ts'
import { passwordGrant } from './sign-in.ts'
import { signUpEndpoints } from './sign-up.ts'
import { userEndpoints } from './user.ts'
import { verifyEndpoints } from './verify.ts'

const grants = new Map<string | null, AuthHandler>([
  ['password', passwordGrant],
  ['refresh_token', refreshGrant],
  ['pkce', pkceGrant],
  ['id_token', idTokenGrant],
  ['web3', web3Grant],
])
const providers =
  'apple azure bitbucket discord facebook snapchat figma fly github gitlab google keycloak ' +
  'kakao linkedin linkedin_oidc notion spotify slack slack_oidc workos twitch twitter email phone zoom'

const serviceEndpoints: Endpoints = {
  'POST /token': async (request) => {
    const grant = grants.get(request.query.get('grant_type'))
    if (grant !== undefined) return grant(request)
    throw new ApiError(400, 'invalid_credentials', 'unsupported_grant_type')
  },
  // Reports which sign-in providers are enabled: only email is supported.
  'GET /settings': async ({ settings }) =>
    createOkResponse({
      external: {
        ...Object.fromEntries(providers.split(' ').map((name) => [name, name === 'email'])),
        anonymous_users: settings.enable_anonymous_sign_ins,
      },
      disable_signup: !settings.enable_signup || !settings.email.enable_signup,
      mailer_autoconfirm: !settings.email.enable_confirmations,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled: false,
    }),
  'GET /health': async () =>
    createOkResponse({ name: 'GoTrue', description: 'User registration and authentication API' }),
  'GET /.well-known/jwks.json': async ({ keys }) =>
    createOkResponse(publicKeySet(keys), { 'cache-control': 'public, max-age=600' }),
}
const find = createRouter({
  ...serviceEndpoints,
  ...signUpEndpoints,
  ...verifyEndpoints,
  ...userEndpoints,
  ...factorEndpoints,
  ...factorCodeEndpoints,
  ...disabledProviderEndpoints,
  ...adminEndpoints,
  ...adminLinkEndpoints,
})

/** Endpoints that need no API key: the public signing keys, and URLs that browsers open from emails or other sign-in methods. */
const keyless = new Set([
  'GET /verify',
  'HEAD /verify',
  'GET /authorize',
  'GET /.well-known/jwks.json',
])

/** Creates the auth service at /auth/v1: the part of GoTrue's API that accounts with an email address need. */
export function createAuth(options: AuthOptions): WireHandler {
  const {
    passwordHasher = createBcryptHasher(),
    authGuard: guard = defaultAuthGuard,
    clock,
    log,
  } = options
  const { corsOrigins = [], externalUrl = options.siteUrl } = options
  const settings = { ...defaultAuthSettings, ...options.authSettings }
  const given = { ...options, passwordHasher, corsOrigins, externalUrl, settings, guard }
  const always = { ...given, knownHasher: passwordHasher, params: {}, caller: anonymousCaller }
  const shared: Shared = { ...options, hasherOf: createFairHasher(passwordHasher) }
  return async (wire) => {
    try {
      const now = clock()
      const query = new URLSearchParams(wire.query)
      return await answer({ ...always, wire, query, now, at: new Date(now) }, shared)
    } catch (error) {
      if (error instanceof ApiError) return createErrorResponse(error, wire)
      if (error instanceof NoSlotError) return createErrorResponse(createOverloadError(), wire)
      log.error({ ...toLogFields(error), path: wire.path }, 'auth: failed')
      return createErrorResponse(toUnexpectedError(error), wire)
    }
  }
}

/** Resources that requests share by taking turns. */
interface Shared extends Pick<AuthOptions, 'sql' | 'sqlFor' | 'staffSessionOf'> {
  hasherOf: ReturnType<typeof createFairHasher>
}

async function answer(request: AuthRequest, shared: Shared): Promise<WireResponse> {
  const { wire, keys, now } = request
  const path = wire.path.slice('/auth/v1'.length)
  rejectDisabledProvider(path)
  const { handler, params } = find(wire.method, path)
  if (isForeignOrigin(request, wire))
    throw new ApiError(403, 'no_authorization', 'Requests from other sites are refused')
  if (keyless.has(`${wire.method} ${path}`))
    return handler({ ...inTurn(request, shared, anonymousCaller), params })
  const resolution = resolveCaller(keys, wire.headers, now)
  if ('caller' in resolution)
    return handler({ ...inTurn(request, shared, resolution.caller), params })
  const { status, what, body } = resolution.refusal
  if (what === 'key')
    return createJsonResponse(status, body, { 'cache-control': 'private, no-store' })
  const words = `invalid JWT: unable to parse or verify signature, ${body.message}`
  throw new ApiError(status, 'bad_jwt', words)
}

/**
 * Gives a visitor's request a database and a password hasher that take turns with other visitors. Requests of the project's own
 * server queue only for the hasher, and those with the secret key among known callers: strangers cannot make such requests.
 */
function inTurn(request: AuthRequest, shared: Shared, caller: Caller): AuthRequest {
  const { wire } = request
  const asker = { ...toAsker(shared, wire, caller), ...findRefreshingAccount(request) }
  const hasSecretKey = caller.role === 'service_role'
  const isOwn = wire.isInternal === true || hasSecretKey
  return {
    ...request,
    caller,
    sql: isOwn ? shared.sql : shared.sqlFor(asker),
    passwordHasher: shared.hasherOf({ ...asker, isKnown: hasSecretKey }),
    knownHasher: shared.hasherOf({ ...asker, isKnown: true }),
  }
}
