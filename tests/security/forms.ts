import { aCateringEnquiry, aConsultancyEnquiry } from '../support/enquiries.ts'

/** A form of a function as a visitor's browser sends it. */
export interface Form {
  /** The path below `/functions/v1`. */
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
    fields: { user_id: 'x', cart_items: [], delivery_method: { id: 'standard' }, note: 'Hi' },
  },
  { action: 'personal-data/account/download', as: 'json', fields: {} },
  { action: 'personal-data/account/erase', as: 'json', fields: { password: 'Pickles1' } },
  { action: 'personal-data/request', as: 'form', fields: { email } },
  { action: 'personal-data/download', as: 'form', fields: { token } },
  { action: 'personal-data/erase', as: 'form', fields: { token, sure: 'yes' } },
  { action: 'newsletter/sign-up', as: 'form', fields: { name: 'Marsha', email } },
  { action: 'newsletter/confirm', as: 'form', fields: { token } },
  { action: 'newsletter/unsubscribe', as: 'form', fields: { token } },
]
