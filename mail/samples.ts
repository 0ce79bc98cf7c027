import type {
  BoxEmail,
  EmailData,
  OrderEmail,
  OrderNotice,
  RenewalEmail,
  SentEmail,
  Template,
} from './emails.ts'
import { manyStuck, stuckNotice } from './samples-of-notices.ts'

/** An order with a size, an unknown allergen label and more than one piece, with what the test is about changed. */
export function anOrderEmail(changes: Partial<OrderEmail> = {}): OrderEmail {
  return {
    number: 2041,
    placedAt: '2026-11-14T12:00:00.000Z',
    email: 'marsha@example.com',
    lines: [
      {
        name: 'Nashville Chilli Crisp',
        slug: 'nashville-chilli-crisp',
        quantity: 2,
        unitAmount: 850,
        allergens: 'Contains **soya** and **wheat**.',
        size: null,
        net: '190 g',
        interval: null,
      },
      {
        name: 'Got, Got, Need Tee',
        slug: 'got-got-need-tee',
        quantity: 1,
        unitAmount: 2500,
        allergens: null,
        size: 'L',
        net: null,
        interval: null,
      },
    ],
    subtotal: 4200,
    deliveryName: 'Standard',
    deliveryPrice: 329,
    deliveryTime: 'Two to four working days',
    discount: 0,
    total: 4529,
    address: {
      name: 'Marsha Bell',
      line1: '12 Example Road',
      line2: null,
      city: 'London',
      county: null,
      postcode: 'SE15 4QL',
      country: 'GB',
    },
    termsVersion: '2025-04',
    isSubscription: false,
    note: null,
    ...changes,
  }
}

/** The same order with a box in it. */
export function aBoxEmail(): OrderEmail {
  const order = anOrderEmail()
  const box = {
    name: 'Big Gay Bear Box (quarterly)',
    slug: 'big-gay-bear-box-quarterly-subscription',
    quantity: 1,
    unitAmount: 4500,
    allergens: null,
    size: 'M',
    net: null,
    interval: { unit: 'month' as const, count: 3 },
  }
  const lines = [box, ...order.lines]
  return { ...order, lines, subtotal: 8700, total: 9029, isSubscription: true }
}

/** An order as its owner reads of it. */
function aNotice(changes: Partial<OrderNotice>): OrderNotice {
  return { ...anOrderEmail(), boxOf: null, boxInTurn: null, ...changes }
}

/** A parcel that is followed on a page of its carrier's. */
export function aSentEmail(changes: Partial<SentEmail> = {}): SentEmail {
  const { number, placedAt, lines, deliveryName, deliveryTime, address } = anOrderEmail()
  return {
    number,
    placedAt,
    lines: lines.map(({ name, slug, quantity, size }) => ({ name, slug, quantity, size })),
    deliveryName,
    deliveryTime,
    address,
    carrier: 'Royal Mail',
    trackingNumber: null,
    trackingLink: 'https://carrier.example/track/AB123456789GB',
    ...changes,
  }
}

/** The order of a later box. */
export function aRenewalEmail(changes: Partial<RenewalEmail> = {}): RenewalEmail {
  const { lines, ...order } = aBoxEmail()
  return {
    ...order,
    lines: lines.slice(0, 1),
    subtotal: 4500,
    deliveryPrice: 0,
    total: 4500,
    nextAt: '2027-02-20T12:00:00.000Z',
    nextAmount: 4500,
    ...changes,
  }
}

/** A subscription of two boxes that its customer has cancelled. */
export function aSubscriptionEmail(changes: Partial<BoxEmail> = {}): BoxEmail {
  const box = {
    name: 'Twink Box, Monthly',
    slug: 'twink-box-monthly-subscription',
    quantity: 2,
    unitAmount: 2000,
    size: null,
    interval: { unit: 'month' as const, count: 1 },
  }
  const bear = {
    ...box,
    name: 'Big Gay Bear Box, Monthly',
    quantity: 1,
    unitAmount: 4500,
    size: 'L',
  }
  return {
    number: 2041,
    boxes: [box, { ...bear, slug: 'big-gay-bear-box-monthly-subscription' }],
    amount: 8500,
    overdueAmount: null,
    retryAt: null,
    nextAt: null,
    endsAt: '2026-12-20T12:00:00.000Z',
    isOver: false,
    reason: 'asked',
    ...changes,
  }
}

const overdue = { overdueAmount: 8000, retryAt: '2026-11-23T12:00:00.000Z' }

const link = 'https://shop.example/auth/v1/verify?token=0123456789abcdef&type=signup'

