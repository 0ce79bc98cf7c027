import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createVerifiedFetch } from '../../domain/verified-fetch.ts'
import type { FunctionEnvironment } from '../../supabase/functions/_shared/environment.ts'
import { createBillingPortal } from '../../supabase/functions/billing-portal/handler.ts'
import { createConsultancyInquiry } from '../../supabase/functions/consultancy-inquiry/handler.ts'
import { createCreateCheckout } from '../../supabase/functions/create-checkout/handler.ts'
import { createDeskInvitation } from '../../supabase/functions/desk-invitation/handler.ts'
import { createDeskOrders } from '../../supabase/functions/desk-orders/handler.ts'
import { createDeskPerson } from '../../supabase/functions/desk-person/handler.ts'
import { createNewsletter } from '../../supabase/functions/newsletter/handler.ts'
import { createPersonalData } from '../../supabase/functions/personal-data/handler.ts'
import { createSecureCateringInquiry } from '../../supabase/functions/secure-catering-inquiry/handler.ts'
import { createSecureGuestEmail } from '../../supabase/functions/secure-guest-email/handler.ts'
import { createSendEmailBySlug } from '../../supabase/functions/sendEmailBySlug/handler.ts'
import { createTellMe } from '../../supabase/functions/tell-me/handler.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import { createTestShop } from '../support/shop.ts'
import {
  type Form,
  formEmail as email,
  forms,
  formToken as token,
  hostileInputs,
  createHostileBodies,
  collectStrings,
} from './forms.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const environment: FunctionEnvironment = {
  ...createFunctionEnvironment(shop),
  STRIPE_SECRET_KEY: 'sk_test_x',
}
/**
 * The Edge Functions by their folders. `stripe-webhook` is left out, because it only accepts bodies that the provider
 * has signed.
 */
const functions: Record<string, (request: Request) => Promise<Response>> = {
  'billing-portal': createBillingPortal(environment),
  'consultancy-inquiry': createConsultancyInquiry(environment),
  'create-checkout': createCreateCheckout(environment),
  'desk-invitation': createDeskInvitation(environment),
  'desk-orders': createDeskOrders(environment),
  'desk-person': createDeskPerson(environment),
  newsletter: createNewsletter(environment),
  'personal-data': createPersonalData(environment),
  'secure-catering-inquiry': createSecureCateringInquiry(environment),
  'secure-guest-email': createSecureGuestEmail(environment),
  sendEmailBySlug: createSendEmailBySlug(environment),
  'tell-me': createTellMe(environment),
}

let last = 0
function call(action: string, init: RequestInit = {}): Promise<Response> {
  const handler = functions[action.split(/[/?]/)[0] ?? '']
  if (handler === undefined) throw new Error(`There is no ${action}`)
  last += 1
  const headers = { 'x-forwarded-for': `198.18.${last >> 8}.${last & 255}`, ...init.headers }
  return handler(
    new Request(`${shop.siteUrl.origin}/functions/v1/${action}`, {
      method: 'POST',
      ...init,
      headers,
    }),
  )
}

function post(
  { action, as }: Form,
  fields: Record<string, unknown>,
  headers = {},
): Promise<Response> {
  const body =
    as === 'json'
      ? JSON.stringify(fields)
      : new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  return call(action, { body, headers })
}

/** Returns everything that a form can have stored or sent, as text. */
async function stored(): Promise<string> {
  const tables = [
    'enquiries',
    'newsletter_signups',
    'guest_carts',
    'orders',
    'outbox',
    'data_requests',
    'cart_reminder_consents',
    'suppressions',
  ]
  const parts = tables.map(
    (table) => `(select coalesce(json_agg(t), '[]') from public.${table} t) as ${table}`,
  )
  const [row] = await shop.database.sql.unsafe(`select ${parts.join(', ')}`)
  return JSON.stringify(row)
}

