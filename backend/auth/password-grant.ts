import { json } from './answers.ts'
import { note, refuseSuspects } from './audit.ts'
import { readBody, textOf } from './body.ts'
import type { AuthContext, AuthHandler, AuthRequest } from './context.ts'
import { AuthFault, invalid } from './faults.ts'
import { refusePhone } from './fields.ts'
import { isKnownHere } from './known-addresses.ts'
import {
  type Attempt,
  attemptsFrom,
  forget,
  giveBack,
  limitedAddress,
  limits,
  overRequestLimit,
  takeAttempts,
} from './limits.ts'
import { couldBeAPassword } from './password-rules.ts'
import { sealed } from './secrets.ts'
import { openSession } from './sessions.ts'
import { findUserByEmail, refuseBanned, type UserRow } from './users.ts'

/**
 * `grant_type=password`. Unknown addresses take the same time and get the same answer as wrong passwords. An
 * attempt is counted before the password is looked at and forgotten when it was right. Where an account has signed in
 * before, the right password opens it whatever was guessed elsewhere; a wrong one is answered there as anywhere.
 */
export const passwordGrant: AuthHandler = async (context, request) => {
  const body = readBody(request.wire)
  refusePhone(body)
  const email = textOf(body, 'email').trim().toLowerCase()
  if (email === '') throw invalid('missing email or phone')
  const password = typeof body.password === 'string' ? body.password : ''
  await refuseSuspects(context, request)
  const of = attemptsOf(request, email)
  const here = await takeAttempts(context, request.now, [...of.from, of.own])
  if (here.waitMs > 0) throw await refusal(context, request, email, here.waitMs)
  const isKnown = await isKnownHere(context, request, email)
  const { waitMs, counted } = await takeOfAccount(context, request, of)
  const user = await findUserByEmail(context.sql, email)
  const isOpen = waitMs === 0 || isKnown
  if (!(await isRight(context, isOpen ? user : null, password)) || user === null)
    throw await refusal(context, request, email, waitMs)
  await context.sql.begin(async (tx) => {
    await forget(tx, context, of.own)
    await giveBack(tx, context, [...of.from, ...counted])
  })
  refuseBanned(user, request.now, 400)
  if (user.email_confirmed_at === null) {
    throw new AuthFault(400, 'email_not_confirmed', 'Email not confirmed')
  }
  return json(
    200,
    await context.sql.begin((tx) => openSession(tx, context, request, user.id, 'password')),
  )
}

/** Always compares, also when there is no account, no password, or none that anybody could have. */
async function isRight(
  context: AuthContext,
  user: UserRow | null,
  password: string,
): Promise<boolean> {
  const isPossible = couldBeAPassword(password)
  const stored = user?.encrypted_password ?? ''
  const hash = isPossible && stored !== '' ? stored : null
  return context.hasher.verify(isPossible ? password : 'x', hash)
}

interface Attempts {
  /** Of the address that asks. */
  from: Attempt[]
  /** Of the account at this address. */
  own: Attempt
  /** Of the account, wherever its guesses come from. */
  anywhere: Attempt
  beyond: Attempt
}

function attemptsOf(request: AuthRequest, email: string): Attempts {
  const { clientAddress } = request.wire
  return {
    from: attemptsFrom(limits.signInFromAddress, clientAddress),
    own: {
      limit: limits.signInOfAccount,
      subject: `${email} ${limitedAddress(clientAddress)}`,
    },
    anywhere: { limit: limits.signInFromAnywhere, subject: email },
    beyond: { limit: limits.signInBeyond, subject: email },
  }
}

/** Counts an attempt at an account: guesses from many addresses slow down to one every two minutes. */
async function takeOfAccount(
  context: AuthContext,
  request: AuthRequest,
  { anywhere, beyond }: Attempts,
): Promise<{ waitMs: number; counted: Attempt[] }> {
  const { waitMs } = await takeAttempts(context, request.now, [anywhere])
  if (waitMs === 0) return { waitMs, counted: [anywhere] }
  const late = await takeAttempts(context, request.now, [beyond])
  return { ...late, counted: [anywhere, beyond] }
}

/** The answer to a wrong password, or to any where there have been too many: it does not tell what is known. */
async function refusal(
  context: AuthContext,
  request: AuthRequest,
  email: string,
  waitMs: number,
): Promise<AuthFault> {
  if (waitMs > 0) {
    await noteOnce(context, request, email)
    return overRequestLimit(waitMs)
  }
  await noteFailure(context, request, email)
  return new AuthFault(400, 'invalid_credentials', 'Invalid login credentials')
}

async function noteFailure(
  context: AuthContext,
  request: AuthRequest,
  email: string,
): Promise<void> {
  const details = { reason: 'invalid_credentials', account: accountSeal(context, email) }
  await note(context.sql, context, request, { type: 'auth_failure', details })
}

/** A refused flood is noted once in a quarter of an hour, so that it cannot fill the log. */
async function noteOnce(context: AuthContext, request: AuthRequest, email: string): Promise<void> {
  const once = { limit: limits.notes, subject: limitedAddress(request.wire.clientAddress) }
  const { waitMs } = await takeAttempts(context, request.now, [once])
  if (waitMs > 0) return
  const details = { account: accountSeal(context, email) }
  await note(context.sql, context, request, { type: 'rate_limit_violation', details })
}

function accountSeal(context: AuthContext, email: string): string {
  return sealed(context.keys, 'account', email).toString('base64url')
}
