import { ApiError } from '../wire.ts'
import { invalid } from './answers.ts'
import { textOf, readAnyBody } from './fields.ts'
import type { AuthHandler } from './request.ts'

/** What GoTrue says of what a project has not switched on. */
function off(status: number, code: string, message: string): AuthHandler {
  return async () => {
    throw new ApiError(status, code, message)
  }
}

const passkeys = off(404, 'passkey_disabled', 'Passkeys are disabled')
const oauthServer = off(404, 'feature_disabled', 'OAuth server is disabled')
const customOAuth = off(404, 'feature_disabled', 'Custom OAuth providers are disabled')
const saml = off(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')

export const web3Grant = off(422, 'web3_provider_disabled', 'Web3 provider is disabled')

export const idTokenGrant: AuthHandler = async (request) => {
  const body = readAnyBody(request)
  const issuer = textOf(body, 'issuer') || textOf(body, 'provider')
  if (textOf(body, 'id_token') === '' || issuer === '')
    throw new ApiError(400, 'invalid_request', 'id_token and provider or issuer are required')
  const words = `Provider (issuer "${issuer.slice(0, 100)}") is not enabled`
  throw new ApiError(400, 'provider_disabled', words)
}

/** No other service signs anybody in here. */
export const authorize: AuthHandler = async ({ query }) => {
  const provider = query.get('provider') ?? ''
  throw invalid(
    provider === ''
      ? 'Unsupported provider: Provider could not be found'
      : 'Unsupported provider: provider is not enabled',
  )
}

export const switchedOff: Record<string, AuthHandler> = {
  'POST /sso': saml,
  'GET /sso/saml/metadata': saml,
  'POST /sso/saml/acs': saml,
  'GET /passkeys': passkeys,
  'POST /passkeys/authentication/options': passkeys,
  'POST /passkeys/authentication/verify': passkeys,
  'POST /passkeys/registration/options': passkeys,
  'POST /passkeys/registration/verify': passkeys,
  'PATCH /passkeys/:passkey_id': passkeys,
  'DELETE /passkeys/:passkey_id': passkeys,
  'GET /admin/users/:user_id/passkeys': passkeys,
  'DELETE /admin/users/:user_id/passkeys/:passkey_id': passkeys,
  'GET /user/oauth/grants': oauthServer,
  'DELETE /user/oauth/grants': oauthServer,
  'GET /admin/oauth/clients': oauthServer,
  'POST /admin/oauth/clients': oauthServer,
  'GET /admin/oauth/clients/:client_id': oauthServer,
  'PUT /admin/oauth/clients/:client_id': oauthServer,
  'DELETE /admin/oauth/clients/:client_id': oauthServer,
  'POST /admin/oauth/clients/:client_id/regenerate_secret': oauthServer,
  'GET /admin/custom-providers': customOAuth,
  'POST /admin/custom-providers': customOAuth,
}
