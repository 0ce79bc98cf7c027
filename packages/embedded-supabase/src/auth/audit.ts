import { toRateLimitKey } from '../core/addresses.ts'
import { createValidationError } from './responses.ts'
import { type Body, getTextField } from './fields.ts'
import { createRateLimitError } from './limits.ts'
import { type Metadata, parseMetadata, omitReservedClaims } from './metadata.ts'
import type { AuthRequest, AuthWork, SecurityEvent } from './request.ts'

export async function recordSecurityEvent(
  { sql, wire, at, siteUrl, guard }: AuthWork,
  type: SecurityEvent['type'],
  details: Record<string, string>,
): Promise<void> {
  const userAgent = (wire.headers['user-agent'] ?? 'unknown').slice(0, 300)
  const seen = { userAgent, url: new URL(wire.path, siteUrl).href, ...details }
  await guard.note(sql, { type, details: seen, address: wire.clientAddress, at })
}

/** Checks that the project's guard has not blocked a sender. @throws ApiError 429 when it has */
async function refuseSuspect({ sql, wire, at, guard }: AuthRequest, sender: string): Promise<void> {
  const wait = await guard.waitOf(sql, sender, toRateLimitKey(wire.clientAddress), at)
  if (wait > 0) throw createRateLimitError(wait)
}

/**
 * Returns the user metadata in the body's field `name`, cleaned for storage. Records and refuses content that looks like an attack.
 * @throws ApiError 400
 */
export async function cleanMetadata(
  request: AuthRequest,
  body: Body,
  name: 'data' | 'user_metadata' = 'data',
  sender = typedEmail(body),
): Promise<Metadata> {
  const cleaned = request.guard.cleanMetadata(parseMetadata(body, name))
  if ('kept' in cleaned) return cleaned.kept
  const field = cleaned.suspicious
  await recordSecurityEvent(request, 'suspicious_form_submission', {
    form: 'account',
    field,
    sender,
  })
  throw createValidationError(`Suspicious content detected in ${field.replaceAll('_', ' ')}`)
}

/**
 * Returns the user metadata of a request as it may be stored. `sender` may be an account id only when the caller has proved to own
 * the account: five suspicious requests block their sender, so a stranger could otherwise block somebody else.
 * @throws ApiError 400; 429 when the sender is blocked
 */
export async function readUserMetadata(
  request: AuthRequest,
  body: Body,
  sender = typedEmail(body),
): Promise<Metadata> {
  await refuseSuspect(request, sender)
  return omitReservedClaims(await cleanMetadata(request, body, 'data', sender))
}

function typedEmail(body: Body): string {
  return toFormSender(getTextField(body, 'email').trim().toLowerCase())
}

/**
 * Returns a typed email address as the sender of a form, or '' for text without an @: it could be an account id, and would be
 * counted as that account.
 */
export function toFormSender(email: string): string {
  return email.includes('@') ? email.slice(0, 255) : ''
}
