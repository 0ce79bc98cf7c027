import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Backend, createBackend } from '../../packages/embedded-supabase/src/api/backend.ts'
import type { Database } from '../../packages/embedded-supabase/src/database/connect.ts'
import type { BackendKeys } from '../../packages/embedded-supabase/src/core/keys.ts'
import {
  createPaymentSandbox,
  type PaymentSandbox,
} from '../../packages/payment-sandbox/src/payment-sandbox.ts'
import {
  type ProviderWatch,
  watchProvider,
} from '../../packages/payment-sandbox/tests/support/provider-watch.ts'
import { authProject } from '../../server/auth-project.ts'
import type {
  FunctionEnvironment,
  FunctionLog,
} from '../../supabase/functions/_shared/environment.ts'
import { createBillingPortal } from '../../supabase/functions/billing-portal/handler.ts'
import { createCreateCheckout } from '../../supabase/functions/create-checkout/handler.ts'
import { createDeskOrders } from '../../supabase/functions/desk-orders/handler.ts'
import { createStripeWebhook } from '../../supabase/functions/stripe-webhook/handler.ts'
import { readCatalogue } from './catalogue.ts'

export const providerKey = 'sk_test_of_the_tests'
export const webhookSecret = 'whsec_of_the_tests'
export const businessEmail = 'owner@example.com'

/** The provider's reaction to requests that would create something. It stays the same until the test changes it. */
export type ProviderFault =
  | { kind: 'none' }
  /** The provider accepts the request and never responds. */
  | { kind: 'silent' }
  /**
   * The provider responds with 500 without doing anything, to GET requests as well. `method` and `path` restrict this
   * to some requests.
   */
  | { kind: 'failing'; method?: string; path?: string }
  /**
   * The provider responds with 500, marked as the repeated response to an earlier request with the same idempotency
   * key.
   */
  | { kind: 'kept failure' }
  /** The provider responds only after the promise has resolved. */
  | { kind: 'held'; until: Promise<void> }
  /** The provider responds `times` times that another request with the same idempotency key is in progress. */
  | { kind: 'busy'; times: number }
  /** The provider executes the request, and closes the connection instead of responding. */
  | { kind: 'cut' }

export interface ProviderControls {
  fault: ProviderFault
  /** The methods and paths of the requests to the provider, in the order of arrival. */
  requests: string[]
  /** Objects by their id that the provider returns to every request for them, regardless of the sandbox's data. */
  says: Map<string, object>
}

export interface SmallShopOptions {
  database: Database
  keys: BackendKeys
  dataFile: string
  /** The port on which the shop listens; 0 for any free port. */
  port: number
  now: () => number
  log: FunctionLog
  provider: ProviderControls
  /** While `down` is true, the webhook refuses all events. */
  webhook: { down: boolean }
  crashPoint: (name: string) => void
}

/** The backend, the Edge Functions and the payment sandbox of a shop on one port. They call one another over HTTP. */
export interface SmallShop {
  url: string
  environment: FunctionEnvironment
  sandbox: PaymentSandbox
  /** Checks the requests and responses between the shop and the payment sandbox against the types of Stripe's API. */
  protocol: ProviderWatch
  /** Stops the shop. @throws Error when a request to the payment sandbox, or its response, did not match Stripe's types */
  stop: () => Promise<void>
}

