import { publicKeySet } from '../keys.ts'
import { json } from './answers.ts'
import type { AuthHandler } from './context.ts'

const providers =
  'anonymous_users apple azure bitbucket discord facebook snapchat figma fly github gitlab google keycloak ' +
  'kakao linkedin linkedin_oidc notion spotify slack slack_oidc workos twitch twitter email phone zoom'

/** `GET /settings`: what can be done here. Accounts are by e-mail and are confirmed by mail. */
export const settings: AuthHandler = async () =>
  json(200, {
    external: Object.fromEntries(providers.split(' ').map((name) => [name, name === 'email'])),
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
  })

/** `GET /health`. */
export const health: AuthHandler = async () =>
  json(200, { name: 'GoTrue', description: 'User registration and authentication API' })

/** `GET /.well-known/jwks.json`: what access tokens are checked against. */
export const jwks: AuthHandler = async (context) =>
  json(200, publicKeySet(context.keys), { 'cache-control': 'public, max-age=600' })
