import * as v from 'valibot'
import { type Arguments, connect, type FunctionName, type ShopClient } from '../../client.ts'
import { Refused } from './responses.ts'
import type { FunctionEnvironment } from './environment.ts'

export interface Account {
  id: string
  email: string
}

/**
 * Returns the token of the signed-in user from the request; null when there is none, or when it is one of the shop's own
 * API keys.
 */
export function getBearerToken(request: Request): string | null {
  const token = /^Bearer ([^\s]+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  return token === undefined || token.startsWith('sb_') ? null : token
}

/**
 * Returns a Supabase client with the caller's rights.
 * @throws Refused (401) without a token
 */
export function createCallerClient(environment: FunctionEnvironment, request: Request): ShopClient {
  const token = getBearerToken(request)
  if (token === null) throw new Refused(401, 'sign_in_required', 'Please sign in')
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key, fetch } = environment
  return connect(url, key, { fetch, headers: { authorization: `Bearer ${token}` } })
}

/**
 * Calls a database function of the desk with the caller's rights, so that the database checks their permission.
 * @throws Refused with the database's message
 */
export async function callOrRefuse<Name extends FunctionName>(
  caller: Pick<ShopClient, 'rpc'>,
  name: Name,
  args: Arguments<Name>,
): Promise<unknown> {
  const { data, error } = await caller.rpc(name, args)
  if (error === null) return data
  const [, status] = /^PT(4\d\d)$/.exec(error.code) ?? []
  if (status === undefined) throw new Error(`${name}: ${error.message}`, { cause: error })
  throw new Refused(Number(status), error.hint || error.code, error.message)
}

/**
 * Returns the account of a token; null without a full account, or while its second factor is missing.
 * @throws Error when the Auth service cannot be reached
 */
export async function findAccount(client: ShopClient, token: string): Promise<Account | null> {
  const { data, error } = await client.auth.getUser(token)
  if (error === null) {
    const { id, email, is_anonymous, factors } = data.user
    const asksCode = factors?.some(({ status }) => status === 'verified') === true
    const isProved = !asksCode || levelOf(token) !== 'aal1'
    return !email || is_anonymous === true || !isProved ? null : { id, email }
  }
  if (error.status !== undefined && error.status >= 400 && error.status < 500) return null
  throw new Error('The session could not be checked', { cause: error })
}

/**
 * Returns the assurance level in a token: `aal2` after a second factor. The Auth service has already verified the token.
 */
function levelOf(token: string): string {
  const part = token.split('.')[1] ?? ''
  const claims: unknown = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
  return v.is(leveled, claims) ? claims.aal : 'aal1'
}

const leveled = v.object({ aal: v.string() })

/** Returns the caller's account. @throws Refused (401) without a signed-in user, and as `findAccount` does */
export async function requireCaller(client: ShopClient, request: Request): Promise<Account> {
  const token = getBearerToken(request)
  const account = token === null ? null : await findAccount(client, token)
  if (account === null) throw new Refused(401, 'sign_in_required', 'Please sign in')
  return account
}

/** Returns true for a valid token whose account does not exist any more. */
export async function isAccountGone(client: ShopClient, request: Request): Promise<boolean> {
  const token = getBearerToken(request)
  if (token === null) return false
  const { error } = await client.auth.getUser(token)
  return error?.code === 'user_not_found'
}

export async function holdsSecretKey(request: Request, secretKey: string): Promise<boolean> {
  const given = request.headers.get('apikey') ?? ''
  const [one, other] = await Promise.all([digest(given), digest(secretKey)])
  // Compares digests instead of the secrets, so that timing does not reveal how much of a guess was right.
  return one === other
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(bytes).toString()
}

/**
 * Returns the visitor's IP address as the shop's own server sets it, or Cloudflare on hosted Supabase; see `visitor_address`
 * in SQL.
 */
export function getClientIpAddress({ headers }: Request): string {
  const address = headers.get('cf-connecting-ip') || headers.get('x-forwarded-for')?.split(',')[0]
  return address?.trim() || 'unknown'
}
