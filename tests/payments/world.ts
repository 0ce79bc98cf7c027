import { createPrivateKey, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type Stripe from 'stripe'
import { type Backend, createBackend } from '../../backend/backend.ts'
import { type BackendKeys, generateKeys } from '../../backend/keys.ts'
import { writeToken } from '../../backend/token.ts'
import { createPaymentSandbox, type PaymentSandbox } from '../../sandbox/payments/payments.ts'
import type { FunctionEnvironment } from '../../supabase/functions/_shared/environment.ts'
import { createStripe } from '../../supabase/functions/_shared/stripe.ts'
import { createCreateCheckout } from '../../supabase/functions/create-checkout/handler.ts'
import { createStripeWebhook } from '../../supabase/functions/stripe-webhook/handler.ts'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'
import { readCatalogue } from './catalogue.ts'

export const providerKey = 'sk_test_of_the_tests'
export const webhookSecret = 'whsec_of_the_tests'
export const businessEmail = 'owner@example.com'

export interface Shopper {
  id: string
  email: string
  token: string
}

/** What the provider does to requests that would make something, until it is told otherwise. */
export type ProviderFault =
  | { kind: 'none' }
  /** Takes the request and answers nothing. */
  | { kind: 'silent' }
  /** Answers 500 without doing anything. */
  | { kind: 'failing' }
  /** Answers 500, and says that it has answered so before under this key. */
  | { kind: 'kept failure' }
  /** Does what is asked and cuts the line instead of answering. */
  | { kind: 'cut' }

/** Database, backend, functions and payment sandbox, which talk to one another over HTTP as they do in the shop. */
export interface World {
  url: string
  database: TestDatabase
  sql: TestDatabase['sql']
  keys: BackendKeys
  clock: { now: () => number; advance: (ms: number) => void }
  sandbox: PaymentSandbox
  stripe: Stripe
  /** With the secret key. */
  client: SupabaseClient
  environment: FunctionEnvironment
  provider: { fault: ProviderFault; requests: string[] }
  /** Set to make the shop refuse notifications. */
  webhook: { down: boolean }
  log: { level: string; details: object; message: string }[]
  shopper: (email?: string) => Promise<Shopper>
  stop: () => Promise<void>
}

export async function openWorld(): Promise<World> {
  const database = await startTestDatabase()
  const keys = await generateKeys()
  const clock = movableClock()
  const folder = await mkdtemp(join(tmpdir(), 'payments-'))
  const log: World['log'] = []
  const provider: World['provider'] = { fault: { kind: 'none' }, requests: [] }
  const webhook = { down: false }
  const server = createServer()
  server.listen(0, '127.0.0.1')
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
    now: clock.now,
    log: logInto(log),
  }
  const sandbox = createPaymentSandbox({
    dataFile: join(folder, 'payments.sqlite'),
    secretKey: providerKey,
    webhookSecret,
    webhookUrl: `${url}/functions/v1/stripe-webhook`,
    siteUrl: url,
    traderName: 'Test Kitchen',
    catalogue: () => readCatalogue(database.sql),
    fetch,
    now: clock.now,
    log: logInto(log),
  })
  const backend = createBackend({
    sql: database.sql,
    sessions: database.sessions,
    keys,
    siteUrl: new URL(url),
    clock: clock.now,
    sendAuthMail: async () => undefined,
    functions: {
      'create-checkout': createCreateCheckout(environment),
      'stripe-webhook': createStripeWebhook(environment),
    },
    log: logInto(log),
  })
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    void serve(incoming, outgoing, url, async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/functions/v1/stripe-webhook' && webhook.down)
        return new Response(null, { status: 503 })
      if (pathname.startsWith('/sandbox/payments/v1/'))
        return throughFault(provider, sandbox, request)
      if (pathname.startsWith('/sandbox/payments/')) return sandbox.handle(request)
      return overWire(backend, request)
    })
  })
  return {
    url,
    database,
    sql: database.sql,
    keys,
    clock,
    sandbox,
    stripe: createStripe(providerKey, `${url}/sandbox/payments`),
    client: createClient(url, keys.secret, {
      auth: { persistSession: false, autoRefreshToken: false },
    }),
    environment,
    provider,
    webhook,
    log,
    shopper: (email) => makeShopper(database, keys, clock.now, email),
    stop: async () => {
      await sandbox.stop()
      server.closeAllConnections()
      server.close()
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function movableClock(): World['clock'] {
  let ahead = 0
  return { now: () => Date.now() + ahead, advance: (ms) => (ahead += ms) }
}

export function logInto(log: World['log']): NonNullable<FunctionEnvironment['log']> {
  const write = (level: string) => (details: object, message: string) => {
    log.push({ level, details, message })
  }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

/** An account with an open session, as a sign-in leaves it. */
async function makeShopper(
  database: TestDatabase,
  keys: BackendKeys,
  now: () => number,
  email = `${randomUUID()}@example.com`,
): Promise<Shopper> {
  const [user] = await database.sql<{ id: string }[]>`
    insert into auth.users (email, email_confirmed_at) values (${email}, now()) returning id`
  const id = user?.id ?? ''
  const sessionId = randomUUID()
  await database.sql`insert into auth.sessions (id, user_id, created_at) values (${sessionId}, ${id}, now())`
  const key = createPrivateKey({ key: keys.jwt.privateJwk, format: 'jwk' })
  const seconds = Math.floor(now() / 1000)
  const token = writeToken(key, keys.jwt.kid, {
    role: 'authenticated',
    aud: 'authenticated',
    sub: id,
    session_id: sessionId,
    email,
    iat: seconds,
    exp: seconds + 86_400,
  })
  return { id, email, token }
}

async function throughFault(
  provider: World['provider'],
  sandbox: PaymentSandbox,
  request: Request,
): Promise<Response | 'cut' | 'silent'> {
  provider.requests.push(
    `${request.method} ${new URL(request.url).pathname.replace('/sandbox/payments', '')}`,
  )
  const { kind } = request.method === 'POST' ? provider.fault : { kind: 'none' }
  if (kind === 'silent') return 'silent'
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
  const answer = await sandbox.handle(request)
  return kind === 'cut' ? 'cut' : answer
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
  const content =
    typeof answer.body === 'string' || answer.body === null
      ? answer.body
      : Uint8Array.from(answer.body)
  return new Response(content, { status: answer.status, headers: answer.headers })
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}
