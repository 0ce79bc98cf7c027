import { randomUUID } from 'node:crypto'
import { ApiError } from '../wire.ts'
import { addAccount, emailMetadata, profileOf } from './accounts.ts'
import { ok } from './answers.ts'
import { cleanNameOf, refuseSuspects } from './audit.ts'
import { type Occasion, occasionOf, sendAccountExists, sendLink } from './emails.ts'
import { emailOf, readBody, textOf } from './fields.ts'
import { takeMail } from './limits.ts'
import { newPasswordOf, refuseCommon } from './passwords.ts'
import {
  type AuthHandler,
  type AuthRequest,
  type AuthTransaction,
  inTransaction,
} from './request.ts'
import { sealed, uuidFrom } from './secrets.ts'
import { findUserByEmail, lockUser, userBody } from './users.ts'

interface Claim extends Occasion {
  email: string
  passwordHash: string | null
  fullName: string | null
  /** Whether the email also carries a code to type in. */
  withCode: boolean
}

/**
 * `POST /signup`. The answer is the same whether the address is new, waits for its confirmation or has an
 * account: made from what was sent, never from what is stored. Only the mail knows the difference.
 */
export const signUp: AuthHandler = async (request) => {
  const body = readBody(request)
  // Without an address it is a request for an anonymous account, which is switched off.
  if (textOf(body, 'email') === '' && body.password === undefined)
    throw new ApiError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  const email = emailOf(body)
  const password = newPasswordOf(body)
  await refuseCommon(password)
  const occasion = occasionOf(request, body)
  await refuseSuspects(request)
  const fullName = (await cleanNameOf(request, body)) ?? null
  await takeMail(request, 'confirm', email)
  const passwordHash = await request.passwordHasher.hash(password)
  const claim = { ...occasion, email, passwordHash, fullName, withCode: false }
  const id = await claimAddress(request, claim)
  return ok(newUserBody(request, id, email, fullName))
}

/** Stores a claim to an address and writes the email that goes with it. Returns the id to answer with. */
export async function claimAddress(request: AuthRequest, claim: Claim): Promise<string> {
  const claimOnce = () => inTransaction(request, (tx) => claimWithin(tx, claim))
  // null: an account moved to the address between our look and our insert. The second look finds it.
  const id = (await claimOnce()) ?? (await claimOnce())
  if (id === null) throw new Error('An address is taken by an account that cannot be found')
  return id
}

/**
 * A repeated sign-up for an address that nobody has confirmed takes the place of the earlier one. Otherwise
 * whoever claimed a foreign address first would know the password of the account that its owner confirms.
 */
async function claimWithin(tx: AuthTransaction, claim: Claim): Promise<string | null> {
  const { email } = claim
  // One claim to an address at a time. A lock on the account's row would not do: a claim replaces the row, and whoever
  // waits for the one that is gone would then write beside whoever comes next.
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${email}, 20260110))`
  const seen = await findUserByEmail(tx, email)
  if (seen !== null) await lockUser(tx, seen.id)
  const user = seen === null ? null : await findUserByEmail(tx, email)
  if (user !== null && user.email_confirmed_at !== null) {
    await sendAccountExists(tx, user)
    return uuidFrom(sealed(tx.keys, 'nobody', email))
  }
  const id = user?.id ?? randomUUID()
  if (user !== null) await tx.sql`delete from auth.users where id = ${id}`
  if (!(await addAccount(tx, { ...claim, id }))) return null
  const addressee = { id, email, email_confirmed_at: null }
  await sendLink(tx, addressee, 'signup', claim, claim.withCode)
  return id
}

function newUserBody({ at }: AuthRequest, id: string, email: string, fullName: string | null) {
  const time = at.toISOString()
  const profile = profileOf({ id, email, fullName })
  const identity = {
    identity_id: id,
    id,
    user_id: id,
    identity_data: profile,
    provider: 'email',
    last_sign_in_at: time,
    created_at: time,
    updated_at: time,
    email,
  }
  const account = {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    email_change: null,
    confirmation_sent_at: time,
    raw_app_meta_data: emailMetadata,
    raw_user_meta_data: profile,
    identities: [identity],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
  }
  return userBody(account)
}
