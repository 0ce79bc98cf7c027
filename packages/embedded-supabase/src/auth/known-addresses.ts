import { toRateLimitKey } from '../core/addresses.ts'
import type { AuthRequest, AuthTx, AuthWork } from './request.ts'
import { encryptSecret } from './secrets.ts'

const keptMs = 180 * 24 * 60 * 60_000
/** Maximum of known IP addresses per account. */
const mostAddresses = 100
/** Maximum of expired rows that one sign-in deletes, so that a sign-in after a quiet period does not take longer. */
const mostForgotten = 100

/**
 * Returns true when the account has signed in from this client address before, and false when no account has this email address.
 */
export async function hasSignedInFromHere(request: AuthWork, email: string): Promise<boolean> {
  const rows = await request.sql`
    select from auth.known_addresses k join auth.users u on u.id = k.user_id
    where u.email = ${email} and k.address_seal = ${sealOf(request)}`
  return rows.length > 0
}

/** Returns true when a code of one of the account's current second factors was given at this IP address before. */
export async function hasUsedFactorFromHere(
  request: AuthRequest,
  userId: string,
): Promise<boolean> {
  const rows = await request.sql`
    select from auth.known_addresses k join auth.mfa_factors f on f.id = k.factor_id
    where k.user_id = ${userId} and k.address_seal = ${sealOf(request)} and f.status = 'verified'`
  return rows.length > 0
}

/**
 * Records that an account has signed in from this IP address, and which factor proved it. For an account with a second factor a
 * password alone does not count, because a thief of the password would make their own IP address known. Also deletes some rows of
 * any account that are older than half a year, and this account's rows beyond the latest hundred.
 */
export async function rememberIpAddress(
  tx: AuthTx,
  userId: string,
  factorId: string | null,
): Promise<void> {
  await tx.sql`
    insert into auth.known_addresses as k (user_id, address_seal, last_signed_in_at, factor_id)
    select ${userId}, ${sealOf(tx)}, ${tx.at}, ${factorId}::uuid
    where ${factorId}::uuid is not null
      or not exists (select from auth.mfa_factors f where f.user_id = ${userId} and f.status = 'verified')
    on conflict (user_id, address_seal) do update set
      last_signed_in_at = excluded.last_signed_in_at, factor_id = coalesce(excluded.factor_id, k.factor_id)`
  await tx.sql`
    delete from auth.known_addresses where user_id = ${userId} and address_seal in (
      select address_seal from auth.known_addresses where user_id = ${userId}
      order by last_signed_in_at desc offset ${mostAddresses})`
  await tx.sql`
    delete from auth.known_addresses where (user_id, address_seal) in (
      select user_id, address_seal from auth.known_addresses
      where last_signed_in_at < ${new Date(tx.now - keptMs)}
      order by last_signed_in_at limit ${mostForgotten} for update skip locked)`
}

function sealOf({ keys, wire }: AuthWork): string {
  return encryptSecret(keys, 'known address', toRateLimitKey(wire.clientAddress)).toString(
    'base64url',
  )
}
