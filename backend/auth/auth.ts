import { forLog } from '../database/errors.ts'
import { publicKeySet, resolveCaller, stranger } from '../keys.ts'
import { ApiError, json, type WireHandler, type WireResponse } from '../wire.ts'
import {
  asAdmin,
  changeUser,
  createUser,
  deleteFactor,
  deleteUser,
  listFactors,
  showUser,
} from './admin.ts'
import { generateLink, invite } from './admin-links.ts'
import { empty, errorAnswer, ok, unexpected } from './answers.ts'
import { challenge, enroll, unenroll } from './factors.ts'
import { noGuard } from './guard.ts'
import { linkIdentity, unlinkIdentity } from './identities.ts'
import { listUsers } from './list-users.ts'
import { isForeign } from './origin.ts'
import { recover, resend, sendOtp } from './mailed.ts'
import { createBcryptHasher } from './password-hasher.ts'
import { passwordGrant } from './password-grant.ts'
import { pkceGrant } from './pkce.ts'
import { refreshGrant } from './refresh.ts'
import type { AuthHandler, AuthOptions, AuthRequest } from './request.ts'
import { createRouter } from './router.ts'
import { defaultAuthSettings } from './settings.ts'
import { signUp } from './signup.ts'
import { authorize, idTokenGrant, switchedOff, web3Grant } from './switched-off.ts'
import { getUser, logout, reauthenticate, updateUser } from './user.ts'
import { openLink, verify } from './verify.ts'
import { verifyFactor } from './verify-factor.ts'

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
  'GET /authorize': authorize,
  'GET /user/identities/authorize': linkIdentity,
  'DELETE /user/identities/:identity_id': unlinkIdentity,
  'POST /factors': enroll,
  'POST /factors/:factor_id/challenge': challenge,
  'POST /factors/:factor_id/verify': verifyFactor,
  'DELETE /factors/:factor_id': unenroll,
  'GET /admin/users': asAdmin(listUsers),
  'POST /admin/users': asAdmin(createUser),
  'GET /admin/users/:user_id': asAdmin(showUser),
  'PUT /admin/users/:user_id': asAdmin(changeUser),
  'DELETE /admin/users/:user_id': asAdmin(deleteUser),
  'GET /admin/users/:user_id/factors': asAdmin(listFactors),
  'DELETE /admin/users/:user_id/factors/:factor_id': asAdmin(deleteFactor),
  'POST /admin/generate_link': asAdmin(generateLink),
  'POST /invite': asAdmin(invite),
  ...switchedOff,
  // What can be done here: accounts are by e-mail.
  'GET /settings': async ({ settings }) =>
    ok({
      external: {
        ...Object.fromEntries(providers.split(' ').map((name) => [name, name === 'email'])),
        anonymous_users: settings.enable_anonymous_sign_ins,
      },
      disable_signup: !settings.enable_signup,
      mailer_autoconfirm: !settings.email.enable_confirmations,
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
const find = createRouter(endpoints)

/** What is reached without a key: links in mails, and the public keys. */
const keyless = new Set(['GET /verify', 'HEAD /verify', 'GET /.well-known/jwks.json'])

/** The sign-in service at /auth/v1: the part of GoTrue's protocol that an e-mail account needs. */
export function createAuth(options: AuthOptions): WireHandler {
  const { passwordHasher = createBcryptHasher(), clock, log, authGuard: guard = noGuard } = options
  const settings = { ...defaultAuthSettings, ...options.authSettings }
  return async (wire) => {
    try {
      const now = clock()
      const query = new URLSearchParams(wire.query)
      const caller = stranger
      return await answer({
        ...options,
        passwordHasher,
        settings,
        guard,
        params: {},
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
  const { handler, params } = find(wire.method, path)
  if (isForeign(siteUrl, wire))
    throw new ApiError(403, 'no_authorization', 'Requests from other sites are refused')
  if (keyless.has(route)) return handler({ ...request, params })
  const resolution = resolveCaller(keys, wire.headers, now)
  if ('caller' in resolution) return handler({ ...request, params, caller: resolution.caller })
  const { status, what, body } = resolution.refusal
  if (what === 'key') return json(status, body, { 'cache-control': 'private, no-store' })
  throw new ApiError(
    status,
    'bad_jwt',
    `invalid JWT: unable to parse or verify signature, ${body.message}`,
  )
}
