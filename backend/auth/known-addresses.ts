import { limitedAddress } from '../addresses.ts'
import type { AuthRequest, AuthTx, AuthWork } from './request.ts'
import { sealed } from './secrets.ts'

const keptMs = 180 * 24 * 60 * 60_000
/** At one sign-in, so that it takes no longer after a quiet time. */
const mostForgotten = 100

/** Whether an account has signed in from this address before. False for an address of e-mail that has no account. */
export async function isKnownHere(request: AuthRequest, email: string): Promise<boolean> {
  const rows = await request.sql`
    select from auth.known_addresses k join auth.users u on u.id = k.user_id
    where u.email = ${email} and k.address_seal = ${sealOf(request)}`
  return rows.length > 0
}

/** Notes that an account signs in here, and forgets some of where nobody has for half a year, whoever they are. */
export async function rememberAddress(tx: AuthTx, userId: string): Promise<void> {
  await tx.sql`
    insert into auth.known_addresses (user_id, address_seal, last_signed_in_at)
    values (${userId}, ${sealOf(tx)}, ${tx.at})
    on conflict (user_id, address_seal) do update set last_signed_in_at = excluded.last_signed_in_at`
  await tx.sql`
    delete from auth.known_addresses where (user_id, address_seal) in (
      select user_id, address_seal from auth.known_addresses
      where last_signed_in_at < ${new Date(tx.now - keptMs)}
      order by last_signed_in_at limit ${mostForgotten} for update skip locked)`
}

function sealOf({ keys, wire }: AuthWork): string {
  return sealed(keys, 'known address', limitedAddress(wire.clientAddress)).toString('base64url')
}
