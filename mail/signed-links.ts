import type { LinkPurpose } from '../domain/link-purpose.ts'

export type SignLink = (
  purpose: LinkPurpose,
  subject: string,
  expiresAt: number | null,
) => Promise<string>

export interface LinkMaker {
  siteUrl: URL
  /** Where the functions answer, which is the shop itself unless Supabase hosts them. */
  functionsUrl: URL
  sign: SignLink
}

/** The links of emails: their pages, what they are signed for, and which fact of the email they are about. */
const kinds: [name: string, path: string, purpose: LinkPurpose, fact: string][] = [
  ['confirm', '/newsletter/confirm', 'newsletter-confirm', 'signup'],
  ['confirmTellMe', '/tell-me/confirm', 'tell-me-confirm', 'tellMe'],
  // A stored cart: `guest:` or `account:` and its id.
  ['restore', '/cart/restore', 'cart-restore', 'cart'],
  ['yourData', '/your-data/link', 'your-data', 'request'],
  ['unsubscribe', '/newsletter/unsubscribe', 'unsubscribe', 'emailHash'],
]

/** @param data of an email; `expiresAt` (ISO 8601) is when a request for somebody's data is no longer good */
export async function linksFor(data: unknown, maker: LinkMaker): Promise<Record<string, string>> {
  const facts = new Map<string, unknown>(Object.entries(data ?? {}))
  const links: Record<string, string> = {}
  for (const [name, path, purpose, fact] of kinds) {
    const [subject, end] = [
      facts.get(fact),
      purpose === 'your-data' ? facts.get('expiresAt') : null,
    ]
    if (typeof subject !== 'string' || end === undefined) continue
    const token = await maker.sign(purpose, subject, end === null ? null : Date.parse(String(end)))
    links[name] = addressOf(path, maker.siteUrl, token)
  }
  return links
}

/** Where a mail program goes, so that the owner of an address, known by its hash, gets no more. It works for ever. */
export async function oneClickLink(emailHash: string, maker: LinkMaker): Promise<string> {
  const token = await maker.sign('unsubscribe', emailHash, null)
  return addressOf('/functions/v1/newsletter/unsubscribe', maker.functionsUrl, token)
}

function addressOf(path: string, site: URL, token: string): string {
  const address = new URL(path, site)
  address.searchParams.set('token', token)
  return address.href
}
