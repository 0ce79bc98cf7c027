import type { Metadata } from './metadata.ts'
import type { AuthTx } from './request.ts'
import { hashSecret, makeSecret } from './secrets.ts'
import type { UserRow } from './users.ts'

/** ms that its link lives. */
const lifetimeMs = 24 * 60 * 60_000

/** A repeated sign-up for an unconfirmed address; its values become the account's when its own link is opened. */
export interface SignUpClaim {
  passwordHash: string | null
  /** All metadata that the account has once the claim is taken up. */
  metadata: Metadata
}

/** Returns the secret of its link. */
export async function addClaim(
  { sql, now, at }: AuthTx,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  { passwordHash, metadata }: SignUpClaim,
  prefix: string,
): Promise<string> {
  const secret = `${prefix}${makeSecret()}`
  await sql`
    delete from auth.sign_up_claims
    where user_id = ${id} and created_at < ${new Date(now - lifetimeMs)}`
  await sql`
    insert into auth.sign_up_claims (token_hash, user_id, relates_to, encrypted_password, raw_user_meta_data, created_at)
    values (${hashSecret(secret)}, ${id}, ${email}, ${passwordHash}, ${sql.json(metadata)}, ${at})`
  await sql`update auth.users set confirmation_sent_at = ${at} where id = ${id}`
  return secret
}

interface StoredClaim extends SignUpClaim {
  userId: string
  relatesTo: string
  madeAt: number
}

/** Uses a link up, once; null when there is none. */
export async function consumeClaim({ sql }: AuthTx, token: string): Promise<StoredClaim | null> {
  const [row] = await sql<StoredClaim[]>`
    delete from auth.sign_up_claims where token_hash = ${hashSecret(token)}
    returning user_id as "userId", relates_to as "relatesTo", encrypted_password as "passwordHash",
      raw_user_meta_data as metadata, extract(epoch from created_at)::float8 * 1000 as "madeAt"`
  return row ?? null
}

/** Returns the sign-up that an unconfirmed account has been created with. */
export function getOwnClaim(user: UserRow): SignUpClaim {
  return { passwordHash: user.encrypted_password, metadata: user.raw_user_meta_data }
}

/** Returns whether somebody has signed up again with other data than the account's own. */
export async function hasOtherClaims({ sql }: AuthTx, userId: string): Promise<boolean> {
  const rows = await sql`
    select from auth.sign_up_claims c join auth.users u on u.id = c.user_id
    where c.user_id = ${userId}
      and (c.encrypted_password, c.raw_user_meta_data) is distinct from (u.encrypted_password::text, u.raw_user_meta_data)
    limit 1`
  return rows.length > 0
}

/** Takes the passwords from an unconfirmed account and its repeated sign-ups: their links then confirm the address alone. */
export async function clearPasswords({ sql }: AuthTx, userId: string): Promise<void> {
  await sql`update auth.sign_up_claims set encrypted_password = null where user_id = ${userId}`
  await sql`
    update auth.users set encrypted_password = null
    where id = ${userId} and email_confirmed_at is null`
}

/** Applies the data of a sign-up to the account. */
export async function applyClaim(
  { sql, at }: AuthTx,
  userId: string,
  { passwordHash, metadata }: SignUpClaim,
): Promise<void> {
  await sql`
    update auth.users set encrypted_password = ${passwordHash}, raw_user_meta_data = ${sql.json(metadata)},
      updated_at = ${at}
    where id = ${userId}`
}
