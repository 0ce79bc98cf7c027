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
 * attempt is counted before the password is looked at and forgotten when it was right.
 */
export const passwordGrant: AuthHandler = async (context, request) => {
  const body = readBody(request.wire)
  refusePhone(body)
  const email = textOf(body, 'email').trim().toLowerCase()
  if (email === '') throw invalid('missing email or phone')
  const password = typeof body.password === 'string' ? body.password : ''
  await refuseSuspects(context, request)
  const attempts = attemptsOf(request, email, await isKnownHere(context, request, email))
  const waitMs = await take(context, request, attempts)
  if (waitMs > 0) {
    await noteOnce(context, request, email)
    throw overRequestLimit(waitMs)
  }
  const user = await findUserByEmail(context.sql, email)
  if (!(await isRight(context, user, password)) || user === null) {
    await noteFailure(context, request, email)
    throw new AuthFault(400, 'invalid_credentials', 'Invalid login credentials')
  }
  await context.sql.begin(async (tx) => {
    await forget(tx, context, attempts.own)
    await giveBack(tx, context, [...attempts.from, ...attempts.anywhere])
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
  /** Of the account, wherever its guesses come from: none where it has signed in before. */
  anywhere: Attempt[]
  beyond: Attempt
}

function attemptsOf(request: AuthRequest, email: string, isKnown: boolean): Attempts {
  const { clientAddress } = request.wire
  return {
    from: attemptsFrom(limits.signInFromAddress, clientAddress),
    own: {
      limit: limits.signInOfAccount,
      subject: `${email} ${limitedAddress(clientAddress)}`,
    },
    anywhere: isKnown ? [] : [{ limit: limits.signInFromAnywhere, subject: email }],
    beyond: { limit: limits.signInBeyond, subject: email },
  }
}

/**
 * Counts an attempt; the wait in ms, 0 for none. Guesses from many addresses slow down to one every two minutes, and keep
 * the owner out of nothing but new addresses: where they have signed in before and by mail they get in.
 */
async function take(context: AuthContext, request: AuthRequest, of: Attempts): Promise<number> {
  const here = await takeAttempts(context, request.now, [...of.from, of.own])
  if (here.waitMs > 0) return here.waitMs
  const anywhere = await takeAttempts(context, request.now, of.anywhere)
  if (anywhere.waitMs === 0) return 0
  return (await takeAttempts(context, request.now, [of.beyond])).waitMs
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
