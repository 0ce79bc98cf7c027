import type { LinkPurpose } from '../domain/link-purpose.ts'

export type SignLink = (
  purpose: LinkPurpose,
  subject: string,
  expiresAt: number | null,
) => Promise<string>

export interface LinkSigner {
  siteUrl: URL
  /** Base URL of the Edge Functions, which is the shop's unless Supabase hosts them. */
  functionsUrl: URL
  sign: SignLink
}

/** The signed links of emails: name, page, purpose, and the field of the email's data that is signed. */
const linkDefinitions: [name: string, path: string, purpose: LinkPurpose, fact: string][] = [
  ['confirm', '/newsletter/confirm', 'newsletter-confirm', 'signup'],
  ['confirmTellMe', '/tell-me/confirm', 'tell-me-confirm', 'tellMe'],
  // A stored cart: `guest:` or `account:` and its id.
  ['restore', '/cart/restore', 'cart-restore', 'cart'],
  ['yourData', '/your-data/link', 'your-data', 'request'],
  ['unsubscribe', '/newsletter/unsubscribe', 'unsubscribe', 'emailHash'],
]

/**
 * Returns the signed links for an email, by name.
 * @param data of the email; `expiresAt` (ISO 8601) is the expiry of a link to somebody's data
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

/** Returns the one-click unsubscribe URL for a mail program. It does not expire. */
export async function signOneClickLink(emailHash: string, maker: LinkSigner): Promise<string> {
  const token = await maker.sign('unsubscribe', emailHash, null)
  return buildUrl('/functions/v1/newsletter/unsubscribe', maker.functionsUrl, token)
}

function buildUrl(path: string, site: URL, token: string): string {
  const address = new URL(path, site)
  address.searchParams.set('token', token)
  return address.href
}
