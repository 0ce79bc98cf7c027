import { createHash } from 'node:crypto'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import { createTestShop, type TestShop } from '../support/shop.ts'
import { createPersonalData } from '../../supabase/functions/personal-data/handler.ts'

/** A person about whom every table can contain data. */
export interface CustomerWithData {
  id: string
  email: string
  password: string
  /** An access token of an open session. */
  token: string
  refreshToken: string
  /** Values that must not be found anywhere after the person has been erased. */
  marks: string[]
}

export const password = 'Correct-Horse-1'
const home = '12 Marsha Lane'
const network = '203.0.113.77'
const browser = 'Marsha-Browser/1.0'

export interface PersonalDataShop extends TestShop {
  /** Calls the Edge Function by which people access and erase their data. */
  ask: (
    action: string,
    call?: {
      form?: Record<string, string>
      body?: object
      headers?: Record<string, string>
      method?: string
    },
  ) => Promise<Response>
  /** Submits a form and returns the `outcome` of the page to which it redirects, or null. */
  outcome: (action: string, form: Record<string, string>) => Promise<string | null>
}

export async function startPersonalDataShop(): Promise<PersonalDataShop> {
  const shop = await createTestShop()
  const personalData = createPersonalData(createFunctionEnvironment(shop))
  const ask: PersonalDataShop['ask'] = (
    action,
    { form, body, headers = {}, method = 'POST' } = {},
  ) =>
    personalData(
      new Request(`${shop.siteUrl.origin}/functions/v1/personal-data/${action}`, {
        method,
        headers: { 'x-forwarded-for': '198.51.100.7', ...headers },
        ...(form !== undefined && { body: new URLSearchParams(form) }),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
  return {
    ...shop,
    ask,
    outcome: async (action, form) => {
      const answer = await ask(action, { form })
      const target = answer.headers.get('location')
      return target === null ? null : new URL(target).searchParams.get('outcome')
    },
  }
}

export const hashEmail = (email: string): string => createHash('sha256').update(email).digest('hex')

/** Creates an account with an open session and no other data. */
export async function createAccount(shop: TestShop, email: string): Promise<CustomerWithData> {
  const options = { data: { full_name: 'Marsha Bell' } }
  const signedUp = await shop.client().auth.signUp({ email, password, options })
  if (signedUp.error) throw signedUp.error
  await shop.database.sql`update auth.users set email_confirmed_at = now() where email = ${email}`
  const { data, error } = await shop.client().auth.signInWithPassword({ email, password })
  if (error) throw error
  const { id } = data.user
  const { access_token: token, refresh_token: refreshToken } = data.session
  const marks = [email, id, hashEmail(email), 'Marsha', network]
  return { id, email, password, token, refreshToken, marks }
}

/**
 * Returns functions that each write personal data into one table, by the table's name. A new table that can contain
 * personal data needs an entry here, or a reason in `harmless` (coverage.test.ts).
 */
export function createTableFillers({ database: { sql } }: TestShop, person: CustomerWithData) {
  const { id, email } = person
  const hash = hashEmail(email)
  return {
    'public.profiles': () =>
      sql`update public.profiles set full_name = 'Marsha Bell' where id = ${id}`,
    'public.carts': () => sql`insert into public.carts (user_id, items) values (${id}, '[]')`,
    'public.guest_carts': () => sql`insert into public.guest_carts (email) values (${email})`,
    'public.orders': () => insertOrder({ sql }, person, { status: 'fulfilled' }),
    'public.subscriptions': () => insertSubscription({ sql }, person),
    'public.outbox': () => sql`
      insert into public.outbox (template, recipient, data, sent_at) values
        ('welcome_email', ${email}, '{"name": "Marsha"}', now()), ('desk_invitation', ${email}, '{"role": "packer", "token": "secret-invitation"}', now()),
        ('box_payment_failed', ${email}, '{"number": 1, "payLink": "https://provider.example/secret-invoice"}', now()),
        ('newsletter_confirm', ${email}, '{"signup": "secret-signup"}', now()), ('enquiry_notice', 'owner@example.com', ${sql.json({ email, message: 'I am Marsha' })}, null)`,
    'public.newsletter_signups': () =>
      sql`insert into public.newsletter_signups (email, name, consent_page) values (${email}, 'Marsha', '/')`,
    'public.cart_reminder_consents': () =>
      sql`insert into public.cart_reminder_consents (email_hash, given_by, wording) values (${hash}, 'guest', 'Remind me'), (${hash}, 'account', 'Remind the account')`,
    'public.cart_follow_ups': () =>
      sql`insert into public.cart_follow_ups (email_hash, cart, first_queued_at) values (${hash}, ${`account:${id}`}, now())`,
    'public.discount_codes': () => sql`
      insert into public.discount_codes (code, email_hash, expires_at) values ('TENMARSHA', ${hash}, now() + interval '1 day')`,
    'public.discount_codes_given': () =>
      sql`insert into public.discount_codes_given (email_hash, given_at) values (${hash}, '2026-11-01')`,
    'public.enquiries': () => sql`
      insert into public.enquiries (kind, reference, name, email, phone, message)
      values ('consultancy', 'ASK-0000AAAA', 'Marsha Bell', ${email}, '020 7946 0123', 'I am Marsha and need help')`,
    'public.tell_me_requests': () => sql`
      insert into public.tell_me_requests (product_id, email) select id, ${email} from public.products where "isComingSoon" limit 1`,
    'public.person_notes': () =>
      sql`insert into public.person_notes (email, note) values (${email}, 'Marsha rang about slaw')`,
    'public.security_audit_log': () => sql`
      insert into public.security_audit_log (event_type, source, user_id, details) values
        ('guest_email_saved', 'server', null, ${sql.json({ email, userAgent: browser })}),
        ('consultancy_inquiry_success', 'server', null, ${sql.json({ reference: 'ASK-0000AAAA', userAgent: browser })}),
        ('sample', 'browser', ${id}, ${sql.json({ form: 'contact', userAgent: browser })}),
        ('auth_failure', 'server', null, ${sql.json({ reason: 'mfa_verification_failed', user_id: id })}),
        ('rate_limit_violation', 'server', null, jsonb_build_object('form', 'billing-portal', 'sender', public.keyed_hash(${id})))`,
    'public.staff_invitations': () => sql`
      insert into public.staff_invitations (email, role, token_hash, expires_at)
      values (${email}, 'packer', encode(sha256('secret-invitation'), 'hex'), '2026-12-02')`,
    'public.rate_limits': () => sql`
      insert into public.rate_limits (key, window_started_at, attempts) values (${`sendEmailBySlug:recipient:${email}`}, now(), 1)`,
    'public.data_requests': () =>
      sql`insert into public.data_requests (email, expires_at) values (${email}, now())`,
    'public.suppressions': () => sql`insert into public.suppressions (email_hash) values (${hash})`,
    'auth.users': () =>
      sql`update auth.users set email_change = 'next-Marsha@example.com' where id = ${id}`,
    'auth.identities': () => sql`
      update auth.identities set identity_data = identity_data || '{"nick": "Marsha"}' where user_id = ${id}`,
    'auth.sessions': () => sql`
      update auth.sessions set user_agent = ${browser}, ip = ${network} where user_id = ${id}`,
    'auth.known_addresses': () => sql`
      insert into auth.known_addresses (user_id, address_seal, last_signed_in_at) values (${id}, 'x', now())`,
    'auth.refresh_tokens': () => sql`
      insert into auth.refresh_tokens (token, user_id, revoked) values ('left-over', ${id}, true)`,
    'auth.mfa_amr_claims': () => sql`
      update auth.mfa_amr_claims set authentication_method = 'by Marsha'
      where session_id in (select id from auth.sessions where user_id = ${id})`,
    'auth.mfa_factors': () => sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (${id}, ${id}, 'Telephone of Marsha', 'totp', 'unverified', now(), now())`,
    'auth.mfa_challenges': () => sql`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values (${id}, ${id}, now(), ${network})`,
    'public.recovery_codes': () => sql`
      insert into public.recovery_codes (user_id, code_hash) values (${id}, ${'a'.repeat(64)})`,
    'auth.one_time_tokens': () => sql`
      insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to) values (${id}, 'recovery_token', 'x', ${email})`,
    'auth.sign_up_claims': () => sql`
      insert into auth.sign_up_claims (token_hash, user_id, relates_to, raw_user_meta_data, created_at)
      values ('x', ${id}, ${email}, '{"full_name": "Marsha"}', now())`,
    'auth.flow_state': () => sql`
      insert into auth.flow_state (user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method)
      values (${id}, 'x', 's256', 'x', 'Marsha', 'x')`,
  } satisfies Record<string, () => Promise<unknown>>
}

/** Creates an order of a person, by default a fulfilled one. Returns its number. */
export async function insertOrder(
  { sql }: Pick<TestShop['database'], 'sql'>,
  { id, email }: { id: string | null; email: string },
  changes: {
    status?: string
    session?: string | null
    code?: string | null
    fulfilled?: boolean
    placed?: string
  } = {},
): Promise<number> {
  const { status = 'fulfilled', session = 'cs_1', code = null, placed = '2026-11-01' } = changes
  const isSent = changes.fulfilled ?? status === 'fulfilled'
  const [row] = await sql<{ number: string }[]>`
    insert into public.orders (
      user_id, email, status, subtotal, delivery_price, total, delivery_method_id, delivery_name, delivery_address,
      cart_hash, stripe_session_id, stripe_payment_intent_id, discount_code, terms_version, created_at, fulfilled_at
    ) values (
      ${id}, ${email}, ${status}, 850, 329, 1179, 'standard', 'Standard',
      ${sql.json({ name: 'Marsha Bell', line1: home })}, 'hash',
      ${session === null ? null : `${session}_${crypto.randomUUID()}`}, ${`pi_${crypto.randomUUID()}`}, ${code}, '1', ${placed}, ${isSent ? placed : null}
    ) returning number`
  const number = Number(row?.number)
  await sql`
    insert into public.order_items (order_id, position, slug, name, unit_amount, quantity, stripe_price_id)
    select id, 0, 'nashville-chilli-crisp', 'Nashville Chilli Crisp', 850, 1, 'price_1' from public.orders where number = ${number}`
  return number
}

/**
 * Inserts a box of a person with its first order, which was sent; by default one that has ended. Returns the order
 * number.
 */
export async function insertSubscription(
  database: Pick<TestShop['database'], 'sql'>,
  person: { id: string | null; email: string },
  changes: { status?: string; endsAt?: string | null } = {},
): Promise<number> {
  const number = await insertOrder(database, person)
  const { status = 'cancelled', endsAt = null } = changes
  await database.sql`
    insert into public.subscriptions (
      order_id, user_id, email, stripe_subscription_id, stripe_customer_id, status, boxes, amount, current_period_end, ends_at
    ) select id, user_id, email, ${`sub_${crypto.randomUUID()}`}, 'cus_1', ${status},
      ${database.sql.json([{ name: 'Twink Box, Monthly', quantity: 1, unitAmount: 2000 }])}, 2000, '2026-12-20', ${endsAt}
    from public.orders where number = ${number}`
  return number
}
