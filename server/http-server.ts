import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type Realtime, websocketPath } from '../packages/embedded-supabase/src/realtime.ts'
import {
  setEarlyCorsHeaders,
  sendApiResponse,
  getRequestTarget,
  type WireBackend,
  BodyTooLarge,
  sendBodyTooLarge,
  RequestTurns,
} from '../packages/embedded-supabase/src/http.ts'
import { isDeskPath } from './desk.ts'
import type { GetClientAddress } from './proxies.ts'
import { sendRedirect, sendText, sendUnreadyPage, sendWebResponse } from './web-response.ts'
import type { Logger } from './log.ts'
import { type Metrics, metricsContentType } from './metrics.ts'
import type { PageServer } from './pages.ts'
import { hasSeveralHostHeaders, isSafePath, removeTrailingSlashes } from './request-checks.ts'
import { type SandboxKeys, mayEnterSandbox, mayReadMetrics } from './sandbox-guard.ts'
import { getCommonHeaders } from './security-headers.ts'
import type { Storefront } from './storefront.ts'

export interface HttpOptions {
  siteUrl: URL
  getClientAddress: GetClientAddress
  watchProxies: (request: IncomingMessage) => void
  /** The built-in Supabase backend; null when hosted Supabase serves the API. */
  backend: WireBackend | null
  /** Handles WebSocket upgrades for Realtime; null when hosted Supabase serves the API. */
  upgrade: Realtime['upgrade'] | null
  sandbox: Record<string, (request: Request) => Promise<Response>>
  sandboxKeys: SandboxKeys
  storefront: Storefront
  /** Sends the desk's single page; null when the desk has not been built. */
  desk: ((response: ServerResponse) => void) | null
  /** Handles requests of the desk to show an email (see `createDeskMailHandler`). */
  deskMail: (request: Request) => Promise<Response>
  pages: PageServer
  /** Rejects while the shop cannot serve requests, for example because the database is unreachable. */
  checkReady: () => Promise<void>
  metrics: { countAnswer: Metrics['countAnswer']; write: () => Promise<string> }
  metricsToken: string | null
  log: Logger
  headersTimeoutMs?: number
}

/**
 * Creates the shop's one HTTP server. A request goes to the first that matches: health checks, API, sandbox, desk, files,
 * pages.
 */
export function createHttpServer(options: HttpOptions): Server {
  const { log, siteUrl, upgrade, headersTimeoutMs = 10_000 } = options
  const inTurns = { ...options, turns: new RequestTurns() }
  const fixedHeaders = Object.entries(getCommonHeaders(siteUrl))
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    // This is long because a picture may be uploaded over a slow connection; bodies that are read as a whole have a shorter
    // timeout (request-body.ts).
    requestTimeout: 300_000,
    headersTimeout: headersTimeoutMs,
    // Node checks for timeouts once in this interval.
    connectionsCheckingInterval: headersTimeoutMs / 5,
    keepAliveTimeout: 5_000,
    // Upgrade requests for any other path are answered as plain HTTP.
    shouldUpgradeCallback: (request) =>
      upgrade !== null &&
      getRequestTarget(request).pathname === websocketPath &&
      !hasSeveralHostHeaders(request),
  })

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    upgrade?.(request, socket, head, options.getClientAddress(request)),
  )
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    options.watchProxies(request)
    for (const [name, value] of fixedHeaders) response.setHeader(name, value)
    if (log.isLevelEnabled('debug')) noteWhenDone(log, request, response)
    answer(inTurns, request, response)
      .catch((error: unknown) => {
        if (error instanceof BodyTooLarge)
          return sendBodyTooLarge(request, response, 'That is more than this shop takes at once.')
        if (request.destroyed && !request.complete) return void response.destroy()
        log.error(
          { err: error, path: getRequestTarget(request).pathname, method: request.method },
          'request: failed',
        )
        if (response.headersSent) return void response.destroy()
        sendText(response, 500, 'That tripped the fuse. Please try again in a minute.')
      })
      .finally(() => {
        const status = response.headersSent ? response.statusCode : 0
        options.metrics.countAnswer(kindOf(request.url), status)
      })
  })
  return server
}

/** Metric labels by the first segment of the path; requests to any other path count as pages. */
const kinds = new Map([
  ...['rest', 'auth', 'functions', 'storage', 'realtime', 'sandbox'].map(
    (one) => [one, one] as const,
  ),
  ...['assets', 'generated', 'favicon.ico'].map((one) => [one, 'file'] as const),
  ...['healthz', 'readyz', 'metrics'].map((one) => [one, 'health'] as const),
])

function kindOf(target = '/'): string {
  const [first = ''] = target.slice(1, 20).split(/[/?]/, 1)
  return kinds.get(first) ?? 'page'
}

