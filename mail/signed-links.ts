export type SignLink = (
  purpose: string,
  subject: string,
  expiresAt: number | null,
) => Promise<string>

export interface LinkMaker {
  siteUrl: URL
  /** Where the functions answer, which is the shop itself unless Supabase hosts them. */
  functionsUrl: URL
  sign: SignLink
}

interface Facts {
  signup?: unknown
  /** Somebody's wish to hear of a product. */
  tellMe?: unknown
  /** A stored cart: `guest:` or `account:` and its id. */
  cart?: unknown
  /** Somebody's request for their data, and until when it is good (ISO 8601). */
  request?: unknown
  expiresAt?: unknown
  emailHash?: unknown
}

export async function linksFor(data: unknown, maker: LinkMaker): Promise<Record<string, string>> {
  const facts: Facts = typeof data === 'object' && data !== null ? data : {}
  const { signup, tellMe, cart, request, expiresAt, emailHash } = facts
  const links: Record<string, string> = {}
  const add = async (
    name: string,
    path: string,
    purpose: string,
    subject: unknown,
    end?: number,
  ) => {
    if (typeof subject !== 'string') return
    const token = await maker.sign(purpose, subject, end ?? null)
    links[name] = addressOf(path, maker.siteUrl, token)
  }
  await add('confirm', '/newsletter/confirm', 'newsletter-confirm', signup)
  await add('confirmTellMe', '/tell-me/confirm', 'tell-me-confirm', tellMe)
  await add('restore', '/cart/restore', 'cart-restore', cart)
  if (typeof expiresAt === 'string')
    await add('yourData', '/your-data/link', 'your-data', request, Date.parse(expiresAt))
  await add('unsubscribe', '/newsletter/unsubscribe', 'unsubscribe', emailHash)
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
