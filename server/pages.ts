import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { ShopContext } from '../app/core/context.ts'
import { FairQueue, NoSlotError } from '../packages/embedded-supabase/src/http.ts'
import type { GetClientAddress } from './proxies.ts'
import { createInvalidationFilter } from './announcements.ts'
import { sendText, sendRedirect } from './web-response.ts'
import type { RowCache } from './row-cache.ts'
import type { Logger } from './log.ts'
import {
  type Encoding,
  type CompressedBody,
  type CompressedPage,
  chooseEncoding,
} from './compressed-page.ts'
import { PageCache, type RenderedPage } from './page-cache.ts'
import {
  isPersonalPage,
  isNotFoundKey,
  getPageKey,
  normalisePath,
  getNotFoundKey,
} from './page-keys.ts'
import { deferHydration } from './defer-hydration.ts'
import { getPageSecurityPolicy } from './security-headers.ts'
import type { Storefront } from './storefront.ts'

/** Content-Security-Policy in development, where Vite's hot reload writes scripts and styles into the page. */
const HOT_RELOAD_POLICY = "default-src 'self' 'unsafe-inline' data: ws:; frame-ancestors 'none'"

const visitorsShare = {
  slots: 3,
  perAddress: 2,
  waitingPerAddress: 64,
  waitingInAll: 256,
  timeoutMs: 15_000,
}

/**
 * Event loop iterations that run between two renderings. libuv accepts one connection per iteration, so a new connection
 * waits for those before it.
 */
const loopsPerPage = 64
/** The next page is rendered after at most this many ms, because iterations are long while the server does other work. */
const longestPause = 10

export interface PageServerOptions {
  storefront: Storefront
  siteUrl: URL
  connectTo: string[]
  context: Omit<ShopContext, 'readRows'>
  rows: RowCache
  getClientAddress: GetClientAddress
  onLookup: (isReady: boolean) => void
  clock: () => number
  log: Logger
}

export type PageServer = ReturnType<typeof createPageServer>

export function createPageServer(options: PageServerOptions) {
  const { clock, log, rows } = options
  const shares = new FairQueue(visitorsShare)
  const nextTurn = createTurns(clock)
  const cache = new PageCache({
    clock,
    render: async (address) => {
      await nextTurn()
      return render(options, address)
    },
    takeTurn: (visitor, isAborted, work) => shares.use({ address: visitor, isAborted }, work),
    onLookup: options.onLookup,
    onRefreshFailed: (address, error) =>
      log.warn({ address, err: error }, 'page: could not be rendered anew'),
  })

  /**
   * Returns the address to render, which is the same for all paths without a route. An address in the cache has a route, because
   * pages without one are only cached under `getNotFoundKey`; so its path need not be matched with the routes, which would take
   * longer than sending the cached page.
   */
  function addressOf(path: string, query: string): string {
    const address = getPageKey(path, query)
    const isUnknown = !cache.has(address) && options.storefront.isUnknown(path)
    return isUnknown ? getNotFoundKey(path) : address
  }

  return {
    async answer(
      request: IncomingMessage,
      response: ServerResponse,
      pathname: string,
      query: string,
    ): Promise<void> {
      const path = normalisePath(pathname)
      if (path !== pathname) return sendRedirect(response, path, query)
      try {
        const page = await cache.get(addressOf(path, query), () =>
          options.getClientAddress(request),
        )
        const encoding = chooseEncoding(request.headers['accept-encoding'])
        send(
          request,
          response,
          page,
          encoding,
          page.ready(encoding) ?? (await page.compress(encoding)),
        )
      } catch (error) {
        if (!(error instanceof NoSlotError)) throw error
        response.setHeader('retry-after', '2')
        response.setHeader('x-shop-queue', 'full')
        sendText(response, 503, 'There is a queue at the counter. Please try again in a moment.')
      }
    },
    /** Without an announcement every page that shows data is invalidated. `at` is in ms since 1970, now by default. */
    invalidate(announcement?: string, at?: number): void {
      rows.drop()
      cache.invalidate(createInvalidationFilter(announcement), at)
    },
  }
}

/**
 * Returns a function that lets the event loop run between two pages, so that the server accepts new connections and sends
 * responses.
 */
function createTurns(clock: () => number): () => Promise<void> {
  let last = Promise.resolve()
  const letLoopRun = async () => {
    const start = clock()
    for (let loop = 0; loop < loopsPerPage && clock() - start < longestPause; loop += 1)
      await setImmediate()
  }
  return () => (last = last.then(letLoopRun))
}

async function render(options: PageServerOptions, address: string): Promise<RenderedPage> {
  const { siteUrl, storefront, connectTo } = options
  const reads = new Set<string>()
  const answer = await storefront.render(
    new Request(new URL(address, siteUrl)),
    contextOf(options, reads),
  )
  const headers = Object.fromEntries(answer.headers)
  delete headers['set-cookie']
  const isPrivate =
    isPersonalPage(address) ||
    /no-store|private/.test(headers['cache-control'] ?? '') ||
    answer.status >= 500
  headers['cache-control'] = isPrivate ? 'private, no-store' : 'public, max-age=0, must-revalidate'
  headers['vary'] = 'accept-encoding'
  let body = Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength)
  if (headers['content-type']?.startsWith('text/html')) {
    const painted = storefront.isBuilt ? deferHydration(body) : null
    body = painted?.page ?? body
    headers['content-security-policy'] = painted
      ? getPageSecurityPolicy(painted.page, connectTo, painted.laterScripts)
      : HOT_RELOAD_POLICY
  }
  const hasOneAnswer = answer.status === 200 || (answer.status === 404 && isNotFoundKey(address))
  const mayBeCached = storefront.isBuilt && !isPrivate && hasOneAnswer
  return { status: answer.status, headers, body, mayBeCached, reads }
}

/**
 * Returns a loader's context, which records the rows that the loader reads; a loader that uses the Supabase client directly
 * is recorded as reading anything.
 */
function contextOf({ context, rows }: PageServerOptions, reads: Set<string>): ShopContext {
  return {
    ...context,
    get supabase() {
      reads.add('anything')
      return context.supabase
    },
    readRows(name, ask) {
      reads.add(name)
      return rows.read(name, ask)
    },
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  page: CompressedPage,
  encoding: Encoding,
  { bytes, etag }: CompressedBody,
): void {
  const isSame = page.status === 200 && request.headers['if-none-match']?.includes(etag)
  for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value)
  response.setHeader('etag', etag)
  if (isSame) return void response.writeHead(304).end()
  if (encoding !== 'identity') response.setHeader('content-encoding', encoding)
  response.setHeader('content-length', bytes.length)
  response.writeHead(page.status)
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
