import type { Body } from './fields.ts'
import { getMailRank } from './mail-rank.ts'
import { makeToken, type TokenType } from './one-time-tokens.ts'
import { type PkceChallenge, parsePkceChallenge, startPkceFlow } from './pkce.ts'
import { parseRedirectTarget } from './redirects.ts'
import type { AuthMail, AuthRequest, AuthTx } from './request.ts'
import { addSignUpClaim, type SignUpClaim } from './sign-up-claims.ts'
import type { UserRow } from './users.ts'

export interface LinkKind {
  /** The requested redirect target, which is not checked yet. */
  redirectTo: string | null
  /** The PKCE code challenge, when the client completes the sign-in itself with a code verifier. */
  challenge: PkceChallenge | null
}

export function getLinkKind(request: AuthRequest, body: Body): LinkKind {
  return {
    redirectTo: request.query.get('redirect_to'),
    challenge: request.settings.pkce_links ? parsePkceChallenge(body) : null,
  }
}

export interface EmailRecipient extends Pick<UserRow, 'id' | 'email' | 'email_confirmed_at'> {
  raw_user_meta_data?: UserRow['raw_user_meta_data']
}

const links = {
  signup: { template: 'auth_confirm', token: 'confirmation_token' },
  invite: { template: 'auth_confirm', token: 'confirmation_token' },
  recovery: { template: 'auth_recover', token: 'recovery_token' },
  magiclink: { template: 'auth_reauthenticate', token: 'recovery_token' },
} as const satisfies Record<string, { template: AuthMail['template']; token: TokenType }>

/** Emails a link, and with `withCode` a code to type instead. Replaces the account's earlier link of the same type. */
export async function sendLink(
  tx: AuthTx,
  user: EmailRecipient,
  type: keyof typeof links,
  occasion: LinkKind,
  withCode = false,
): Promise<void> {
  const { template, token } = links[type]
  await startPkceFlow(tx, user.id, type, occasion.challenge)
  const { link, code } = await createEmailLink(tx, user, token, type, occasion)
  await sendTemplateEmail(tx, user, template, withCode ? { link, code } : { link })
}

/** Emails the link of a repeated sign-up. Earlier links stay valid: each one confirms the address with its own metadata. */
export async function sendSignUpClaimLink(
  tx: AuthTx,
  user: EmailRecipient,
  claim: SignUpClaim,
  occasion: LinkKind,
): Promise<void> {
  await startPkceFlow(tx, user.id, 'signup', occasion.challenge)
  const secret = await addSignUpClaim(tx, user, claim, prefixOf(occasion))
  await sendTemplateEmail(tx, user, 'auth_confirm', {
    link: linkTo(tx, secret, 'signup', occasion),
  })
}

export async function sendAccountExists(tx: AuthTx, owner: UserRow): Promise<void> {
  await sendTemplateEmail(tx, owner, 'auth_account_exists', { link: tx.siteUrl.href })
}

/** Emails a code by which a signed-in user proves access to the account's mailbox. */
export async function sendReauthenticationCode(tx: AuthTx, user: UserRow): Promise<void> {
  const { code } = await makeToken(tx, user, 'reauthentication_token')
  await sendTemplateEmail(tx, user, 'auth_reauthenticate', { code })
}

/** Creates a link for a mailbox, and returns it with its secret and the matching code. */
export async function createEmailLink(
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

/** Returns the link without its redirect target when that is not allowed. The target is checked again when the link is opened. */
function linkTo(tx: AuthTx, secret: string, type: string, { redirectTo }: LinkKind): string {
  const url = new URL('/auth/v1/verify', tx.externalUrl)
  const target = parseRedirectTarget(tx, redirectTo, type)
  url.searchParams.set('token', secret)
  url.searchParams.set('type', type)
  if (target !== null) url.searchParams.set('redirect_to', target.href)
  return url.href
}

/**
 * Emails a template. The account's name is only included for a confirmed email address: a stranger may have signed up with this
 * address and a name of their choice.
 */
export async function sendTemplateEmail(
  tx: AuthTx,
  user: EmailRecipient,
  template: AuthMail['template'],
  data: AuthMail['data'],
): Promise<void> {
  const isConfirmed = user.email_confirmed_at !== null
  const name = isConfirmed ? user.raw_user_meta_data?.full_name : null
  const known = typeof name === 'string' ? { ...data, fullName: name } : data
  const rank = await getMailRank(tx, user)
  await tx.sendAuthMail(tx.sql, { template, to: user.email, data: known, isConfirmed, rank })
}
