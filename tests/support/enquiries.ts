import { createConsultancyInquiry } from '../../supabase/functions/consultancy-inquiry/handler.ts'
import { createSecureCateringInquiry } from '../../supabase/functions/secure-catering-inquiry/handler.ts'
import type { FunctionEnvironment } from '../../supabase/functions/_shared/environment.ts'
import { createFunctionEnvironment } from './function-environment.ts'
import { createTestShop, type TestShop } from './shop.ts'

export const businessEmail = 'owner@example.com'

/** The response to an enquiry form. */
export interface EnquiryAnswer {
  status: number
  headers: Headers
  body: {
    success: boolean
    error: string | null
    reference?: string
    isMailed?: boolean
    field?: string
  }
}

/** A test shop that accepts enquiries. */
export interface EnquiryShop extends TestShop {
  /** Posts an enquiry, by default from a new IP address. A string is sent unchanged as the body. */
  post: (
    name: 'secure-catering-inquiry' | 'consultancy-inquiry',
    body: object | string,
    options?: { from?: string; headers?: Record<string, string>; method?: string },
  ) => Promise<EnquiryAnswer>
}

export async function startEnquiryShop(
  changes: Partial<FunctionEnvironment> = {},
): Promise<EnquiryShop> {
  const shop = await createTestShop()
  const environment = {
    ...createFunctionEnvironment(shop),
    BUSINESS_EMAIL: businessEmail,
    ...changes,
  }
  const functions = {
    'secure-catering-inquiry': createSecureCateringInquiry(environment),
    'consultancy-inquiry': createConsultancyInquiry(environment),
  }
  return {
    ...shop,
    post: async (name, body, { from = anAddress(), headers = {}, method = 'POST' } = {}) => {
      const answer = await functions[name](
        new Request(new URL(`/${name}`, shop.siteUrl), {
          method,
          headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
          ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
      )
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    },
  }
}

let lastSender = 0

/** Returns the fields of a catering enquiry from a new sender, with the test's changes. */
export function aCateringEnquiry(changes: object = {}) {
  lastSender += 1
  return {
    name: 'Marsha Bell',
    email: `marsha${lastSender}@example.com`,
    phone: '+44 20 7946 0123',
    date: '2027-06-12',
    eventType: 'Wedding',
    guestCount: '60',
    message: 'Two griddles, please, and a cake.',
    ...changes,
  }
}

export function aConsultancyEnquiry(changes: object = {}) {
  lastSender += 1
  return {
    name: 'Marsha Bell',
    email: `marsha${lastSender}@example.com`,
    businessName: 'The Pickle Parlour',
    details: 'Our menu has forty dishes and no margin.',
    ...changes,
  }
}

function anAddress(): string {
  lastSender += 1
  return `198.51.${lastSender >> 8}.${lastSender & 255}`
}
