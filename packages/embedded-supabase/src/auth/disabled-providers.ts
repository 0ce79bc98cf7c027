import { ApiError } from '../core/wire.ts'
import { createValidationError, createOkResponse } from './responses.ts'
import { readBodyAllowingPhone, getTextField } from './fields.ts'
import { type AuthHandler, inTransaction } from './request.ts'
import { type Endpoints, getPathId } from './router.ts'
import { requireBothFactors, requireSignedIn } from './signed-in.ts'
import { lockUser, requireUser } from './users.ts'

/** GoTrue's errors for features that are not supported here, by path. */
const off: readonly [RegExp, ...ConstructorParameters<typeof ApiError>][] = [
  [/^(\/admin\/users\/[^/]+)?\/passkeys(\/|$)/, 404, 'passkey_disabled', 'Passkeys are disabled'],
  [/^\/(admin|user)\/oauth\//, 404, 'feature_disabled', 'OAuth server is disabled'],
  [/^\/admin\/custom-providers$/, 404, 'feature_disabled', 'Custom OAuth providers are disabled'],
  [
    /^\/factors\/recovery-codes\/verify$/,
    422,
    'mfa_recovery_codes_verify_not_enabled',
    'MFA verification is disabled for recovery codes',
  ],
  [
    /^\/factors\/recovery-codes(\/|$)/,
    422,
    'mfa_recovery_codes_enroll_not_enabled',
    'MFA enroll is disabled for recovery codes',
  ],
  [/^\/sso(\/|$)/, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
]

/** Refuses requests to features that are not supported. @throws ApiError 404 or 422 */
export function rejectDisabledProvider(path: string): void {
  for (const [paths, ...error] of off) if (paths.test(path)) throw new ApiError(...error)
}

export const web3Grant: AuthHandler = async () => {
  throw new ApiError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
}

export const idTokenGrant: AuthHandler = async (request) => {
  const body = readBodyAllowingPhone(request)
  const issuer = getTextField(body, 'issuer') || getTextField(body, 'provider')
  if (getTextField(body, 'id_token') === '' || issuer === '')
    throw new ApiError(400, 'invalid_request', 'id_token and provider or issuer are required')
  const words = `Provider (issuer "${issuer.slice(0, 100)}") is not enabled`
  throw new ApiError(400, 'provider_disabled', words)
}

/** Rejects every OAuth provider, because none is supported. */
const authorize: AuthHandler = async ({ query }) => {
  const isNamed = (query.get('provider') ?? '') !== ''
  const words = isNamed ? 'provider is not enabled' : 'Provider could not be found'
  throw createValidationError(`Unsupported provider: ${words}`)
}

const unlinkIdentity: AuthHandler = async (request) => {
  const signedIn = await requireLinking(request)
  requireBothFactors(signedIn, 'unlink an identity')
  const { id } = signedIn.user
  const identityId = getPathId(request, 'identity_id')
  await inTransaction(request, async (tx) => {
    const { sql, at } = tx
    await lockUser(tx, id)
    const { identities } = await requireUser(tx, id)
    if (identities.length <= 1) {
      const words = 'User must have at least 1 identity after unlinking'
      throw new ApiError(422, 'single_identity_not_deletable', words)
    }
    const gone = await sql`
      delete from auth.identities where id = ${identityId} and user_id = ${id} returning id`
    if (gone.length === 0) throw new ApiError(422, 'identity_not_found', "Identity doesn't exist")
    await sql`
      update auth.users u set updated_at = ${at},
        raw_app_meta_data = raw_app_meta_data || (
          select jsonb_build_object('provider', min(i.provider), 'providers', jsonb_agg(distinct i.provider))
          from auth.identities i where i.user_id = u.id)
      where id = ${id}`
  })
  return createOkResponse({})
}

/** Returns the signed-in user if the settings allow accounts to be linked. @throws ApiError 404 */
async function requireLinking(request: Parameters<AuthHandler>[0]) {
  const signedIn = await requireSignedIn(request)
  if (request.settings.enable_manual_linking) return signedIn
  throw new ApiError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

export const disabledProviderEndpoints: Endpoints = {
  'GET /authorize': authorize,
  'GET /user/identities/authorize': async (request) => {
    await requireLinking(request)
    return authorize(request)
  },
  'DELETE /user/identities/:identity_id': unlinkIdentity,
}