export async function startSmallShop(options: SmallShopOptions): Promise<SmallShop> {
  const { database, keys, now, log, provider, webhook } = options
  // The server keeps idle connections open for long, so that none is closed just when the next step of a test uses it
  // again.
  const server = createServer({ keepAliveTimeout: 120_000 })
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${portOf(server)}`
  const environment: FunctionEnvironment = {
    SUPABASE_URL: url,
    SUPABASE_SECRET_KEY: keys.secret,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SITE_URL: url,
    STRIPE_SECRET_KEY: providerKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: `${url}/sandbox/payments`,
    BUSINESS_EMAIL: businessEmail,
    fetch,
    now,
    log,
    crashPoint: options.crashPoint,
  }
  const sandbox = createPaymentSandbox({
    data: options.dataFile,
    secretKey: providerKey,
    webhookSecret,
    webhookUrl: `${url}/functions/v1/stripe-webhook`,
    url: `${url}/sandbox/payments`,
    siteUrl: url,
    cartUrl: `${url}/cart`,
    traderName: 'Test Kitchen',
    catalogue: () => readCatalogue(database.sql),
    fetch,
    now,
    log,
  })
  const protocol = watchProvider()
  const watched = watchedBy(protocol, sandbox)
  const backend = createBackend({
    sql: database.sql,
    sqlFor: database.sqlFor,
    sessions: database.sessions,
    keys,
    siteUrl: new URL(url),
    clock: now,
    ...authProject,
    sendAuthMail: async () => undefined,
    functions: {
      'billing-portal': createBillingPortal(environment),
      'create-checkout': createCreateCheckout(environment),
      'desk-orders': createDeskOrders(environment),
      'stripe-webhook': createStripeWebhook(environment),
    },
    log,
  })
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    void serve(incoming, outgoing, url, async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/functions/v1/stripe-webhook') {
        const isFromSandbox = request.headers.get('user-agent')?.startsWith('Stripe/') === true
        if (isFromSandbox) protocol.event(await request.clone().text())
        if (webhook.down) return new Response(null, { status: 503 })
      }
      if (pathname.startsWith('/sandbox/payments/v1/'))
        return throughFault(provider, watched, request)
      if (pathname.startsWith('/sandbox/payments/')) return sandbox.handle(request)
      return overWire(backend, request)
    })
  })
  return {
    url,
    environment,
    sandbox,
    protocol,
    stop: async () => {
      await sandbox.stop()
      server.closeAllConnections()
      server.close()
      protocol.expectRight()
    },
  }
}

function watchedBy(protocol: ProviderWatch, sandbox: PaymentSandbox): PaymentSandbox {
  return {
    ...sandbox,
    handle: async (request) => {
      const body = await request.clone().text()
      const answer = await sandbox.handle(request)
      await protocol.call(request, body, answer)
      return answer
    },
  }
}

async function throughFault(
  provider: ProviderControls,
  sandbox: PaymentSandbox,
  request: Request,
): Promise<Response | 'cut' | 'silent'> {
  const path = new URL(request.url).pathname.replace('/sandbox/payments', '')
  provider.requests.push(`${request.method} ${path}`)
  const fault = faultOf(provider, request.method, path)
  const { kind } = fault
  if (fault.kind === 'held') await fault.until
  if (kind === 'silent') return 'silent'
  if (fault.kind === 'busy' && fault.times-- > 0)
    return Response.json(
      { error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'Busy' } },
      { status: 409 },
    )
  if (kind === 'failing')
    return Response.json(
      { error: { type: 'api_error', message: 'Down for a moment' } },
      { status: 500 },
    )
  if (kind === 'kept failure')
    return Response.json(
      { error: { type: 'api_error', message: 'Down, as before' } },
      { status: 500, headers: { 'idempotent-replayed': 'true' } },
    )
  const said = request.method === 'GET' ? provider.says.get(path.split('/').at(-1) ?? '') : null
  const answer = said ? Response.json(said) : await sandbox.handle(request)
  return kind === 'cut' ? 'cut' : answer
}

/** A fault without a method or a path does not apply to GET requests. */
function faultOf({ fault }: ProviderControls, method: string, path: string): ProviderFault {
  if (fault.kind !== 'failing') return method === 'GET' ? { kind: 'none' } : fault
  const { method: named = method === 'GET' ? 'POST' : method, path: at = path } = fault
  return named === method && at === path ? fault : { kind: 'none' }
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: string,
  handle: (request: Request) => Promise<Response | 'cut' | 'silent'>,
): Promise<void> {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = chunks.length === 0 ? null : Buffer.concat(chunks)
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  const answer = await handle(
    new Request(new URL(incoming.url ?? '/', url), {
      method: incoming.method ?? 'GET',
      headers,
      body,
    }),
  )
  if (answer === 'silent') return
  if (answer === 'cut') return void outgoing.destroy()
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
  outgoing.end(Buffer.from(await answer.arrayBuffer()))
}

async function overWire(backend: Backend, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer())
  const clientAddress = '127.0.0.1'
  const headers = { ...Object.fromEntries(request.headers), 'x-forwarded-for': clientAddress }
  const answer = await backend.handle({
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers,
    body,
    clientAddress,
  })
  const { body: sent } = answer
  const isWhole = sent === null || typeof sent === 'string'
  const content = isWhole
    ? sent
    : Buffer.concat(sent instanceof Uint8Array ? [sent] : [await buffer(sent)])
  return new Response(content, { status: answer.status, headers: answer.headers })
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}
