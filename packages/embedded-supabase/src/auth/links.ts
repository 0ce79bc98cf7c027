import type { Body } from './fields.ts'
import { getMailRank } from './mail-rank.ts'
import { makeToken, type TokenType } from './one-time-tokens.ts'
import { type Challenge, parseChallenge, startFlow } from './pkce.ts'
import { ownTarget } from './redirects.ts'
import type { AuthMail, AuthRequest, AuthTx } from './request.ts'
import { addClaim, type SignUpClaim } from './sign-up-claims.ts'
import type { UserRow } from './users.ts'

export interface LinkKind {
  /** The address that the link leads to afterwards; it is checked again when the link is opened. */
  redirectTo: string | null
  /** Given when the client finishes the sign-in itself with a code verifier. */
  challenge: Challenge | null
}

export function getLinkKind(request: AuthRequest, body: Body): LinkKind {
  const target = ownTarget(request, request.query.get('redirect_to'))
  return {
    redirectTo: target?.href ?? null,
    challenge: request.settings.pkce_links ? parseChallenge(body) : null,
  }
}

export interface Addressee extends Pick<UserRow, 'id' | 'email' | 'email_confirmed_at'> {
  raw_user_meta_data?: UserRow['raw_user_meta_data']
}

const links = {
  signup: { template: 'auth_confirm', token: 'confirmation_token' },
  invite: { template: 'auth_confirm', token: 'confirmation_token' },
  recovery: { template: 'auth_recover', token: 'recovery_token' },
  magiclink: { template: 'auth_reauthenticate', token: 'recovery_token' },
} as const satisfies Record<string, { template: AuthMail['template']; token: TokenType }>

/** Sends a link, and with it a code to type in if that is wanted, in place of earlier ones. */
export async function sendLink(
  tx: AuthTx,
  user: Addressee,
  type: keyof typeof links,
  occasion: LinkKind,
  withCode = false,
): Promise<void> {
  const { template, token } = links[type]
  await startFlow(tx, user.id, type, occasion.challenge)
  const { link, code } = await makeLink(tx, user, token, type, occasion)
  await send(tx, user, template, withCode ? { link, code } : { link })
}

/** Sends the link of a repeated sign-up, beside those of earlier ones: each confirms the data that its own sign-up submitted. */
export async function sendClaimLink(
  tx: AuthTx,
  user: Addressee,
  claim: SignUpClaim,
  occasion: LinkKind,
): Promise<void> {
  await startFlow(tx, user.id, 'signup', occasion.challenge)
  const secret = await addClaim(tx, user, claim, prefixOf(occasion))
  await send(tx, user, 'auth_confirm', { link: linkTo(tx, secret, 'signup', occasion) })
}

export async function sendAccountExists(tx: AuthTx, owner: UserRow): Promise<void> {
  await send(tx, owner, 'auth_account_exists', { link: tx.siteUrl.href })
}

/** A code that proves, in the middle of a session, that its person can read their mail. */
export async function sendNonce(tx: AuthTx, user: UserRow): Promise<void> {
  const { code } = await makeToken(tx, user, 'reauthentication_token')
  await send(tx, user, 'auth_reauthenticate', { code })
}

/** Creates a link for the reader of a mailbox, with its secret and the matching code. */
export async function makeLink(
  tx: AuthTx,
  user: Pick<UserRow, 'id' | 'email'>,
  token: TokenType,
  type: string,
  occasion: LinkKind,
): Promise<{ link: string; secret: string; code: string }> {
  const made = await makeToken(tx, user, token, prefixOf(occasion))
  return { link: linkTo(tx, made.secret, type, occasion), ...made }
}

function prefixOf({ challenge }: LinkKind): string {
  return challenge === null ? '' : 'pkce_'
}

function linkTo(
  { externalUrl }: AuthTx,
  secret: string,
  type: string,
  { redirectTo }: LinkKind,
): string {
  const url = new URL('/auth/v1/verify', externalUrl)
  url.searchParams.set('token', secret)
  url.searchParams.set('type', type)
  if (redirectTo !== null) url.searchParams.set('redirect_to', redirectTo)
  return url.href
}

/** The name goes only to a confirmed address: anybody may have typed another. */
export async function send(
  tx: AuthTx,
  user: Addressee,
  template: AuthMail['template'],
  data: AuthMail['data'],
): Promise<void> {
  const isConfirmed = user.email_confirmed_at !== null
  const name = isConfirmed ? user.raw_user_meta_data?.full_name : null
  const known = typeof name === 'string' ? { ...data, fullName: name } : data
  const rank = await getMailRank(tx, user)
  await tx.sendAuthMail(tx.sql, { template, to: user.email, data: known, isConfirmed, rank })
}
