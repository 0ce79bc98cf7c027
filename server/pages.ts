import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ShopContext } from '../app/context.ts'
import type { Logger } from './log.ts'
import { type Encoding, type PackedPage, chooseEncoding } from './packed-page.ts'
import { PageCache, type RenderedPage } from './page-cache.ts'
import { pageKey } from './page-keys.ts'
import { paintFirst } from './paint-first.ts'
import { pagePolicy } from './security-headers.ts'
import type { Storefront } from './storefront.ts'

/** Vite's hot reload writes scripts and styles into the page. */
const HOT_RELOAD_POLICY = "default-src 'self' 'unsafe-inline' data: ws:; frame-ancestors 'none'"

export interface PagesOptions {
  storefront: Storefront
  siteUrl: URL
  /** Origins other than the shop's own that pages may talk to. */
  connectTo: string[]
  /** What loaders get. */
  context: ShopContext
  clock: () => number
  log: Logger
}

export interface Pages {
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    query: string,
  ): Promise<void>
  /** Every page is rendered anew at its next visit. */
  drop(): void
}

/** The storefront's pages: rendered once, kept for all visitors, answered from memory. */
export function createPages(options: PagesOptions): Pages {
  const { siteUrl, clock, log, storefront } = options
  const cache = new PageCache({
    clock,
    onRefreshFailed: (address, error) =>
      log.warn({ address, err: error }, 'a stale page could not be rendered anew'),
  })

  async function render(address: string, isPersonal: boolean): Promise<RenderedPage> {
    const answer = await storefront.render(new Request(new URL(address, siteUrl)), options.context)
    const headers = Object.fromEntries(answer.headers)
    const isPage = headers['content-type']?.startsWith('text/html') ?? false
    const body = Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength)
    const { page, laterScripts } =
      isPage && storefront.isBuilt ? paintFirst(body) : { page: body, laterScripts: [] }
    delete headers['set-cookie']
    const isPrivate =
      isPersonal || /no-store|private/.test(headers['cache-control'] ?? '') || answer.status >= 500
    headers['cache-control'] = isPrivate
      ? 'private, no-store'
      : 'public, max-age=0, must-revalidate'
    headers['vary'] = 'accept-encoding'
    if (isPage) {
      headers['content-security-policy'] = storefront.isBuilt
        ? pagePolicy(page, options.connectTo, laterScripts)
        : HOT_RELOAD_POLICY
    }
    return {
      status: answer.status,
      headers,
      body: page,
      mayBeCached: storefront.isBuilt && !isPrivate && answer.status === 200,
    }
  }

  return {
    async answer(request, response, pathname, query) {
      const { address, isPersonal } = pageKey(pathname, query)
      const page = await cache.get(address, () => render(address, isPersonal))
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      send(request, response, page, encoding, page.ready(encoding) ?? (await page.pack(encoding)))
    },
    drop: () => cache.drop(),
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  page: PackedPage,
  encoding: Encoding,
  body: Buffer,
): void {
  const isSame = page.status === 200 && request.headers['if-none-match']?.includes(page.etag)
  for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value)
  response.setHeader('etag', page.etag)
  if (isSame) {
    response.writeHead(304).end()
    return
  }
  if (encoding !== 'identity') response.setHeader('content-encoding', encoding)
  response.setHeader('content-length', body.length)
  response.writeHead(page.status)
  response.end(request.method === 'HEAD' ? undefined : body)
}
