/** Makes the token of a link: whoever holds it may do one thing (`purpose`) to one thing (`subject`). */
export type SignLink = (
  purpose: string,
  subject: string,
  expiresAt: number | null,
) => Promise<string>

/** How links in emails are made. */
export interface LinkMaker {
  siteUrl: URL
  /** Where the functions answer, which is the shop itself unless Supabase hosts them. */
  functionsUrl: URL
  sign: SignLink
}

/** Where a reader goes to get no more of such emails; a page for people, an address for mail programs. */
export interface UnsubscribeLinks {
  page: string
  oneClick: string
}

interface Facts {
  /** The id of a newsletter sign-up. */
  signup?: unknown
  /** A stored cart: `guest:` or `account:` and its id. */
  cart?: unknown
  /** Somebody's request for their data, and until when it is good (ISO 8601). */
  request?: unknown
  expiresAt?: unknown
  emailHash?: unknown
}

/** The links that an email's data ask for, by the names that templates know them by; empty where none. */
export async function linksFor(data: unknown, maker: LinkMaker): Promise<Record<string, string>> {
  const facts: Facts = typeof data === 'object' && data !== null ? data : {}
  const { signup, cart, request, expiresAt, emailHash } = facts
  const links: Record<string, string> = {}
  if (typeof signup === 'string') {
    const token = await maker.sign('newsletter-confirm', signup, null)
    links.confirm = page(maker, '/newsletter/confirm', token)
  }
  if (typeof cart === 'string') {
    const token = await maker.sign('cart-restore', cart, null)
    links.restore = page(maker, '/cart/restore', token)
  }
  if (typeof request === 'string' && typeof expiresAt === 'string') {
    const token = await maker.sign('your-data', request, Date.parse(expiresAt))
    links.yourData = page(maker, '/your-data/link', token)
  }
  if (typeof emailHash === 'string')
    links.unsubscribe = (await unsubscribeLinks(emailHash, maker)).page
  return links
}

/** The way out of marketing emails for the owner of an address, known by its hash. It works for ever. */
export async function unsubscribeLinks(
  emailHash: string,
  maker: LinkMaker,
): Promise<UnsubscribeLinks> {
  const token = await maker.sign('unsubscribe', emailHash, null)
  const oneClick = new URL('/functions/v1/newsletter/unsubscribe', maker.functionsUrl)
  oneClick.searchParams.set('token', token)
  return { page: page(maker, '/newsletter/unsubscribe', token), oneClick: oneClick.href }
}

function page({ siteUrl }: LinkMaker, path: string, token: string): string {
  const address = new URL(path, siteUrl)
  address.searchParams.set('token', token)
  return address.href
}