/** Logs one line per request, without its query, which may hold tokens. */
function noteWhenDone(log: Logger, request: IncomingMessage, response: ServerResponse): void {
  const began = performance.now()
  response.once('close', () => {
    const ms = Math.round(performance.now() - began)
    log.debug(
      {
        method: request.method,
        path: getRequestTarget(request).pathname,
        status: response.statusCode,
        ms,
      },
      'request: answered',
    )
  })
}

async function answer(
  options: HttpOptions & { turns: RequestTurns },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, query } = getRequestTarget(request)
  const isForApi = /^\/(rest|auth|functions|storage|realtime)\/v1(\/|$)/.test(pathname)
  const backend = isForApi ? options.backend : null
  if (backend) setEarlyCorsHeaders(backend, request, response)
  if (hasSeveralHostHeaders(request)) return sendText(response, 400, 'A request is for one host.')
  if (!isSafePath(pathname)) return sendText(response, 400, 'That address cannot be read.')
  const read = readers.get(pathname)
  if (read !== undefined)
    return isRead(request) ? read(options, request, response) : refuseChange(request, response)
  const clientAddress = options.getClientAddress(request)
  if (backend) {
    const target = { pathname, query, clientAddress }
    return sendApiResponse(backend, request, response, target, options.turns)
  }
  await options.turns.next(clientAddress)
  if (pathname.startsWith('/sandbox/'))
    return answerSandbox(options, request, response, { pathname, query, clientAddress })
  if (pathname === '/desk/mail' && request.method === 'POST')
    return sendWebResponse(options.deskMail, request, response, { ...options, clientAddress })
  if (!isRead(request))
    return refuseChange(request, response, pathname === '/desk/mail' ? ', POST' : '')
  if (options.desk !== null && isDeskPath(pathname)) return options.desk(response)
  if (await options.storefront.answerFile(request, response)) return
  if (pathname.length > 1 && pathname.endsWith('/'))
    return sendRedirect(response, removeTrailingSlashes(pathname), query)
  return options.pages.answer(request, response, pathname, query)
}

type Reader = (
  options: HttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void> | void

/** Paths that are not pages and answer only GET and HEAD. */
const readers = new Map<string, Reader>([
  ['/favicon.ico', (_, __, response) => sendRedirect(response, '/generated/art/icon-192.png', '')],
  ['/healthz', (_, __, response) => sendText(response, 200, 'ok')],
  ['/readyz', (options, _, response) => answerReady(options, response)],
  ['/metrics', answerMetrics],
])

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * Answers a browser's POST with an HTML page: a browser submits a form itself when it is sent before the page's code has
 * loaded (by an extension, for instance).
 */
function refuseChange(
  { headers }: IncomingMessage,
  response: ServerResponse,
  otherMethods = '',
): void {
  response.setHeader('allow', `GET, HEAD${otherMethods}`)
  if (headers.accept?.includes('text/html')) return sendUnreadyPage(response)
  sendText(response, 405, 'This address can only be read.')
}

/** The shop is not ready when the database takes longer than this to answer, ms. */
const readyTimeoutMs = 2000

async function answerReady(
  { checkReady, log }: HttpOptions,
  response: ServerResponse,
): Promise<void> {
  try {
    const late = pause(readyTimeoutMs, 'The database does not answer', { ref: false })
    const fault = await Promise.race([checkReady(), late])
    if (fault) throw new Error(fault)
    sendText(response, 200, 'ready')
  } catch (error) {
    log.warn({ err: error }, 'shop: not ready')
    sendText(response, 503, 'not ready')
  }
}

async function answerMetrics(
  { metrics, metricsToken }: HttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (await mayReadMetrics(request, metricsToken))
    return sendText(response, 200, await metrics.write(), metricsContentType)
  const who = 'whoever runs this shop, at the machine itself and by no proxy'
  sendText(response, 403, `The figures answer only ${who}, or METRICS_TOKEN.`)
}

async function answerSandbox(
  { sandbox, sandboxKeys: keys, siteUrl }: HttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, query, clientAddress }: { pathname: string; query: string; clientAddress: string },
): Promise<void> {
  const name = pathname.split('/')[2] ?? ''
  const handle = Object.hasOwn(sandbox, name) ? sandbox[name] : undefined
  if (!handle) return sendText(response, 404, 'There is no such sandbox.')
  response.setHeader('cache-control', 'private, no-store')
  response.setHeader('x-robots-tag', 'noindex')
  if (await mayEnterSandbox(request, response, { query, keys, siteUrl }))
    return sendWebResponse(handle, request, response, { siteUrl, clientAddress })
  sendText(
    response,
    403,
    'The sandbox answers only whoever runs this shop, at the machine itself and by no proxy, or the token that was printed at start.',
  )
}
