import { limitedAddress } from '../core/addresses.ts'
import { invalid } from './responses.ts'
import { type Body, getText } from './fields.ts'
import { overRequestLimit } from './limits.ts'
import { type Metadata, parseMetadata, ownWords } from './metadata.ts'
import type { AuthRequest, AuthWork, SecurityEvent } from './request.ts'

export async function recordEvent(
  { sql, wire, at, siteUrl, guard }: AuthWork,
  type: SecurityEvent['type'],
  details: Record<string, string>,
): Promise<void> {
  const userAgent = (wire.headers['user-agent'] ?? 'unknown').slice(0, 300)
  const seen = { userAgent, url: new URL(wire.path, siteUrl).href, ...details }
  await guard.note(sql, { type, details: seen, address: wire.clientAddress, at })
}

/** @throws ApiError 429 for a sender that the project refuses for now */
async function refuseSuspect({ sql, wire, at, guard }: AuthRequest, sender: string): Promise<void> {
  const wait = await guard.waitOf(sql, sender, limitedAddress(wire.clientAddress), at)
  if (wait > 0) throw overRequestLimit(wait)
}

/**
 * Returns the user metadata in the body's field `name`, cleaned for storage. Refuses and records anything that looks like an
 * attack.
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
  await recordEvent(request, 'suspicious_form_submission', { form: 'account', field, sender })
  throw invalid(`Suspicious content detected in ${field.replaceAll('_', ' ')}`)
}

/**
 * Returns the metadata of a sign-up or an account as it may be stored. The sender is an account only if the caller has
 * proved to be its owner, because five suspicious posts close the sender's forms.
 * @throws ApiError 400; 429 for a sender that is refused
 */
export async function newcomersWords(
  request: AuthRequest,
  body: Body,
  sender = typedEmail(body),
): Promise<Metadata> {
  await refuseSuspect(request, sender)
  return ownWords(await cleanMetadata(request, body, 'data', sender))
}

function typedEmail(body: Body): string {
  return typedSender(getText(body, 'email').trim().toLowerCase())
}

/** Returns a typed email as a sender of forms, and '' for a typed account id, which would count as that account's. */
export function typedSender(email: string): string {
  return email.includes('@') ? email.slice(0, 255) : ''
}
