import { limitedAddress } from '../core/addresses.ts'
import type { AuthRequest, AuthTx, AuthWork } from './request.ts'
import { encryptSecret } from './secrets.ts'

const keptMs = 180 * 24 * 60 * 60_000
/** Addresses of one account. */
const mostAddresses = 100
/** Rows deleted at one sign-in, so that it takes no longer after a quiet time. */
const mostForgotten = 100

/** Returns true when the account has signed in from this address before, and false for an email address without an account. */
export async function isKnownHere(request: AuthWork, email: string): Promise<boolean> {
  const rows = await request.sql`
    select from auth.known_addresses k join auth.users u on u.id = k.user_id
    where u.email = ${email} and k.address_seal = ${sealOf(request)}`
  return rows.length > 0
}

/** Returns whether a code of one of the account's present factors was given at this address before. */
export async function hasUsedFactorHere(request: AuthRequest, userId: string): Promise<boolean> {
  const rows = await request.sql`
    select from auth.known_addresses k join auth.mfa_factors f on f.id = k.factor_id
    where k.user_id = ${userId} and k.address_seal = ${sealOf(request)} and f.status = 'verified'`
  return rows.length > 0
}

/**
 * Records that an account has signed in at this address, with the factor that proved it. A password alone is no sign-in
 * to an account that has a factor, because a thief of the password would make their own address known. Also deletes some
 * rows that are older than half a year, of any account, and the account's own beyond the latest hundred.
 */
export async function rememberAddress(
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
  return encryptSecret(keys, 'known address', limitedAddress(wire.clientAddress)).toString(
    'base64url',
  )
}
