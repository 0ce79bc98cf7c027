import { createSendEmailBySlug } from '../../supabase/functions/sendEmailBySlug/handler.ts'
import { createTestShop, type TestShop } from '../support/shop.ts'

export const password = 'Correct-Horse-1'

/** A test shop that can send emails. */
export interface MailShop extends TestShop {
  /** Calls the Edge Function sendEmailBySlug. */
  sendEmail: (body: object, headers?: Record<string, string>) => Promise<Response>
}

export const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

export async function startMailShop(): Promise<MailShop> {
  const shop = await createTestShop()
  const send = createSendEmailBySlug({
    SUPABASE_URL: shop.siteUrl.origin,
    SUPABASE_SECRET_KEY: shop.keys.secret,
    SUPABASE_PUBLISHABLE_KEY: shop.keys.publishable,
    SITE_URL: shop.siteUrl.origin,
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_WEBHOOK_SECRET: '',
    STRIPE_API_URL: null,
    BUSINESS_EMAIL: 'owner@example.com',
    fetch: shop.backend.fetch,
    now: shop.clock.now,
    log: silentLog,
  })
  return {
    ...shop,
    sendEmail: (body, headers = {}) =>
      send(
        new Request(new URL('/functions/v1/sendEmailBySlug', shop.siteUrl), {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...headers },
        }),
      ),
  }
}

/** Creates an account with a confirmed address, and signs it in. */
export async function createSignedInUser(
  shop: MailShop,
): Promise<{ id: string; email: string; token: string }> {
  const email = 'marsha@example.com'
  const options = { data: { full_name: 'Marsha' } }
  const { error } = await shop.client().auth.signUp({ email, password, options })
  if (error) throw error
  await shop.database.sql`update auth.users set email_confirmed_at = now() where email = ${email}`
  return signIn(shop, email)
}

/** Signs in to an existing account. Returns the access token with the account's id and address. */
export async function signIn(
  shop: MailShop,
  email: string,
): Promise<{ id: string; email: string; token: string }> {
  const { data, error } = await shop.client().auth.signInWithPassword({ email, password })
  if (error) throw error
  return { id: data.user.id, email, token: data.session.access_token }
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

/** Returns all emails in the outbox, including those that have been sent. */
export async function getOutboxRows(shop: MailShop): Promise<OutboxRow[]> {
  return shop.database.sql<OutboxRow[]>`
    select id, template, recipient, data, attempts, sent_at, failed_at, last_error, claimed_until
    from public.outbox order by created_at, recipient`
}
