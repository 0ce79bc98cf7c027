import type { BackendKeys } from '../core/keys.ts'
import type { Asker } from '../queue/asker.ts'
import { getTextField, readBody } from './fields.ts'
import type { AuthWork } from './request.ts'
import { encryptSecret, hashSecret, makeSecret } from './secrets.ts'

/**
 * Creates a refresh token. It names its account with a signature, so that its use can be told from the requests of strangers before
 * it reaches the database. `secret` makes it unguessable.
 */
export function createRefreshToken(
  keys: BackendKeys,
  userId: string,
  secret = makeSecret(),
): string {
  const signature = encryptSecret(keys, 'account of refresh token', secret, userId)
  return [secret, userId, signature.toString('base64url')].join('.')
}

/** Creates the token that follows this one. Repeated calls return the same token. */
export function createSuccessor(keys: BackendKeys, userId: string, token: string): string {
  const secret = encryptSecret(keys, 'refresh', token).toString('base64url')
  return createRefreshToken(keys, userId, secret)
}

/** Returns the account that this backend has issued the token for; null for any other token, also that of an earlier version. */
function findAccount(keys: BackendKeys, token: string): string | null {
  const [secret, userId = ''] = token.split('.')
  const issued = createRefreshToken(keys, userId, secret)
  return hashSecret(issued) === hashSecret(token) ? userId : null
}

/**
 * Returns the account that renews its session, which sends no access token, because that has expired: without a share of its own
 * it would queue with the strangers behind its IP address. The share is not that of the account's other requests, since used refresh
 * tokens are recognised for ever. @throws ApiError 400, 413
 */
export function findRefreshingAccount(
  request: Pick<AuthWork, 'keys' | 'query' | 'wire'>,
): Pick<Asker, 'account' | 'isKnown'> | null {
  const { keys, query, wire } = request
  if (wire.path !== '/auth/v1/token' || query.get('grant_type') !== 'refresh_token') return null
  const userId = findAccount(keys, getTextField(readBody(request), 'refresh_token'))
  return userId === null ? null : { account: `${userId} refresh`, isKnown: true }
}
