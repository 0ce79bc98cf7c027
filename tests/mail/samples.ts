import {
  type BoxEmail,
  type Email,
  type EmailData,
  type EmailInput,
  type OrderEmail,
  parseEmail,
  type StuckWork,
  type TemplateName,
} from '../../mail/emails.ts'

const now = '2026-11-14T12:00:00.000Z'
const retryAt = '2026-11-23T12:00:00.000Z'
const link = 'https://shop.example/auth/v1/verify?token=0123456789abcdef&type=signup'
const uuid = '7d0c3a52-3c57-4a0c-9b1e-0e4b0f6f6d11'
const emailHash = 'a'.repeat(64)
const linkTo = (path: string) => `https://shop.example${path}?token=abc`
const unsubscribe = linkTo('/newsletter/unsubscribe')
const crisp = { name: 'Nashville Chilli Crisp', slug: 'nashville-chilli-crisp' }

/** Returns the data of an email as its template receives it: parsed, with null for every missing field. */
function sample<Name extends TemplateName>(name: Name, data: EmailInput[Name]): EmailData[Name] {
  return parseEmail(name, data).data as EmailData[Name]
}

const order: EmailInput['order_confirmation'] = {
  number: 2041,
  placedAt: now,
  email: 'marsha@example.com',
  payer: 'Marsha Bell',
  lines: [
    {
      ...crisp,
      quantity: 2,
      unitAmount: 850,
      allergens: 'Contains **soya** and **wheat**.',
      net: '190 g',
    },
    {
      name: 'Got, Got, Need Tee',
      slug: 'got-got-need-tee',
      size: 'L',
      quantity: 1,
      unitAmount: 2500,
      allergens: 'Not food, so there is no allergen label to read.',
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
    city: 'London',
    postcode: 'SE15 4QL',
    country: 'GB',
  },
  termsVersion: '2025-04',
  isSubscription: false,
}

/**
 * Returns the data of an order confirmation: with a size, an allergen label that is not known, and a quantity of two,
 * and with the test's changes.
 */
export function anOrderEmail(changes: Partial<OrderEmail> = {}): OrderEmail {
  return sample('order_confirmation', { ...order, ...changes })
}

const bearBox = {
  name: 'Big Gay Bear Box (quarterly)',
  slug: 'big-gay-bear-box-quarterly-subscription',
  quantity: 1,
  unitAmount: 4500,
  size: 'M',
  interval: { unit: 'month' as const, count: 3 },
}

const present = {
  address: { ...order.address, name: 'Divine Okafor', line1: '3 Elsewhere Row' },
  gift: { to: 'Divine', from: 'Marsha', note: 'Not for the faint-hearted.' },
}

/** Returns the data of an order confirmation for a gift with a gift tag. */
export function aGiftOrderEmail(): OrderEmail {
  return sample('order_confirmation', { ...order, ...present })
}

/** Returns the data of an order confirmation for an order that also contains a subscription box. */
export function aBoxOrderEmail(): OrderEmail {
  const lines = [bearBox, ...order.lines]
  const sums = { subtotal: 8700, total: 9029 }
  return sample('order_confirmation', { ...order, ...sums, lines, isSubscription: true })
}

/** The data of an order that was sent with a carrier's tracking link. */
const parcel: EmailInput['order_sent'] = {
  ...order,
  carrier: 'Royal Mail',
  trackingLink: 'https://carrier.example/track/AB123456789GB',
}

type RenewalEmail = EmailData['box_renewal']

/** Returns the data of the email about a later box of a subscription, which is an order of its own. */
export function aRenewalEmail(changes: Partial<RenewalEmail> = {}): RenewalEmail {
  const sums = { subtotal: 4500, deliveryPrice: 0, total: 4500 }
  const next = { nextAt: '2027-02-20T12:00:00.000Z', nextAmount: 4500 }
  const renewal = { ...order, ...sums, ...next, lines: [bearBox], isSubscription: true }
  return sample('box_renewal', { ...renewal, ...changes })
}

/** Returns the data of the email about a cancelled subscription to two boxes. */
export function aCancelledBoxEmail(changes: Partial<BoxEmail> = {}): BoxEmail {
  const interval = { unit: 'month' as const, count: 1 }
  const twink = { name: 'Twink Box, Monthly', slug: 'twink-box-monthly-subscription' }
  const bear = { name: 'Big Gay Bear Box, Monthly', slug: 'big-gay-bear-box-monthly-subscription' }
  return sample('box_cancelled', {
    number: 2041,
    boxes: [
      { ...twink, quantity: 2, unitAmount: 2000, interval },
      { ...bear, quantity: 1, unitAmount: 4500, size: 'L', interval },
    ],
    amount: 8500,
    endsAt: '2026-12-20T12:00:00.000Z',
    isOver: false,
    reason: 'asked',
    ...changes,
  })
}

function stuck(
  kind: StuckWork['kind'],
  amount: number,
  since: string | null,
  ...details: string[]
): StuckWork {
  return { kind, amount, since, details }
}

const going = { endsAt: null, reason: null }

const aDispute: EmailInput['dispute_notice'] = {
  number: 2041,
  amount: 4529,
  reason: 'fraudulent',
  state: 'open',
  isInquiry: false,
  dueBy: '2026-12-09T12:00:00.000Z',
  link: 'https://dashboard.stripe.com/disputes/du_1QaB',
  isSent: false,
  isBox: false,
  isReminder: false,
}

/** The data of one email of each template, for the preview (npm run mail) and for the tests. */
const inputs: EmailInput = {
  auth_confirm: { link },
  desk_new_phone: {
    agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) Mobile/15E148 Safari/604.1',
    at: now,
  },
  desk_invitation: { token: 'a'.repeat(64), role: 'packer', invitedBy: 'Beau' },
  auth_recover: { link, fullName: 'Marsha Bell' },
  auth_email_change: { link, fullName: 'Marsha Bell' },
  auth_reauthenticate: { code: '482913', fullName: 'Marsha Bell' },
  auth_account_exists: {},
  auth_codes: { change: 'recovery' },
  auth_password_warning: {
    at: now,
    address: '203.0.113.7',
    agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36',
  },
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
    message: 'Two griddles, please.\nAnd a cake.',
    page: '/lgbt-proud-catering',
  },
  enquiry_reply: {
    reference: 'CAT-1F3A9C02',
    kind: 'catering',
    text: 'Marsha, congratulations to you both.\n\nWe would love to.',
    quote: {
      lines: [
        { what: 'Fried chicken and four sides for 60', amount: 90000 },
        { what: 'Two griddles', amount: 12000 },
      ],
      total: 102000,
      validUntil: '2026-12-31',
    },
    thread: [uuid],
  },
  person_letter: { subject: 'About your parcel', text: 'Marsha, it is on its way again.' },
  recipe_news: {
    number: 2041,
    name: 'Spice Bag Mix',
    slug: 'spice-bag-mix',
    changedAt: now,
    corrects: null,
    newAllergens: ['mustard'],
    newTraces: [],
    orders: [{ number: 2041, stage: 'had', jar: 'old' }],
    ingredients: 'Paprika, chilli, sea salt, wheat flour, celery seeds, mustard powder',
    allergens: 'Contains: celery, wheat, mustard. May contain: milk, soya.',
  },
  label_warning: {
    name: 'Sourpuss Lemon Pepper',
    product: uuid,
    day: '2026-12-04',
    gaps: ['net quantity', 'all fourteen allergens', 'how to keep it'],
  },
  discount_code: {
    code: 'TEN0A1B2C3D4',
    percent: 10,
    expiresAt: '2027-02-18T12:00:00.000Z',
    emailHash,
    links: { unsubscribe },
  },
  cart_follow_up: {
    which: 'first',
    lines: [
      { ...crisp, quantity: 2, unitAmount: 850 },
      { name: 'Pickle Me Pink', slug: 'pickle-me-pink', quantity: 1, unitAmount: null },
    ],
    emailHash,
    links: { restore: linkTo('/cart/restore'), unsubscribe },
  },
  your_data: { request: uuid, links: { yourData: linkTo('/your-data/link') } },
  erasure_notice: { orders: [2041, 2053], payments: ['pi_3PzX', 'sub_1QaB'] },
  stray_payment: { invoice: 'in_1QaB', subscription: 'sub_1QaB' },
  stuck_notice: {
    stuck: [
      stuck('failed_letters', 2, now),
      stuck('late_letters', 1, now),
      stuck('payments', 1, now, 'checkout.session.completed evt_1QaB: another sum (order 2041)'),
      stuck(
        'catalogue',
        1,
        null,
        'Nashville Chilli Crisp: it goes on selling for £8.50, not for £9.00 yet. The reason: An error occurred with our connection to Stripe.',
      ),
      stuck('balance', 1, now, 'This key may not read the balance'),
      stuck('backup', 1, now),
      stuck('disk', 1, null, '1.2 GB of 40 GB are free.'),
    ],
  },
  newsletter_confirm: {
    signup: uuid,
    emailHash,
    links: { confirm: linkTo('/newsletter/confirm'), unsubscribe },
  },
  tell_me_confirm: {
    tellMe: uuid,
    name: crisp.name,
    emailHash,
    links: { confirmTellMe: linkTo('/tell-me/confirm'), unsubscribe },
  },
  tell_me: { waiting: uuid, ...crisp, price: 850, emailHash, links: { unsubscribe } },
  order_confirmation: order,
  order_notice: { ...order, note: 'Not everything is in stock any more.' },
  order_waiting: order,
  order_sent: parcel,
  payment_failed: order,
  refund: { ...order, amount: 850, refunded: 1179, pieces: [{ ...crisp, quantity: 1 }] },
  order_cancelled: {
    ...order,
    amount: 4529,
    refunded: 4529,
    from: 'Beau',
    words: 'Our ketchup is not ready before the weekend. Sorry, love.',
  },
  box_renewal: aRenewalEmail(),
  box_payment_failed: aCancelledBoxEmail({ ...going, overdueAmount: 8500, retryAt }),
  box_payment_confirm: aCancelledBoxEmail({
    ...going,
    overdueAmount: 8500,
    retryAt,
    cause: 'confirm',
    payLink: 'https://invoice.stripe.com/i/acct_1/in_1QaB',
  }),
  dispute_notice: aDispute,
  refund_failed: { number: 2041, placedAt: order.placedAt, amount: 850 },
  refund_failed_notice: {
    number: 2041,
    amount: 850,
    why: 'expired_or_canceled_card',
    wasTold: true,
  },
  box_cancelled: aCancelledBoxEmail(),
  box_resumed: aCancelledBoxEmail({ ...going, nextAt: '2026-12-20T12:00:00.000Z' }),
  box_skipped: aCancelledBoxEmail({
    ...going,
    skippedAt: '2026-12-20T12:00:00.000Z',
    nextAt: '2027-01-20T12:00:00.000Z',
  }),
  box_unskipped: aCancelledBoxEmail({ ...going, nextAt: '2026-12-20T12:00:00.000Z' }),
}

