import type { Metadata } from './metadata.ts'
import type { AuthTx } from './request.ts'
import { hashSecret, makeSecret } from './secrets.ts'
import type { UserRow } from './users.ts'

/** Milliseconds for which the link of a repeated sign-up is valid. */
const lifetimeMs = 24 * 60 * 60_000

/** A repeated sign-up for an unconfirmed address. Its values become the account's when its own link is opened. */
export interface SignUpClaim {
  passwordHash: string | null
  /** All metadata that the account will have once this sign-up is confirmed. */
  metadata: Metadata
}

/** Stores a repeated sign-up, and returns the secret of its link. */
export async function addSignUpClaim(
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

/**
 * Returns the repeated sign-up whose link has this token, locked, or null when the token is unknown. The link works once, because
 * `confirmAccount` deletes all sign-ups of the account.
 */
export async function findSignUpClaim({ sql }: AuthTx, token: string): Promise<StoredClaim | null> {
  const [row] = await sql<StoredClaim[]>`
    select user_id as "userId", relates_to as "relatesTo", encrypted_password as "passwordHash",
      raw_user_meta_data as metadata, extract(epoch from created_at)::float8 * 1000 as "madeAt"
    from auth.sign_up_claims where token_hash = ${hashSecret(token)} for update`
  return row ?? null
}

/** Returns the data of the sign-up that created an unconfirmed account. */
export function getInitialSignUpClaim(user: UserRow): SignUpClaim {
  return { passwordHash: user.encrypted_password, metadata: user.raw_user_meta_data }
}

/** Returns the same data without the password. It conflicts with the account's own, so that no link brings a password. */
export function getClaimWithoutPassword(user: UserRow): SignUpClaim {
  return { ...getInitialSignUpClaim(user), passwordHash: null }
}

/**
 * Returns true when an unconfirmed address has several sign-ups with different data. Nobody knows which one is the owner's, so none
 * of them brings a password, whichever link is opened.
 */
export async function hasConflictingSignUps({ sql }: AuthTx, userId: string): Promise<boolean> {
  const rows = await sql`
    select from auth.sign_up_claims c join auth.users u on u.id = c.user_id
    where c.user_id = ${userId}
      and (c.encrypted_password, c.raw_user_meta_data) is distinct from (u.encrypted_password::text, u.raw_user_meta_data)
    limit 1`
  return rows.length > 0
}

/** Replaces the account's password and metadata by those of a repeated sign-up. */
export async function applySignUpClaim(
  { sql, at }: AuthTx,
  userId: string,
  { passwordHash, metadata }: SignUpClaim,
): Promise<void> {
  await sql`
    update auth.users set encrypted_password = ${passwordHash}, raw_user_meta_data = ${sql.json(metadata)},
      updated_at = ${at}
    where id = ${userId}`
}
