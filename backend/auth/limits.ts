import type { Queryable } from '../database/sql.ts'
import { isIPv6 } from 'node:net'
import type { AuthContext } from './context.ts'
import { AuthFault } from './faults.ts'
import { sealed } from './secrets.ts'

const quarter = 15 * 60_000
const hour = 60 * 60_000

/** An IPv6 network (a /48) may try so many times as often as one address of it. */
const networkFactor = 4

/** How often something may be tried. Subjects are addresses and accounts; only seals of them are stored. */
export const limits = {
  signInOfAccount: { name: 'sign-in', max: 5, windowMs: quarter },
  signInFromAnywhere: { name: 'sign-in-anywhere', max: 30, windowMs: hour },
  signInBeyond: { name: 'sign-in-beyond', max: 1, windowMs: 2 * 60_000 },
  signInFromAddress: { name: 'sign-in-address', max: 30, windowMs: quarter },
  codeFromAddressOfAccount: { name: 'code', max: 5, windowMs: quarter },
  codeOfAccount: { name: 'code-account', max: 10, windowMs: quarter },
  codeFromAddress: { name: 'code-address', max: 30, windowMs: quarter },
  notes: { name: 'note', max: 1, windowMs: quarter },
  mailToAccount: { name: 'mail', max: 5, windowMs: hour },
  mailFromAddress: { name: 'mail-address', max: 60, windowMs: hour },
} satisfies Record<string, Limit>

interface Limit {
  name: string
  max: number
  windowMs: number
}

export interface Attempt {
  limit: Limit
  subject: string
}

/** What an attempt counts for by where it comes from: the address and, with IPv6, the network that it is in. */
export function attemptsFrom(limit: Limit, address: string): Attempt[] {
  const own = { limit, subject: limitedAddress(address) }
  const network = networkOf(address)
  if (network === null) return [own]
  const wider = { ...limit, name: `${limit.name}-network`, max: limit.max * networkFactor }
  return [own, { limit: wider, subject: network }]
}

/**
 * Counts attempts before they are made, so that a crowd of them cannot slip through together; one after the other, up to
 * the first that is one too many. Whoever is refused for their address then uses up nothing of an account's.
 */
export async function takeAttempts(
  { sql, keys }: Pick<AuthContext, 'sql' | 'keys'>,
  now: number,
  attempts: Attempt[],
): Promise<{ waitMs: number }> {
  for (const attempt of attempts) {
    const { max, windowMs } = attempt.limit
    const [row] = await sql<{ wait: number }[]>`
      select public.take_attempt(${keyOf({ keys }, attempt)}, ${max}, ${windowMs}, ${new Date(now)}) as wait`
    if (row !== undefined && row.wait > 0) return { waitMs: row.wait }
  }
  return { waitMs: 0 }
}

/** Takes back attempts that turned out well. */
export async function giveBack(
  sql: Queryable,
  context: AuthContext,
  attempts: Attempt[],
): Promise<void> {
  const keys = attempts.map((attempt) => keyOf(context, attempt))
  await sql`
    update public.rate_limits set attempts = greatest(attempts - 1, 0)
    where key = any(${keys})`
}

/** Forgets the failures of an account whose owner has shown up. */
export async function forget(
  sql: Queryable,
  context: AuthContext,
  attempt: Attempt,
): Promise<void> {
  await sql`delete from public.rate_limits where key = ${keyOf(context, attempt)}`
}

/** Refuses when an email of a kind has gone to an account, or any from an address, too often. */
export async function takeMail(
  context: AuthContext,
  request: { now: number; wire: { clientAddress: string } },
  kind: 'confirm' | 'recover' | 'link' | 'change' | 'reauthenticate',
  email: string,
): Promise<void> {
  const { waitMs } = await takeAttempts(context, request.now, [
    ...attemptsFrom(limits.mailFromAddress, request.wire.clientAddress),
    { limit: limits.mailToAccount, subject: `${kind} ${email}` },
  ])
  if (waitMs > 0) throw overMailLimit(waitMs)
}

export function overRequestLimit(waitMs: number): AuthFault {
  const headers = retryAfter(waitMs)
  return new AuthFault(429, 'over_request_rate_limit', 'Request rate limit reached', { headers })
}

function overMailLimit(waitMs: number): AuthFault {
  const headers = retryAfter(waitMs)
  const words = `For security purposes, you can only request this after ${headers['retry-after']} seconds.`
  return new AuthFault(429, 'over_email_send_rate_limit', words, { headers })
}

function retryAfter(waitMs: number): { 'retry-after': string } {
  return { 'retry-after': String(Math.ceil(waitMs / 1000)) }
}

function keyOf({ keys }: Pick<AuthContext, 'keys'>, { limit, subject }: Attempt): string {
  return `auth:${limit.name}:${sealed(keys, 'limit', subject).toString('base64url')}`
}

/** What counts as one address: an IPv4 address, or the /64 that one IPv6 customer has. */
export function limitedAddress(address: string): string {
  return groupsOf(address)?.slice(0, 4).join(':') ?? plainAddress(address)
}

/** The /48 that a company or a tunnel hands out addresses from; null for IPv4. */
function networkOf(address: string): string | null {
  return groupsOf(address)?.slice(0, 3).join(':') ?? null
}

/** An IPv4 address that arrives in IPv6 clothes is the same address. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

/** The eight groups of an IPv6 address; null for any other. */
function groupsOf(address: string): string[] | null {
  if (!isIPv6(address) || plainAddress(address) !== address) return null
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const middle = Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  return [...front, ...middle, ...back].map((group) => group.padStart(4, '0'))
}
