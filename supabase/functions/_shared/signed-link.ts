import type { LinkPurpose } from '../../../domain/link-purpose.ts'

/** The contents of a link; null when the link was not signed by the shop, or has another purpose. */
type VerifiedLink = { subject: string; isExpired: boolean } | null

interface Signer {
  SUPABASE_SECRET_KEY: string
}

const text = new TextEncoder()

/**
 * Returns a signed token for a link in an email. The holder may do what `purpose` names with `subject` (an id or an email
 * address) until `expiresAt` (ms since 1970; null never expires). The same arguments give the same token, so an email that
 * is rendered twice has the same link. It is signed by HMAC-SHA-256 with a separate key for each purpose.
 */
export async function signLink(
  environment: Signer,
  purpose: LinkPurpose,
  subject: string,
  expiresAt: number | null,
): Promise<string> {
  const claim = `${toBase64url(text.encode(subject))}.${expiresAt === null ? '' : expiresAt.toString(36)}`
  const key = await keyFor(environment, purpose)
  const signature = await crypto.subtle.sign('HMAC', key, text.encode(claim))
  return `${claim}.${toBase64url(new Uint8Array(signature))}`
}

/**
 * Reads a token made by `signLink`; the result tells whether it has expired, and is null for a forged one. `now` is in ms
 * since 1970.
 */
export async function verifyLink(
  environment: Signer,
  purpose: LinkPurpose,
  token: string,
  now: number,
): Promise<VerifiedLink> {
  const found = /^([\w-]{1,800})\.([0-9a-z]{0,11})\.([\w-]{43})$/.exec(token)
  if (found === null) return null
  const [, subject = '', expiry = '', signature = ''] = found
  const key = await keyFor(environment, purpose)
  const isOurs = await crypto.subtle.verify(
    'HMAC',
    key,
    fromBase64url(signature),
    text.encode(`${subject}.${expiry}`),
  )
  if (!isOurs) return null
  return {
    subject: new TextDecoder().decode(fromBase64url(subject)),
    isExpired: expiry !== '' && Number.parseInt(expiry, 36) <= now,
  }
}

/** Returns the subject of a link that is valid and has not expired; null for any other. */
export async function getLinkSubject(
  { environment, now }: { environment: Signer; now: () => number },
  purpose: LinkPurpose,
  token: string,
): Promise<string | null> {
  const link = await verifyLink(environment, purpose, token, now())
  return link === null || link.isExpired ? null : link.subject
}

/**
 * Derives the key by HKDF, so that the shop's secret key itself signs nothing, and a token for one purpose is invalid for
 * another.
 */
async function keyFor({ SUPABASE_SECRET_KEY }: Signer, purpose: LinkPurpose) {
  const secret = text.encode(SUPABASE_SECRET_KEY)
  const master = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const info = text.encode(`link:${purpose}`)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info },
    master,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign', 'verify'],
  )
}

function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function fromBase64url(encoded: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0))
}
