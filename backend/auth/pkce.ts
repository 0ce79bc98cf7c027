import { createHash, timingSafeEqual } from 'node:crypto'
import type { TransactionSql } from '../database/sql.ts'
import { json } from './answers.ts'
import { type Body, readBody, textOf } from './body.ts'
import type { AuthContext, AuthHandler, AuthRequest } from './context.ts'
import { AuthFault, invalid } from './faults.ts'
import { hashOf } from './secrets.ts'
import { type Method, openSession, type Tokens } from './sessions.ts'
import { refuseBanned, reloadUser } from './users.ts'

/** A code challenge of RFC 7636, from a client that will finish a sign-in itself. */
export interface Challenge {
  challenge: string
  challengeMethod: 's256' | 'plain'
}

/** How long a code may wait between the link in the mail and the client that exchanges it. */
const codeMs = 5 * 60_000
/** Flows that nobody finished are dropped when the same account begins another. */
const forgottenMs = 24 * 60 * 60_000

export function challengeOf(body: Body): Challenge | null {
  const challenge = textOf(body, 'code_challenge')
  const method = textOf(body, 'code_challenge_method').toLowerCase()
  if (challenge === '' && method === '') return null
  if (challenge === '' || method === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters')
  }
  if (!/^[a-zA-Z._~0-9-]+$/.test(challenge)) {
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
  if (method !== 's256' && method !== 'plain') {
    throw invalid(`unsupported code_challenge method`)
  }
  return { challenge, challengeMethod: method }
}

/** Remembers a challenge until its link is opened. */
export async function startFlow(
  tx: TransactionSql,
  context: AuthContext,
  flow: Challenge & { userId: string; method: Method; now: number },
): Promise<void> {
  const at = new Date(flow.now)
  await tx`
    delete from auth.flow_state
    where user_id = ${flow.userId} and created_at < ${new Date(flow.now - forgottenMs)}`
  await tx`
    insert into auth.flow_state (user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      created_at, updated_at, authentication_method)
    values (${flow.userId}, ${hashOf(context.random(32).toString('base64url'))}, ${flow.challengeMethod},
      ${flow.challenge}, 'email', ${at}, ${at}, ${flow.method})`
}

/** The code that goes back to the client when a link of its flow was opened. */
export async function issueCode(
  tx: TransactionSql,
  context: AuthContext,
  flow: { userId: string; method: Method; now: number },
): Promise<string> {
  const code = context.random(32).toString('base64url')
  const rows = await tx`
    update auth.flow_state set auth_code = ${hashOf(code)}, auth_code_issued_at = ${new Date(flow.now)},
      updated_at = ${new Date(flow.now)}
    where id = (
      select id from auth.flow_state
      where user_id = ${flow.userId} and authentication_method = ${flow.method}
      order by created_at desc limit 1
    ) returning id`
  if (rows.length === 0) {
    throw new AuthFault(422, 'flow_state_not_found', 'No valid flow state found for user.')
  }
  return code
}

/** `grant_type=pkce`: the code from the link and the verifier that only the client knows. */
export const pkceGrant: AuthHandler = async (context, request) => {
  const body = readBody(request.wire)
  const code = textOf(body, 'auth_code')
  const verifier = textOf(body, 'code_verifier')
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  return json(200, await context.sql.begin((tx) => exchange(tx, context, request, code, verifier)))
}

interface Flow {
  id: string
  userId: string
  challenge: string
  challengeMethod: string
  method: Method
  issued: number
}

async function exchange(
  tx: TransactionSql,
  context: AuthContext,
  request: AuthRequest,
  code: string,
  verifier: string,
): Promise<Tokens> {
  const [flow] = await tx<Flow[]>`
    select id, user_id as "userId", code_challenge as challenge, code_challenge_method as "challengeMethod",
      authentication_method as method, extract(epoch from auth_code_issued_at)::float8 * 1000 as issued
    from auth.flow_state where auth_code = ${hashOf(code)} and auth_code_issued_at is not null for update`
  if (flow === undefined) {
    const words = 'invalid flow state, no valid flow state found'
    throw new AuthFault(404, 'flow_state_not_found', words)
  }
  if (request.now - flow.issued > codeMs) {
    const words = 'invalid flow state, flow state has expired'
    throw new AuthFault(422, 'flow_state_expired', words)
  }
  if (!answers(flow, verifier)) {
    const words = 'code challenge does not match previously saved code verifier'
    throw new AuthFault(400, 'bad_code_verifier', words)
  }
  await tx`delete from auth.flow_state where id = ${flow.id}`
  refuseBanned(await reloadUser(tx, flow.userId), request.now, 403)
  return openSession(tx, context, request, flow.userId, flow.method)
}

function answers(flow: Flow, verifier: string): boolean {
  const made =
    flow.challengeMethod === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier
  const [left, right] = [Buffer.from(made), Buffer.from(flow.challenge)]
  return left.length === right.length && timingSafeEqual(left, right)
}
