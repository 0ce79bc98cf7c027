export {
  hostileInputs,
  createHostileBodies,
  getInvalidValues,
} from '../../packages/embedded-supabase/tests/support/hostile.ts'
import { aCateringEnquiry, aConsultancyEnquiry } from '../support/enquiries.ts'

/** A form of an Edge Function, as a visitor's browser sends it. */
export interface Form {
  /** The path of the request below `/functions/v1/`. */
  action: string
  as: 'json' | 'form'
  fields: Record<string, unknown>
}

export const formEmail = 'marsha@example.com'
export const formToken = 'a.b.c'
const email = formEmail
const token = formToken

export const forms: readonly Form[] = [
  { action: 'billing-portal', as: 'json', fields: { box: 'a1b00000-0000-4000-8000-000000000001' } },
  { action: 'consultancy-inquiry', as: 'json', fields: aConsultancyEnquiry() },
  { action: 'secure-catering-inquiry', as: 'json', fields: aCateringEnquiry() },
  {
    action: 'secure-guest-email/save',
    as: 'json',
    fields: { email, cartData: [], page: '/cart', agreed: true, wantsCode: true },
  },
  { action: 'secure-guest-email/get', as: 'json', fields: { email, token } },
  {
    action: 'sendEmailBySlug',
    as: 'json',
    fields: { slug: 'welcome_email', email, name: 'Marsha' },
  },
  {
    action: 'create-checkout',
    as: 'json',
    fields: {
      user_id: 'x',
      cart_items: [],
      delivery_method: { id: 'standard', stripe_id: 'shr_sandbox_standard' },
      note: 'Hi',
    },
  },
  { action: 'personal-data/account/download', as: 'json', fields: {} },
  { action: 'personal-data/account/erase', as: 'json', fields: { password: 'Pickles1' } },
  { action: 'personal-data/request', as: 'form', fields: { email } },
  { action: 'personal-data/download', as: 'form', fields: { token } },
  { action: 'personal-data/erase', as: 'form', fields: { token, sure: 'yes' } },
  { action: 'newsletter/sign-up', as: 'form', fields: { name: 'Marsha', email } },
  { action: 'newsletter/confirm', as: 'form', fields: { token } },
  { action: 'newsletter/unsubscribe', as: 'form', fields: { token } },
  {
    action: 'tell-me/ask',
    as: 'form',
    fields: { product: 'a1b00000-0000-4000-8000-000000000010', email },
  },
  { action: 'tell-me/confirm', as: 'form', fields: { token } },
  {
    action: 'desk-invitation',
    as: 'json',
    fields: { token, name: 'Sam', email, password: 'Pickles1Forever' },
  },
  {
    action: 'desk-orders',
    as: 'json',
    fields: { do: 'retry_refund', request: 'a1b00000-0000-4000-8000-000000000001' },
  },
  { action: 'desk-person', as: 'json', fields: { email, typed: email } },
]

/** Returns every string in a value, at any depth. */
export function collectStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(collectStrings)
    : []
}

/** A request to the sign-in service with a body. */
export interface AuthForm {
  /** The path of the request below `/auth/v1`. */
  path: string
  method?: 'PUT'
  /**
   * The sender of the request: a signed-in user, or the server with the secret key; by default an anonymous visitor.
   */
  as?: 'person' | 'server'
  query: string
  fields: Record<string, unknown>
}

const data = { full_name: 'Marsha' }
const password = 'Pickles1Forever'
const nobody = '00000000-0000-4000-8000-000000000000'

export const authForms: readonly AuthForm[] = [
  { path: '/signup', query: '', fields: { email, password, data } },
  { path: '/token', query: 'grant_type=password', fields: { email, password } },
  { path: '/token', query: 'grant_type=refresh_token', fields: { refresh_token: token } },
  { path: '/recover', query: '', fields: { email } },
  { path: '/otp', query: '', fields: { email, data, create_user: true } },
  { path: '/magiclink', query: '', fields: { email, data } },
  { path: '/resend', query: '', fields: { type: 'signup', email } },
  { path: '/verify', query: '', fields: { type: 'recovery', email, token: '123456' } },
  {
    path: '/user',
    method: 'PUT',
    as: 'person',
    query: '',
    fields: { email, password, data, nonce: '123456' },
  },
  {
    path: '/factors',
    as: 'person',
    query: '',
    fields: { factor_type: 'totp', friendly_name: 'App', issuer: 'Shop' },
  },
  {
    path: `/factors/${nobody}/verify`,
    as: 'person',
    query: '',
    fields: { challenge_id: nobody, code: '123456' },
  },
  {
    path: '/admin/users',
    as: 'server',
    query: '',
    fields: { email, password, user_metadata: data, ban_duration: 'none' },
  },
  { path: `/admin/users/${nobody}`, method: 'PUT', as: 'server', query: '', fields: { email } },
  {
    path: '/admin/generate_link',
    as: 'server',
    query: '',
    fields: { type: 'signup', email, password, data, redirect_to: '/' },
  },
  { path: '/invite', as: 'server', query: '', fields: { email, data } },
]

/**
 * A request to the storage service with a body. `:bucket` and `:name` in it are replaced by those of an existing
 * object.
 */
export interface FileForm {
  /** The path of the request below `/storage/v1`. */
  path: string
  method?: string
  fields: Record<string, unknown>
  required: readonly string[]
}

const place = { bucketId: ':bucket', sourceKey: ':name', destinationKey: 'b.txt' }
const sortBy = { column: 'name', order: 'asc' }
const cursor = Buffer.from('{"rank":1,"sort":"a","name":"a"}').toString('base64url')
const bucketLimits = { public: false, file_size_limit: 1000, allowed_mime_types: ['image/*'] }

export const fileForms: readonly FileForm[] = [
  ...['/object/copy', '/object/move'].map((path) => ({
    path,
    fields: { ...place, destinationBucket: ':bucket' },
    required: Object.keys(place),
  })),
  { path: '/object/sign/:bucket/:name', fields: { expiresIn: 60 }, required: ['expiresIn'] },
  {
    path: '/object/sign/:bucket',
    fields: { expiresIn: 60, paths: [':name'] },
    required: ['expiresIn', 'paths'],
  },
  {
    path: '/object/list/:bucket',
    fields: { prefix: '', search: '', limit: 10, offset: 0, sortBy },
    required: [],
  },
  {
    path: '/object/list-v2/:bucket',
    fields: { prefix: '', limit: 10, cursor, with_delimiter: true, sortBy },
    required: [],
  },
  {
    path: '/object/:bucket',
    method: 'DELETE',
    fields: { prefixes: [':name'] },
    required: ['prefixes'],
  },
  { path: '/bucket', fields: { name: 'new', id: 'new', ...bucketLimits }, required: ['name'] },
  { path: '/bucket/:bucket', method: 'PUT', fields: bucketLimits, required: [] },
]
