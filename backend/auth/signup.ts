import type { TransactionSql } from '../database/sql.ts'
import { addAccount, profileOf, replaceAccount } from './accounts.ts'
import { json } from './answers.ts'
import { cleanName, refuseSuspects } from './audit.ts'
import { type Body, readBody, textOf } from './body.ts'
import { refuseCommon } from './common-passwords.ts'
import type { AuthContext, AuthHandler } from './context.ts'
import { AuthFault } from './faults.ts'
import { emailOf, fullNameOf, refusePhone } from './fields.ts'
import { type Occasion, sendAccountExists, sendConfirmation } from './emails.ts'
import { takeMail } from './limits.ts'
import { occasionOf } from './occasion.ts'
import { newPasswordOf } from './password-rules.ts'
import { sealed, uuidFrom } from './secrets.ts'
import { findUserByEmail, lockAddress, lockUser } from './users.ts'

export interface Claim extends Occasion {
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
export const signUp: AuthHandler = async (context, request) => {
  const body = readBody(request.wire)
  refusePhone(body)
  refuseAnonymous(body)
  const email = emailOf(body)
  const password = newPasswordOf(body)
  await refuseCommon(password)
  const occasion = occasionOf(context, request, body)
  const typedName = fullNameOf(body)
  await refuseSuspects(context, request)
  const fullName = (await cleanName(context, request, typedName)) ?? null
  await takeMail(context, request, 'confirm', email)
  const passwordHash = await context.hasher.hash(password)
  const id = await claimAddress(context, {
    ...occasion,
    email,
    passwordHash,
    fullName,
    withCode: false,
  })
  return json(200, newUserBody({ id, email, fullName, now: request.now }))
}

/** Stores a claim to an address and writes the email that goes with it. Returns the id to answer with. */
export async function claimAddress(context: AuthContext, claim: Claim): Promise<string> {
  const claimOnce = () => context.sql.begin((tx) => claimWithin(tx, context, claim))
  // null: an account moved to the address between our look and our insert. The second look finds it.
  const id = (await claimOnce()) ?? (await claimOnce())
  if (id === null) throw new Error('An address is taken by an account that cannot be found')
  return id
}

async function claimWithin(
  tx: TransactionSql,
  context: AuthContext,
  claim: Claim,
): Promise<string | null> {
  await lockAddress(tx, claim.email)
  const seen = await findUserByEmail(tx, claim.email)
  if (seen !== null) await lockUser(tx, seen.id)
  const user = seen === null ? null : await findUserByEmail(tx, claim.email)
  if (user !== null && user.email_confirmed_at !== null) {
    await sendAccountExists(tx, context, user)
    return uuidFrom(sealed(context.keys, 'nobody', claim.email))
  }
  const id = user?.id ?? uuidFrom(context.random(16))
  const account = { ...claim, id }
  if (user === null) {
    if (!(await addAccount(tx, account))) return null
  } else {
    await replaceAccount(tx, account)
  }
  await sendConfirmation(tx, context, account, claim, claim.withCode)
  return id
}

/** Without an address the call is a request for an anonymous account, which is switched off. */
function refuseAnonymous(body: Body): void {
  if (textOf(body, 'email') === '' && body.password === undefined) {
    const words = 'Anonymous sign-ins are disabled'
    throw new AuthFault(422, 'anonymous_provider_disabled', words)
  }
}

function newUserBody(account: { id: string; email: string; fullName: string | null; now: number }) {
  const at = new Date(account.now).toISOString()
  const profile = profileOf(account)
  return {
    id: account.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: account.email,
    phone: '',
    confirmation_sent_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: profile,
    identities: [
      {
        identity_id: account.id,
        id: account.id,
        user_id: account.id,
        identity_data: profile,
        provider: 'email',
        last_sign_in_at: at,
        created_at: at,
        updated_at: at,
        email: account.email,
      },
    ],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  }
}
