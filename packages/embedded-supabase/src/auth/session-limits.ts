import type { AuthTx } from './request.ts'

/** Sessions of one factor that an account keeps: more than anybody has browsers, and few enough to end at once. */
const mostSessions = 100
/** ms in which a session whose account has a second factor is not ended, so that its code can be typed. */
const protectedMs = 15 * 60_000
/** Sessions that one request ends, so that none takes long. */
const batchSize = 1000

/**
 * Ends the sessions of one factor that have been used least recently, beyond the most that an account keeps. Sessions of two
 * factors are neither counted nor ended. An account with a second factor keeps all that are new, because a thief who only has
 * the password could otherwise end the owner's before its code is typed; sign-ins are limited (`passwordSessionAttempts`).
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

/** Ends the sessions of one factor, the newest first, up to a number that ends at once. */
export async function endUnprovedSessions({ sql }: AuthTx, userId: string): Promise<void> {
  await sql`
    delete from auth.sessions where id in (
      select id from auth.sessions where user_id = ${userId} and coalesce(aal, 'aal1') < 'aal2'
      order by created_at desc limit ${batchSize})`
}