beforeEach(async () => {
  for (const table of [
    'enquiries',
    'newsletter_signups',
    'guest_carts',
    'cart_reminder_consents',
    'discount_codes',
    'outbox',
    'rate_limits',
    'security_audit_log',
  ])
    await shop.database.sql.unsafe(`delete from public.${table}`)
})

test(
  'every function marks its response, so that a page takes it for the shop’s',
  { tags: ['abuse-in-between'] },
  async () => {
    for (const { action } of forms) {
      const send = createVerifiedFetch(async () => call(action, { method: 'PUT' }))
      const { status } = await send(`${shop.siteUrl.origin}/functions/v1/${action}`)
      expect([action, status]).toEqual([action, 405])
    }
  },
)

test('every public function has its forms listed', async () => {
  const folders = await readdir(join(import.meta.dirname, '..', '..', 'supabase', 'functions'), {
    withFileTypes: true,
  })
  const names = folders
    .filter((one) => one.isDirectory() && one.name !== '_shared')
    .map(({ name }) => name)
  const known = new Set(forms.map(({ action }) => action.split('/')[0]))
  expect(names.filter((name) => !known.has(name))).toEqual(['stripe-webhook'])
})

describe.each(forms)('the form of $action', (form) => {
  test(
    'a function form refuses requests of another site',
    { tags: ['abuse-36', 'every-function-form-36'] },
    async () => {
      const before = await stored()
      for (const origin of ['https://evil.example', 'null', `${shop.siteUrl.origin}.evil.example`])
        expect((await post(form, form.fields, { origin })).status).toBe(403)
      expect(await stored()).toBe(before)
    },
  )

  test(
    'a function form is not changed by GET',
    { tags: ['abuse-36', 'every-function-form-36'] },
    async () => {
      const before = await stored()
      const query = new URLSearchParams({ email, token, sure: 'yes' })
      const answer = await call(`${form.action}?${query}`, { method: 'GET' })
      expect([303, 405]).toContain(answer.status)
      expect(await stored()).toBe(before)
    },
  )

  test.each(hostileInputs)(
    'a function form with %s in any field is handled without harm',
    {
      tags: [
        'abuse-25',
        'abuse-26',
        'every-function-form-25',
        'every-function-form-26',
        'every-function-form-27',
      ],
    },
    async (_, text) => {
      for (const name of Object.keys(form.fields)) {
        const answer = await post(form, { ...form.fields, [name]: text })
        expect(answer.status).toBeLessThan(500)
        expect(await answer.text()).not.toContain('    at ')
        const kept = JSON.parse(await stored())
        for (const words of collectStrings(kept)) {
          expect(words).not.toMatch(/<\/?script|<img|javascript:|\r|\u202e/i)
          expect(words).not.toMatch(/^=/)
        }
        const emails: { recipient: string }[] = kept.outbox
        for (const { recipient } of emails) expect(recipient.split('@')).toHaveLength(2)
      }
    },
  )

  test(
    'a function form refuses oversized, deeply nested, malformed and prototype-changing bodies',
    { tags: ['abuse-28', 'every-function-form-28'] },
    async () => {
      const before = await stored()
      const large = await post(form, { ...form.fields, filling: 'x'.repeat(1_000_000) })
      const signedOut = /^personal-data\/account|^create-checkout|^billing-portal|^desk-[op]/.test(
        form.action,
      )
      expect(large.status).toBe(signedOut ? 401 : 413)
      const bodies = form.as === 'json' ? createHostileBodies(form.fields) : []
      const statuses = await Promise.all(
        bodies.map(async (body) => (await call(form.action, { body })).status),
      )
      // The action `get` gives the same neutral response, with status 200, whether or not the request asks for a cart.
      const usual = form.action.endsWith('/get') ? [200, 400] : [400, 401, 413]
      expect(statuses.filter((status) => !usual.includes(status))).toEqual([])
      expect(await stored()).toBe(before)
    },
  )
})
