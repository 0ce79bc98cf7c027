import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createVerifiedFetch } from '../../domain/verified-fetch.ts'
import type { ShopClient } from '../../supabase/client.ts'
import {
  disableSecondFactor,
  enrolTotp,
  renewRecoveryCodes,
  submitTotpCode,
  submitRecoveryCode,
} from '../features/account/second-factor.ts'
import * as signIn from '../features/account/sign-in.ts'
import { providePublicSettings } from '../features/backend-client/public-settings.ts'
import { enquiryForms } from '../features/enquiries/forms.ts'
import { sendEnquiry } from '../features/enquiries/send-enquiry.ts'
import { saveGuestEmail } from '../features/guest-email/save-guest-email.ts'
import { signUpForNewsletter } from '../features/newsletter/sign-up.ts'
import { requestPortal } from './account-settings/open-portal.ts'
import { downloadMyData, eraseMyAccount } from './account-settings/personal-data.ts'
import { requestCheckout } from './cart/request-checkout.ts'
import { restoreCart } from './cart-restore/restore-cart.ts'
import { requestStockNotice } from './product/ask-to-be-told.ts'

const { loadSupabase } = vi.hoisted(() => {
  vi.resetModules()
  return { loadSupabase: vi.fn<() => Promise<ShopClient>>() }
})
afterAll(() => void vi.resetModules())
vi.mock('../features/account/supabase.ts', () => ({ loadSupabase, loadModuleWithClient: vi.fn() }))
vi.mock('../features/backend-client/security-log.ts', () => ({ logSecurityEvent: vi.fn() }))

const origin = 'https://shop.example'
const email = 'marsha@example.com'
const password = 'Pickles1Forever'
const user = { id: 'b7d0c3a5-3c57-4a0c-9b1e-0e4b0f6f6d11', aud: 'authenticated', email }
const session = {
  access_token: `e30.${Buffer.from('{"sub":"x","exp":4000000000}').toString('base64url')}.x`,
  refresh_token: 'x',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 4_000_000_000,
  user,
}

const html = { headers: { 'content-type': 'text/html' } }
const foreignResponses: (() => Response)[] = [
  () => new Response('<!doctype html><h1>Free Wi-Fi</h1>', html),
  () => new Response('<h1>502 Bad Gateway</h1>', { ...html, status: 502 }),
  () => new Response(''),
  () => new Response(null, { status: 204 }),
  () => new Response(null, { status: 205 }),
  ...[
    {},
    [],
    [{}],
    { success: true },
    { success: false },
    { success: false, error: 'ACME' },
    { outcome: 'noted' },
    { id: 17 },
    { url: 'http://login.example/', session_id: 'x' },
  ].flatMap((body) => [
    () => Response.json(body),
    () => Response.json(body, { status: 409 }),
    () => Response.json(body, { status: 401 }),
  ]),
]

const stored = new Map<string, string>()
const storage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, text: string) => void stored.set(name, text),
  removeItem: (name: string) => void stored.delete(name),
}
const send = vi.fn<typeof fetch>()
providePublicSettings({ publishableKey: 'sb_publishable_x', supabaseUrl: origin })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('location', new URL(`${origin}/account-settings`))
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  stored.clear()
  const auth = { storageKey: 'shop-session', storage, autoRefreshToken: false }
  loadSupabase.mockImplementation(async () =>
    createClient(origin, 'sb_publishable_x', {
      auth: { ...auth, detectSessionInUrl: false },
      global: { fetch: createVerifiedFetch((input, init) => fetch(input, init)) },
    }),
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
})

const now = Date.UTC(2026, 10, 29)
const enquiry = { name: 'Dolly Bell', email, message: 'Two griddles, please.' }
const unreached = { title: 'Error', text: 'Failed to save email' }
const noSignIn = {
  ok: false,
  message: 'We can’t reach the sign-in desk. Please try again.',
  code: null,
}
const never = () => expect.unreachable('a response that is not the shop’s counted')

/** Each outcome is the one of a lost connection. */
const actions: [string, () => Promise<unknown>, unknown][] = [
  [
    'erasing an account',
    () => eraseMyAccount(password),
    'No answer came from the shop. Your account may be gone already: please try again to be sure.',
  ],
  ['a copy of personal data', () => downloadMyData(now), 'That did not work. Please try again.'],
  ...(['catering', 'consultancy'] as const).map((kind): (typeof actions)[number] => [
    `a ${kind} enquiry`,
    () => sendEnquiry(enquiryForms[kind], enquiry, { page: '/', now }),
    { ok: false, message: null, field: null },
  ]),
  [
    'the newsletter',
    () => signUpForNewsletter(form({ name: 'Marsha', email }), now),
    expect.objectContaining({ ok: false, field: null }),
  ],
  [
    'saving a cart',
    () => saveGuestEmail({ email, agreed: true, wantsCode: true }, unreached, now),
    { ok: false, words: unreached, isInvalid: false },
  ],
  ['restoring a cart', () => restoreCart('x'), 'failed'],
  [
    'a stock notice',
    () => requestStockNotice('x', email),
    expect.objectContaining({ ok: false, text: 'That didn’t go through. Please try again.' }),
  ],
  ['the payment provider’s page', () => requestPortal('x'), { refused: null }],
  [
    'a checkout',
    () => requestCheckout({ user_id: 'x', cart_items: [], delivery_method: delivery }),
    { kind: 'failed', message: 'Unable to process checkout. Please try again.' },
  ],
  ['a sign-in', () => signIn.signIn(email, password), noSignIn],
  ['a sign-up', () => signIn.signUp({ fullName: 'M', email, password }, never, '/'), noSignIn],
  ['another confirmation', () => signIn.resendConfirmation(email, '/'), noSignIn],
  ['a recovery', () => signIn.requestPasswordReset(email), noSignIn],
  ['a new password', () => signIn.changePassword(password, null), noSignIn],
  ['a new email', () => signIn.changeEmail('new@example.com'), noSignIn],
  ['a code for a new password', () => signIn.requestReauthenticationCode(), noSignIn],
  ['a code of an app', () => submitTotpCode('123456'), noSignIn],
  ['a recovery code', () => submitRecoveryCode('x'), noSignIn],
  ['setting up an app', () => enrolTotp(never, 'shop'), noSignIn],
  ['removing an app', () => disableSecondFactor([user.id]), noSignIn],
  ['new recovery codes', () => renewRecoveryCodes(never), noSignIn],
]

const delivery = { id: 'standard', name: 'Standard', price: 3.29, stripe_id: 'shr_1' }

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, text] of Object.entries(fields)) data.set(name, text)
  return data
}

test.each(actions)(
  'whatever a proxy answers to %s counts as no answer, and nothing is stored',
  { tags: ['abuse-in-between'] },
  async (_, act, expected) => {
    const outcomes: object[] = []
    for (const make of foreignResponses) {
      stored.clear()
      stored.set('shop-session', JSON.stringify(session))
      send.mockImplementation(async () => make())
      const response = `${make().status} ${await make().text()}`
      const outcome = await act()
      const notes = ['newsletter_signed_up', 'guest_email', 'discount_code', 'mailed_cart']
      const present = notes.filter((key) => stored.has(key))
      outcomes.push({ response, outcome, present, session: stored.get('shop-session') })
    }
    const rest = { outcome: expected, present: [], session: JSON.stringify(session) }
    expect(outcomes).toEqual(outcomes.map((one) => ({ ...one, ...rest })))
  },
)