export const sampleEmails = Object.fromEntries(
  Object.entries(inputs).map(([name, data]) => [name, parseEmail(name, data).data]),
) as EmailData

export const sampleNames = Object.keys(sampleEmails) as TemplateName[]

const { refund, box_payment_failed, box_resumed, cart_follow_up, stuck_notice } = sampleEmails
const { dispute_notice, refund_failed_notice } = sampleEmails
const overdue = { overdueAmount: 8000, retryAt }

/** Further samples of some templates, by a name that states how each differs from the template's first sample. */
const wrongJar = {
  since: now,
  isAsOrdered: true,
  isLatest: true,
  isWrong: true,
  unconfirmed: null,
  newAllergens: ['peanuts'],
  newTraces: ['lupin'],
  ingredients: 'Paprika, spice mix',
  allergens: 'Contains: peanuts. May contain: lupin.',
}

const unconfirmedJar = {
  ...wrongJar,
  isLatest: false,
  isWrong: false,
  unconfirmed: ['peanuts', 'lupin'],
  newAllergens: [],
  newTraces: [],
  allergens: 'None of the 14 named allergens is an ingredient.',
}

const otherSamples: { [Name in TemplateName]?: Record<string, EmailData[Name]> } = {
  order_confirmation: {
    'with a box': aBoxOrderEmail(),
    'with a discount': anOrderEmail({ discount: 420, total: 4109 }),
    'of a present': aGiftOrderEmail(),
  },
  order_notice: {
    'of a present': sample('order_notice', { ...order, ...present }),
    'of a later box': { ...aRenewalEmail(), number: 2053, boxOf: 2041, boxInTurn: 3 },
  },
  order_sent: {
    'with a number': sample('order_sent', {
      ...parcel,
      trackingNumber: 'AB 1234 5678 9GB',
      trackingLink: null,
    }),
    'of a part': sample('order_sent', { ...parcel, isPart: true }),
    'with another recipe': sample('order_sent', {
      ...parcel,
      recipes: [
        {
          name: 'Nashville Chilli Crisp',
          isAsOrdered: false,
          isLatest: true,
          since: '2026-11-20T09:00:00.000Z',
          newAllergens: ['peanuts'],
          newTraces: ['milk'],
          ingredients: 'Rapeseed oil, chilli, garlic, peanuts',
          allergens: 'Contains: peanuts. May contain: milk.',
        },
        {
          name: 'Piccalilli Circus',
          isAsOrdered: false,
          isLatest: false,
          since: '2026-11-18T09:00:00.000Z',
          newAllergens: ['mustard'],
          newTraces: [],
          ingredients: 'Cauliflower, vinegar, mustard',
          allergens: 'Contains: mustard.',
        },
        {
          name: 'Spice Bag Mix',
          isAsOrdered: true,
          isLatest: false,
          since: '2026-03-01T09:00:00.000Z',
          newAllergens: [],
          newTraces: [],
          ingredients: 'Paprika, chilli, sea salt',
          allergens: 'None of the 14 named allergens is an ingredient.',
        },
      ],
    }),
    'without a word of who carries it': sample('order_sent', {
      ...parcel,
      carrier: null,
      trackingLink: null,
    }),
  },
  refund: {
    'of a sum': { ...refund, pieces: [] },
    'of the whole order': { ...refund, amount: 4529, refunded: 4529 },
    'of what was sold out': { ...refund, amount: 4529, refunded: 4529, isSoldOut: true },
  },
  order_cancelled: {
    'of the rest, without a line': {
      ...sampleEmails.order_cancelled,
      amount: 3000,
      from: null,
      words: null,
    },
  },
  box_renewal: {
    'of the last box': aRenewalEmail({ nextAt: null }),
    'with a discount': aRenewalEmail({ discount: 450, total: 4050 }),
  },
  box_payment_failed: {
    'that is not tried again': { ...box_payment_failed, retryAt: null },
    'of a card that has expired': { ...box_payment_failed, cause: 'expired' },
    'for lack of money': { ...box_payment_failed, cause: 'funds' },
  },
  dispute_notice: {
    'of an order that was sent': { ...dispute_notice, isSent: true },
    'of a box': { ...dispute_notice, isBox: true, reason: 'subscription_canceled' },
    'of a question': { ...dispute_notice, isInquiry: true },
    'that is a reminder': { ...dispute_notice, isReminder: true },
    'of an appeal': { ...dispute_notice, isAppeal: true },
    'that is won': { ...dispute_notice, state: 'won' },
    'that is lost': { ...dispute_notice, state: 'lost' },
  },
  refund_failed_notice: {
    'of which nobody was told': { ...refund_failed_notice, wasTold: false, why: null },
    'of a payment that was withdrawn': {
      ...refund_failed_notice,
      why: 'charge_for_pending_refund_disputed',
      isWithdrawn: true,
    },
  },
  box_cancelled: {
    'while a payment is overdue': aCancelledBoxEmail(overdue),
    'while one is open that is not tried again': aCancelledBoxEmail({ ...overdue, retryAt: null }),
    'that is over': aCancelledBoxEmail({ isOver: true, endsAt: '2026-11-20T12:00:00.000Z' }),
    'because it was not paid': aCancelledBoxEmail({
      isOver: true,
      endsAt: '2026-12-05T12:00:00.000Z',
      reason: 'unpaid',
    }),
  },
  box_resumed: { 'while a payment is overdue': { ...box_resumed, ...overdue } },
  auth_reauthenticate: { 'with a link': { ...sampleEmails.auth_reauthenticate, link } },
  cart_follow_up: { 'the second': { ...cart_follow_up, which: 'second' } },
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
  enquiry_reply: { 'without a quote': { ...sampleEmails.enquiry_reply, quote: null, thread: [] } },
  recipe_news: {
    'without a new allergen': { ...sampleEmails.recipe_news, newAllergens: [] },
    'to somebody whose order waits': {
      ...sampleEmails.recipe_news,
      newTraces: ['peanuts'],
      orders: [
        { number: 2043, stage: 'waiting', isGift: false, jar: null, jars: [] },
        { number: 2042, stage: 'sent', isGift: false, jar: 'old', jars: [] },
        { number: 2041, stage: 'had', isGift: false, jar: 'old', jars: [] },
      ],
    },
    'to somebody who gets the new one': {
      ...sampleEmails.recipe_news,
      orders: [
        {
          number: 2045,
          stage: 'waiting',
          isGift: false,
          jar: 'other',
          jars: [
            {
              since: now,
              isAsOrdered: false,
              isLatest: false,
              isWrong: false,
              unconfirmed: null,
              newAllergens: ['peanuts'],
              newTraces: [],
              ingredients: 'Paprika, peanuts',
              allergens: 'Contains: peanuts.',
            },
          ],
        },
        { number: 2044, stage: 'waiting', isGift: false, jar: 'new', jars: [] },
        { number: 2043, stage: 'waiting', isGift: false, jar: 'old', jars: [] },
        { number: 2042, stage: 'waiting', isGift: false, jar: 'both', jars: [] },
        { number: 2041, stage: 'sent', isGift: false, jar: 'both', jars: [] },
        { number: 2040, stage: 'had', isGift: false, jar: 'new', jars: [] },
      ],
    },
    'about a label that was wrong': {
      ...sampleEmails.recipe_news,
      newAllergens: ['peanuts'],
      newTraces: ['lupin'],
      corrects: now,
      orders: [
        { number: 2043, stage: 'waiting', isGift: true, jar: 'old', jars: [wrongJar] },
        { number: 2042, stage: 'sent', isGift: false, jar: 'old', jars: [wrongJar] },
        { number: 2041, stage: 'had', isGift: true, jar: 'old', jars: [wrongJar] },
        {
          number: 2040,
          stage: 'had',
          isGift: false,
          jar: 'old',
          jars: [{ ...wrongJar, isLatest: false, newAllergens: [], newTraces: [] }],
        },
      ],
    },
    'about a label that may have been wrong': {
      ...sampleEmails.recipe_news,
      newAllergens: ['peanuts'],
      newTraces: ['lupin'],
      orders: [
        { number: 2043, stage: 'waiting', isGift: false, jar: null, jars: [unconfirmedJar] },
        { number: 2042, stage: 'sent', isGift: false, jar: 'old', jars: [unconfirmedJar] },
        { number: 2041, stage: 'had', isGift: true, jar: 'old', jars: [unconfirmedJar] },
        {
          number: 2040,
          stage: 'had',
          isGift: false,
          jar: 'old',
          jars: [{ ...unconfirmedJar, unconfirmed: [] }],
        },
      ],
    },
    'about a label that was wrong, without another allergen': {
      ...sampleEmails.recipe_news,
      newAllergens: [],
      orders: [
        {
          number: 2041,
          stage: 'had',
          isGift: false,
          jar: 'old',
          jars: [{ ...wrongJar, newAllergens: [], newTraces: [] }],
        },
      ],
    },
    'about a label that may have been wrong, without another allergen': {
      ...sampleEmails.recipe_news,
      newAllergens: [],
      orders: [
        {
          number: 2041,
          stage: 'had',
          isGift: false,
          jar: 'old',
          jars: [{ ...unconfirmedJar, unconfirmed: [] }],
        },
      ],
    },
    'that may contain more': {
      ...sampleEmails.recipe_news,
      newAllergens: [],
      newTraces: ['peanuts'],
      orders: [],
    },
    'that is taken back': {
      ...sampleEmails.recipe_news,
      newAllergens: [],
      changedAt: null,
      corrects: now,
    },
    'that corrects another': { ...sampleEmails.recipe_news, corrects: now },
    'of a drink': { ...sampleEmails.recipe_news, newAllergens: ['milk', 'soya'], allergens: null },
  },
  welcome_email: { 'without a name': { name: null } },
  stuck_notice: {
    'of many things': {
      stuck: [
        stuck(
          'catalogue',
          12,
          now,
          'Pickle Me Pink: it cannot be bought yet. The reason: Invalid amount',
          'Something that was deleted: it is off sale here, and not archived at the payment provider yet. The reason: none was given',
        ),
      ],
    },
    'of one thing': { stuck: stuck_notice.stuck.slice(0, 1) },
  },
}

export interface Sample {
  /** The name of the template, followed by ": " and the name of the variant if it is one. */
  name: string
  email: Email
}

/** All samples: the first one of each template, followed by its variants. */
export const everySample: Sample[] = sampleNames.flatMap((template) => [
  { name: template, email: { template, data: sampleEmails[template] } as Email },
  ...Object.entries(otherSamples[template] ?? {}).map(([what, data]) => ({
    name: `${template}: ${what}`,
    email: { template, data } as Email,
  })),
])
