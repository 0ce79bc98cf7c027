import type { LinkPurpose } from '../domain/link-purpose.ts'

export type SignLink = (
  purpose: LinkPurpose,
  subject: string,
  expiresAt: number | null,
) => Promise<string>

export interface LinkSigner {
  siteUrl: URL
  /** The base URL of the Edge Functions. It is the shop's own, unless the functions are hosted on Supabase. */
  functionsUrl: URL
  sign: SignLink
}

/** The signed links of emails: name, page, purpose of the signature, and the field of the email's data that is signed. */
const linkDefinitions: [name: string, path: string, purpose: LinkPurpose, fact: string][] = [
  ['confirm', '/newsletter/confirm', 'newsletter-confirm', 'signup'],
  ['confirmTellMe', '/tell-me/confirm', 'tell-me-confirm', 'tellMe'],
  // The field `cart` is `guest:` or `account:` and the id of the guest's cart or of the account.
  ['restore', '/cart/restore', 'cart-restore', 'cart'],
  ['yourData', '/your-data/link', 'your-data', 'request'],
  ['unsubscribe', '/newsletter/unsubscribe', 'unsubscribe', 'emailHash'],
]

/**
 * Returns the signed links for an email by name.
 * @param data of the email; its `expiresAt` (ISO 8601) limits a link to somebody's personal data
 */
export async function signLinks(data: unknown, maker: LinkSigner): Promise<Record<string, string>> {
  const facts = new Map<string, unknown>(Object.entries(data ?? {}))
  const links: Record<string, string> = {}
  for (const [name, path, purpose, fact] of linkDefinitions) {
    const [subject, end] = [
      facts.get(fact),
      purpose === 'your-data' ? facts.get('expiresAt') : null,
    ]
    if (typeof subject !== 'string' || end === undefined) continue
    const token = await maker.sign(purpose, subject, end === null ? null : Date.parse(String(end)))
    links[name] = buildUrl(path, maker.siteUrl, token)
  }
  return links
}

/** Returns the URL for one-click unsubscription by mail programs (RFC 8058). It does not expire. */
export async function signOneClickUnsubscribeLink(
  emailHash: string,
  maker: LinkSigner,
): Promise<string> {
  const token = await maker.sign('unsubscribe', emailHash, null)
  return buildUrl('/functions/v1/newsletter/unsubscribe', maker.functionsUrl, token)
}

function buildUrl(path: string, site: URL, token: string): string {
  const address = new URL(path, site)
  address.searchParams.set('token', token)
  return address.href
}
