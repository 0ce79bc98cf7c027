import type { AuthTx } from './request.ts'

/** Maximum of one-factor sessions per account: more than anybody has browsers, and few enough to be ended in one statement. */
const mostSessions = 100
/**
 * Milliseconds for which a new session of an account with a second factor is protected from being ended, so that its code can be
 * typed.
 */
const protectedMs = 15 * 60_000
/** Maximum of sessions that one request ends, so that no request takes long. */
const batchSize = 1000

/**
 * Ends the least recently used one-factor sessions beyond the maximum per account. Sessions with two factors are neither counted
 * nor ended. On an account with a second factor new sessions are kept, because a thief of the password could otherwise end the
 * owner's session before its code is typed; the limits in `getPasswordSessionAttempts` bound their number.
 */
export async function endLeastUsedSessions(tx: AuthTx, userId: string): Promise<void> {
  const { sql, now } = tx
  await sql`
    delete from auth.sessions where id in (
      select id from auth.sessions
      where user_id = ${userId} and coalesce(aal, 'aal1') < 'aal2' and (
        created_at < ${new Date(now - protectedMs)}
        or not exists (select from auth.mfa_factors where user_id = ${userId} and status = 'verified')
      )
      order by greatest(created_at, updated_at, refreshed_at at time zone 'utc') desc nulls last, id
      offset ${mostSessions} limit ${batchSize})`
}

/** Ends an account's one-factor sessions, the newest first, up to `batchSize`. */
export async function endOneFactorSessions({ sql }: AuthTx, userId: string): Promise<void> {
  await sql`
    delete from auth.sessions where id in (
      select id from auth.sessions where user_id = ${userId} and coalesce(aal, 'aal1') < 'aal2'
      order by created_at desc limit ${batchSize})`
}
