import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../core/wire.ts'
import { createValidationError, createOkResponse } from './responses.ts'
import { type Body, readBody, getTextField } from './fields.ts'
import { type AuthMethod, verificationTypes } from './one-time-tokens.ts'
import { type AuthHandler, type AuthTx, inTransaction } from './request.ts'
import { hashSecret, makeSecret } from './secrets.ts'
import { openSession, type SessionTokens } from './sessions.ts'
import { rejectBannedUser, requireUser } from './users.ts'

/** The PKCE code challenge (RFC 7636) of a client that will complete a sign-in itself. */
export interface PkceChallenge {
  challenge: string
  challengeMethod: 's256' | 'plain'
}

/** Milliseconds in which the client must exchange the code that it got when the link was opened. */
const codeMs = 5 * 60_000
/** Milliseconds after which an unfinished flow is deleted, when the same account starts another. */
const forgottenMs = 24 * 60 * 60_000

export function parsePkceChallenge(body: Body): PkceChallenge | null {
  const challenge = getTextField(body, 'code_challenge')
  const method = getTextField(body, 'code_challenge_method').toLowerCase()
  if (challenge === '' && method === '') return null
  if (challenge === '' || method === '')
    throw createValidationError('PKCE flow requires code_challenge_method and code_challenge')
  if (challenge.length < 43 || challenge.length > 128)
    throw createValidationError('code challenge has to be between 43 and 128 characters')
  const characters = 'alphanumeric characters, hyphens, periods, underscores and tildes'
  if (!/^[a-zA-Z._~0-9-]+$/.test(challenge))
    throw createValidationError(`code challenge can only contain ${characters}`)
  if (method !== 's256' && method !== 'plain')
    throw createValidationError(`unsupported code_challenge method`)
  return { challenge, challengeMethod: method }
}

export async function startPkceFlow(
  { sql, now, at }: AuthTx,
  userId: string,
  type: string,
  flow: PkceChallenge | null,
): Promise<void> {
  if (flow === null) return
  await sql`
    delete from auth.flow_state
    where user_id = ${userId} and created_at < ${new Date(now - forgottenMs)}`
  await sql`
    insert into auth.flow_state (user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      created_at, updated_at, authentication_method)
    values (${userId}, ${hashSecret(makeSecret())}, ${flow.challengeMethod},
      ${flow.challenge}, 'email', ${at}, ${at}, ${verificationTypes.get(type)?.method ?? null})`
}

/** Returns the code that the client gets when the link of its flow is opened. @throws ApiError 422 without a flow */
export async function issuePkceCode(
  { sql, at }: AuthTx,
  userId: string,
  type: string,
): Promise<string> {
  const code = makeSecret()
  const rows = await sql`
    update auth.flow_state set auth_code = ${hashSecret(code)}, auth_code_issued_at = ${at}, updated_at = ${at}
    where id = (
      select id from auth.flow_state
      where user_id = ${userId} and authentication_method = ${verificationTypes.get(type)?.method ?? null}
      order by created_at desc limit 1
    ) returning id`
  if (rows.length > 0) return code
  throw new ApiError(422, 'flow_state_not_found', 'No valid flow state found for user.')
}

/** Handles `grant_type=pkce`: exchanges the code from the link, and the code verifier that only the client knows, for tokens. */
export const pkceGrant: AuthHandler = async (request) => {
  const body = readBody(request)
  const code = getTextField(body, 'auth_code')
  const verifier = getTextField(body, 'code_verifier')
  if (code === '' || verifier === '')
    throw createValidationError(
      'invalid request: both auth code and code verifier should be non-empty',
    )
  return createOkResponse(await inTransaction(request, (tx) => exchange(tx, code, verifier)))
}

interface Flow extends PkceChallenge {
  id: string
  userId: string
  method: AuthMethod
  issued: number
}

async function exchange(tx: AuthTx, code: string, verifier: string): Promise<SessionTokens> {
  const [flow] = await tx.sql<Flow[]>`
    select id, user_id as "userId", code_challenge as challenge, code_challenge_method as "challengeMethod",
      authentication_method as method, extract(epoch from auth_code_issued_at)::float8 * 1000 as issued
    from auth.flow_state where auth_code = ${hashSecret(code)} and auth_code_issued_at is not null for update`
  if (flow === undefined) {
    const words = 'invalid flow state, no valid flow state found'
    throw new ApiError(404, 'flow_state_not_found', words)
  }
  if (tx.now - flow.issued > codeMs) {
    const words = 'invalid flow state, flow state has expired'
    throw new ApiError(422, 'flow_state_expired', words)
  }
  if (!answers(flow, verifier)) {
    const words = 'code challenge does not match previously saved code verifier'
    throw new ApiError(400, 'bad_code_verifier', words)
  }
  await tx.sql`delete from auth.flow_state where id = ${flow.id}`
  rejectBannedUser(await requireUser(tx, flow.userId), tx.now, 403)
  return openSession(tx, flow.userId, flow.method)
}

function answers({ challenge, challengeMethod }: PkceChallenge, verifier: string): boolean {
  const made =
    challengeMethod === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier
  const [left, right] = [Buffer.from(made), Buffer.from(challenge)]
  return left.length === right.length && timingSafeEqual(left, right)
}
