import { createRateLimitRefusal } from './responses.ts'
import { findAccount, getBearerToken, getClientIpAddress } from './caller.ts'
import { getErrorMessage } from './environment.ts'
import type { HandlerContext } from './serve-handler.ts'
import * as v from 'valibot'
import { rpcAt, rpcAtParsed } from '../../client.ts'

const admitted = v.object({ wait: v.number(), reason: v.nullable(v.string()) })

type Guard = Pick<HandlerContext, 'client' | 'log' | 'now'>

/**
 * The rate limit of a form: at most `max` posts of one `sender`, and at most `addressMax` posts from one IP address by
 * senders who are not signed in. A form for accounts alone has no `addressMax`, and refuses all other senders.
 */
export interface FormLimit {
  key: string
  max: number
  addressMax?: number
  /** The time window, in ms, in which posts are counted; 300,000 by default (specification, section 9). */
  windowMs?: number
  /**
   * When true, failed sign-ins do not count against the sender: for forms after a sign-in, and for help with signing in.
   */
  forgivesSignIns?: boolean
  refusal?: string
}

/**
 * Counts a post to a form. Returns 0 when it is allowed, else the milliseconds to wait: for the form's limit or, after five
 * refused or suspicious posts of the sender in ten minutes, until those ten minutes are over. The sender is an account's
 * id, or a typed value, which is counted together with the IP address that it came from. A signed-in sender is not subject
 * to the limit of an IP address, which others may have used up. When a typed value is over the limit, the post of a signed-in
 * caller counts against the account instead. A refusal by the limit is recorded in the security log.
 */
export async function countFormPost(
  tools: Guard,
  request: Request,
  limit: FormLimit,
  sender: string,
): Promise<number> {
  const { wait, reason } = await askGuard(tools, request, limit, sender)
  const token = reason === 'limit' ? getBearerToken(request) : null
  const account = token === null ? null : await findAccount(tools.client, token)
  if (account === null || account.id === sender) return wait
  return (await askGuard(tools, request, limit, account.id)).wait
}

function askGuard(
  tools: Guard,
  request: Request,
  { key, max, addressMax = 0, windowMs = 300_000, forgivesSignIns = false }: FormLimit,
  sender: string,
): Promise<v.InferOutput<typeof admitted>> {
  return rpcAtParsed(admitted, tools, 'admit_form_post', {
    p_form: key,
    p_key: sender,
    p_max: max,
    p_address: getClientIpAddress(request),
    p_address_max: addressMax,
    p_window_ms: windowMs,
    p_details: getRequestDetails(request),
    p_counts_sign_ins: !forgivesSignIns,
  })
}

/**
 * Counts a post to a form as `countFormPost` does.
 * @throws Refused (429) when the sender has to wait
 */
export async function enforceFormLimit(
  tools: Guard,
  request: Request,
  limit: FormLimit,
  sender: string,
): Promise<void> {
  const wait = await countFormPost(tools, request, limit, sender)
  if (wait > 0) throw createRateLimitRefusal(wait, limit.refusal)
}

/**
 * Returns only the wait (ms) that follows refused or suspicious posts of a sender, for a form whose attempts are counted
 * elsewhere.
 */
export async function getSuspiciousPatternWait(
  tools: Guard,
  request: Request,
  sender: string,
): Promise<number> {
  return rpcAt(tools, 'suspicious_pattern_wait_ms', {
    p_key: sender,
    p_address: getClientIpAddress(request),
  })
}

/**
 * Records a security event, at most `most` of one type and IP address in five minutes. `sender` is stored as a hash, by
 * which later posts of the same sender may have to wait. A failure is only logged (specification, section 8).
 */
export async function recordSecurityEvent(
  tools: Guard,
  request: Request,
  eventType: string,
  details: object,
  most: number | null = null,
): Promise<void> {
  try {
    await rpcAt(tools, 'record_security_event', {
      p_event_type: eventType,
      p_details: { ...getRequestDetails(request), ...details },
      p_address: getClientIpAddress(request),
      p_limit: most,
    })
  } catch (error) {
    tools.log.warn(
      { event: eventType, reason: getErrorMessage(error) },
      'security event: not noted',
    )
  }
}

/**
 * Returns the data of a request that is recorded: its user agent, and its URL without the query. A function
 * does not know the path at which it is mounted, so the URL is recorded as it was called.
 */
export function getRequestDetails(request: Request): { userAgent: string; url: string } {
  const { origin, pathname } = new URL(request.url)
  return {
    userAgent: (request.headers.get('user-agent') ?? 'unknown').slice(0, 300),
    url: `${origin}/functions/v1${pathname}`,
  }
}
