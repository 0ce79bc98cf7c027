import type { TransactionSql } from '../database/sql.ts'
import { empty, json, seeOther } from './answers.ts'
import { type Body, readBody, textOf } from './body.ts'
import type { AuthContext, AuthHandler, AuthRequest } from './context.ts'
import { AuthFault, invalid } from './faults.ts'
import { emailOf, refusePhone } from './fields.ts'
import { checkCode } from './code-check.ts'
import { consumeToken, type TokenType } from './one-time-tokens.ts'
import { issueCode } from './pkce.ts'
import { prove, type Proven } from './prove.ts'
import { landing, withFragment, withQuery } from './redirects.ts'
import { openSession } from './sessions.ts'

const typesOfLinks = new Map<string, TokenType[]>(
  Object.entries({
    signup: ['confirmation_token'],
    invite: ['confirmation_token'],
    recovery: ['recovery_token'],
    magiclink: ['recovery_token'],
    email: ['confirmation_token', 'recovery_token'],
    email_change: ['email_change_token_current', 'email_change_token_new'],
  }),
)

/**
 * `GET /verify`: a link from a mail. It works once and sends the browser on with a session in the fragment (or
 * a code for a client with a verifier), or with what went wrong. A browser that only fetches ahead uses
 * nothing up.
 */
export const openLink: AuthHandler = async (context, request) => {
  if (isFetchingAhead(request)) return empty(503, { 'retry-after': '1' })
  const type = request.query.get('type') ?? ''
  const token = request.query.get('token') ?? ''
  const target = landing(context.siteUrl, request.query.get('redirect_to'), type)
  const isPkce = token.startsWith('pkce_')
  try {
    const location = await context.sql.begin(async (tx) => {
      const proven = await useLink(tx, context, request, { type, token })
      if ('message' in proven) return withMessage(target, proven.message, isPkce)
      return isPkce
        ? withCode(tx, context, request, proven, target)
        : withSession(tx, context, request, proven, target)
    })
    return seeOther(location)
  } catch (error) {
    if (!(error instanceof AuthFault)) throw error
    return seeOther(withFault(target, error, isPkce))
  }
}

/** `HEAD /verify`: mail scanners look at links before people open them. */
export const peekAtLink: AuthHandler = async () => empty(200)

/** `POST /verify`: the hash from a link, or the code from an email with the address that it went to. */
export const verify: AuthHandler = async (context, request) => {
  const body = readBody(request.wire)
  refusePhone(body)
  const type = textOf(body, 'type')
  if (type === '') throw invalid('Verify requires a verification type')
  if (!typesOfLinks.has(type)) throw invalid('Unsupported verification type')
  const code = textOf(body, 'token')
  const hash = textOf(body, 'token_hash')
  if ((code === '') === (hash === '')) {
    throw invalid('Verify requires either a token or a token hash')
  }
  if (hash !== '')
    return finish(context, request, (tx) => useLink(tx, context, request, { type, token: hash }))
  return verifyCode(context, request, body, { type, code })
}

async function verifyCode(
  context: AuthContext,
  request: AuthRequest,
  body: Body,
  { type, code }: { type: string; code: string },
) {
  const attempt = await checkCode(context, request, { email: emailOf(body), type, code })
  return finish(context, request, async (tx) => {
    await attempt.use(tx)
    return prove(tx, context, {
      userId: attempt.userId,
      tokenType: attempt.column,
      now: request.now,
    })
  })
}

async function finish(
  context: AuthContext,
  request: AuthRequest,
  work: (tx: TransactionSql) => Promise<Proven>,
) {
  const body = await context.sql.begin(async (tx) => {
    const proven = await work(tx)
    if ('message' in proven) return { msg: proven.message, code: '200' }
    return openSession(tx, context, request, proven.userId, 'otp')
  })
  return json(200, body)
}

async function useLink(
  tx: TransactionSql,
  context: AuthContext,
  request: AuthRequest,
  link: { type: string; token: string },
): Promise<Proven> {
  const types = typesOfLinks.get(link.type)
  if (link.token === '' || types === undefined) throw invalid('Unsupported verification type')
  const found = await consumeToken(tx, { token: link.token, types, now: request.now })
  if (found === null) {
    throw new AuthFault(403, 'otp_expired', 'Email link is invalid or has expired')
  }
  return prove(tx, context, {
    userId: found.userId,
    tokenType: found.type,
    relatesTo: found.relatesTo,
    now: request.now,
  })
}

async function withSession(
  tx: TransactionSql,
  context: AuthContext,
  request: AuthRequest,
  proven: { userId: string },
  target: URL,
): Promise<string> {
  const tokens = await openSession(tx, context, request, proven.userId, 'otp')
  return withFragment(target, {
    access_token: tokens.access_token,
    expires_at: String(tokens.expires_at),
    expires_in: String(tokens.expires_in),
    refresh_token: tokens.refresh_token,
    token_type: tokens.token_type,
    type: request.query.get('type') ?? '',
  })
}

async function withCode(
  tx: TransactionSql,
  context: AuthContext,
  request: AuthRequest,
  proven: { userId: string },
  target: URL,
): Promise<string> {
  const methods = {
    signup: 'email/signup',
    recovery: 'recovery',
    email_change: 'email_change',
  } as const
  const type = request.query.get('type') ?? ''
  const method = Object.entries(methods).find(([name]) => name === type)?.[1] ?? 'magiclink'
  const code = await issueCode(tx, context, { userId: proven.userId, method, now: request.now })
  return withQuery(target, { code }).href
}

function withMessage(target: URL, message: string, isPkce: boolean): string {
  return withFragment(isPkce ? withQuery(target, { message }) : target, { message })
}

function withFault(target: URL, fault: AuthFault, isPkce: boolean): string {
  const values = {
    error: fault.status === 403 ? 'access_denied' : 'invalid_request',
    error_code: fault.code,
    error_description: fault.message,
  }
  // A page that thanks people for confirming must not open for a link that did nothing.
  const plain = new URL(target)
  plain.searchParams.delete('verified')
  return withFragment(isPkce ? withQuery(plain, values) : plain, values)
}

function isFetchingAhead(request: AuthRequest): boolean {
  const { purpose, 'sec-purpose': secPurpose } = request.wire.headers
  return /prefetch|prerender|preview/i.test(`${purpose ?? ''} ${secPurpose ?? ''}`)
}