/** An email of each template: for the preview (npm run mail) and for the tests. */
export const sampleEmails: EmailData = {
  auth_confirm: { link, code: null },
  auth_recover: { link, fullName: 'Marsha Bell' },
  auth_email_change: { link, fullName: 'Marsha Bell' },
  auth_reauthenticate: { link: null, code: '482913', fullName: 'Marsha Bell' },
  auth_account_exists: { link: null },
  welcome_email: { name: 'Marsha' },
  welcome_back: { name: 'Marsha' },
  consultancy_followup: { reference: 'ASK-1F3A9C02' },
  catering_followup: { reference: 'CAT-1F3A9C02' },
  enquiry_notice: {
    kind: 'catering',
    reference: 'CAT-1F3A9C02',
    name: 'Marsha Bell',
    email: 'marsha@example.com',
    phone: '+44 20 7946 0123',
    date: '2026-12-12',
    eventType: 'Wedding',
    guestCount: '60',
    businessName: null,
    message: 'Two griddles, please.\nAnd a cake.',
    page: '/lgbt-proud-catering',
  },
  discount_code: {
    code: 'TEN0A1B2C3D4',
    percent: 10,
    expiresAt: '2027-02-18T12:00:00.000Z',
    emailHash: 'a'.repeat(64),
    links: { unsubscribe: 'https://shop.example/newsletter/unsubscribe?token=abc' },
  },
  cart_follow_up: {
    which: 'first',
    lines: [
      {
        name: 'Nashville Chilli Crisp',
        slug: 'nashville-chilli-crisp',
        quantity: 2,
        unitAmount: 850,
      },
      { name: 'Pickle Me Pink', slug: 'pickle-me-pink', quantity: 1, unitAmount: null },
    ],
    emailHash: 'a'.repeat(64),
    links: {
      restore: 'https://shop.example/cart/restore?token=abc',
      unsubscribe: 'https://shop.example/newsletter/unsubscribe?token=abc',
    },
  },
  your_data: {
    request: '7d0c3a52-3c57-4a0c-9b1e-0e4b0f6f6d11',
    links: { yourData: 'https://shop.example/your-data/link?token=abc' },
  },
  erasure_notice: { orders: [2041, 2053], payments: ['pi_3PzX', 'sub_1QaB'] },
  stray_payment: { invoice: 'in_1QaB', subscription: 'sub_1QaB' },
  stuck_notice: stuckNotice,
  newsletter_confirm: {
    signup: '7d0c3a52-3c57-4a0c-9b1e-0e4b0f6f6d11',
    emailHash: 'a'.repeat(64),
    links: {
      confirm: 'https://shop.example/newsletter/confirm?token=abc',
      unsubscribe: 'https://shop.example/newsletter/unsubscribe?token=abc',
    },
  },
  order_confirmation: anOrderEmail(),
  order_notice: aNotice({ note: 'Not everything is in stock any more.' }),
  order_waiting: anOrderEmail(),
  order_sent: aSentEmail(),
  payment_failed: anOrderEmail(),
  refund: {
    number: 2041,
    placedAt: '2026-11-14T12:00:00.000Z',
    amount: 850,
    refunded: 1179,
    isSoldOut: false,
    total: 4529,
    pieces: [{ name: 'Nashville Chilli Crisp', quantity: 1, size: null }],
  },
  box_renewal: aRenewalEmail(),
  box_payment_failed: aSubscriptionEmail({
    overdueAmount: 8500,
    retryAt: '2026-11-23T12:00:00.000Z',
    endsAt: null,
    reason: null,
  }),
  box_cancelled: aSubscriptionEmail(),
  box_resumed: aSubscriptionEmail({
    nextAt: '2026-12-20T12:00:00.000Z',
    endsAt: null,
    reason: null,
  }),
}

export const sampleNames = Object.keys(sampleEmails) as Template[]

/** What some templates show besides, by names of their own. */
export const otherSamples: { [Name in Template]?: Record<string, EmailData[Name]> } = {
  order_confirmation: {
    'with a box': aBoxEmail(),
    'with a discount': anOrderEmail({ discount: 420, total: 4109 }),
  },
  order_notice: {
    'of a later box': aNotice({ ...aRenewalEmail(), number: 2053, boxOf: 2041, boxInTurn: 3 }),
  },
  order_sent: {
    'with a number': aSentEmail({ trackingNumber: 'AB 1234 5678 9GB', trackingLink: null }),
    'without a word of who carries it': aSentEmail({ carrier: null, trackingLink: null }),
  },
  refund: {
    'of a sum': { ...sampleEmails.refund, pieces: [] },
    'of the whole order': { ...sampleEmails.refund, amount: 4529, refunded: 4529 },
    'of what was sold out': {
      ...sampleEmails.refund,
      amount: 4529,
      refunded: 4529,
      isSoldOut: true,
    },
  },
  box_renewal: {
    'of the last box': aRenewalEmail({ nextAt: null }),
    'with a discount': aRenewalEmail({ discount: 450, total: 4050 }),
  },
  box_payment_failed: {
    'that is not tried again': { ...sampleEmails.box_payment_failed, retryAt: null },
  },
  box_cancelled: {
    'while a payment is overdue': aSubscriptionEmail(overdue),
    'while one is open that is not tried again': aSubscriptionEmail({
      ...overdue,
      retryAt: null,
    }),
    'that is over': aSubscriptionEmail({ isOver: true, endsAt: '2026-11-20T12:00:00.000Z' }),
    'because it was not paid': aSubscriptionEmail({
      isOver: true,
      endsAt: '2026-12-05T12:00:00.000Z',
      reason: 'unpaid',
    }),
  },
  box_resumed: {
    'while a payment is overdue': { ...sampleEmails.box_resumed, ...overdue },
  },
  auth_reauthenticate: {
    'with a link': { ...sampleEmails.auth_reauthenticate, link },
  },
  cart_follow_up: { 'the second': { ...sampleEmails.cart_follow_up, which: 'second' } },
  enquiry_notice: {
    'of the consultancy': {
      ...sampleEmails.enquiry_notice,
      kind: 'consultancy',
      reference: 'ASK-1F3A9C02',
      eventType: null,
      guestCount: null,
      date: null,
      businessName: 'Bell’s Diner',
      page: '/ask-beau',
    },
  },
  welcome_email: { 'without a name': { name: null } },
  stuck_notice: {
    'of many things': manyStuck,
    'of one thing': { stuck: sampleEmails.stuck_notice.stuck.slice(0, 1) },
  },
}
