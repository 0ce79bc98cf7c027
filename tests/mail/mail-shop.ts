import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type Backend, createBackend } from '../../backend/backend.ts'
import { generateKeys, type BackendKeys } from '../../backend/keys.ts'
import { createSendEmailBySlug } from '../../supabase/functions/sendEmailBySlug/handler.ts'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'

export const siteUrl = new URL('http://shop.example')
export const password = 'Correct-Horse-1'

/** A clock that stands still until it is moved. */
export interface TestClock {
  now: () => number
  advance: (ms: number) => void
}

/** A shop with its database, sign-in service and functions, as far as mails need them. */
export interface MailShop {
  database: TestDatabase
  backend: Backend
  keys: BackendKeys
  clock: TestClock
  service: SupabaseClient
  /** Calls sendEmailBySlug. */
  sendEmail: (body: object, headers?: Record<string, string>) => Promise<Response>
  stop: () => Promise<void>
}

export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

export function startClock(): TestClock {
  let time = Date.now()
  return { now: () => time, advance: (ms) => void (time += ms) }
}

export async function startMailShop(): Promise<MailShop> {
  const database = await startTestDatabase()
  const keys = await generateKeys()
  const clock = startClock()
  const functions: Record<string, (request: Request) => Promise<Response>> = {}
  const { sql, sessions } = database
  const backend = createBackend({
    sql,
    sessions,
    keys,
    siteUrl,
    clock: clock.now,
    functions,
    log: silent,
    sendAuthMail: async () => undefined,
  })
  const send = createSendEmailBySlug({
    SUPABASE_URL: siteUrl.origin,
    SUPABASE_SECRET_KEY: keys.secret,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SITE_URL: siteUrl.origin,
    STRIPE_SECRET_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
    STRIPE_API_URL: null,
    BUSINESS_EMAIL: 'owner@example.com',
    fetch: backend.fetch,
    now: clock.now,
    log: silent,
  })
  return {
    database,
    backend,
    keys,
    clock,
    service: clientWith(backend, keys.secret),
    sendEmail: (body, headers = {}) =>
      send(
        new Request(new URL('/functions/v1/sendEmailBySlug', siteUrl), {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...headers },
        }),
      ),
    stop: () => database.stop(),
  }
}

/** supabase-js in this process, with one of the two keys. */
export function clientWith(backend: Backend, key: string): SupabaseClient {
  return createClient(siteUrl.origin, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: backend.fetch },
  })
}

/** An account whose address is confirmed, signed in a moment ago. */
export async function signedIn(
  shop: MailShop,
  { email = 'marsha@example.com', name = 'Marsha' } = {},
): Promise<{ id: string; email: string; token: string }> {
  const client = clientWith(shop.backend, shop.keys.publishable)
  const options = { data: { full_name: name } }
  const { error } = await client.auth.signUp({ email, password, options })
  if (error) throw error
  await shop.database.sql`update auth.users set email_confirmed_at = now() where email = ${email}`
  return signInAgain(shop, email)
}

/** A fresh sign-in of an account that there is. */
export async function signInAgain(
  shop: MailShop,
  email: string,
): Promise<{ id: string; email: string; token: string }> {
  const client = clientWith(shop.backend, shop.keys.publishable)
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { id: data.user.id, email, token: data.session.access_token }
}

/** What waits in the outbox or has left it. */
export async function outboxOf(shop: MailShop): Promise<OutboxRow[]> {
  return shop.database.sql<OutboxRow[]>`
    select id, template, recipient, data, attempts, sent_at, failed_at, last_error, claimed_until
    from public.outbox order by created_at, recipient`
}

export interface OutboxRow {
  id: string
  template: string
  recipient: string
  data: Record<string, unknown>
  attempts: number
  sent_at: Date | null
  failed_at: Date | null
  last_error: string | null
  claimed_until: Date | null
}
