export const verbs = ['select', 'insert', 'update', 'upsert', 'delete'] as const
export type Verb = (typeof verbs)[number]

/** `empty`: allowed to ask, but somebody else's rows are neither seen nor changed. */
export type Decision = 'open' | 'empty' | 'refused'
export type Decisions = Record<Verb, Decision>

export interface TableDecisions {
  /** With the publishable key alone. */
  stranger: Decisions
  /** Signed in, on rows of somebody else. */
  person: Decisions
  /** Columns that are asked for; the table's rights may be by column. */
  columns: string
  /** A row of another account, as the owner of the database writes it. */
  row: (other: { id: string; email: string }, ids: SampleIds) => Record<string, unknown>
  /** A harmless looking change of it. */
  change: Record<string, unknown>
  /** The columns that name it. */
  key: string[]
  /** What an upsert names the row by, where that is not `key`. */
  upsertKey?: Record<string, unknown>
}

/** Ids that sample rows refer to one another by. */
export interface SampleIds {
  product: string
  cart: string
  order: string
  line: string
  letter: string
  enquiry: string
}

const refused: Decisions = {
  select: 'refused',
  insert: 'refused',
  update: 'refused',
  upsert: 'refused',
  delete: 'refused',
}
const readable: Decisions = { ...refused, select: 'open' }
const emptyToRead: Decisions = { ...refused, select: 'empty' }
const closed = { stranger: refused, person: refused }

/** What was decided for every table. A table that is not here fails the matrix. */
export const tables: Record<string, TableDecisions> = {
  products: {
    stranger: readable,
    person: readable,
    columns: '*',
    row: (_, { product }) => ({ id: product, slug: 'sample', name: 'Sample', category: 'sauces' }),
    change: { name: 'Changed' },
    key: ['id'],
  },
  prices: {
    stranger: readable,
    person: readable,
    columns: '*',
    row: (_, { product }) => ({
      id: product,
      product_id: product,
      unit_amount: 500,
      stripe_price_id: 'price_sample',
    }),
    change: { unit_amount: 1 },
    key: ['id'],
  },
  delivery_methods: {
    stranger: readable,
    person: readable,
    columns: '*',
    row: () => ({ id: 'sample', name: 'Sample', price: 100 }),
    change: { price: 0 },
    key: ['id'],
  },
  payment_provider_ids: {
    ...closed,
    columns: '*',
    row: () => ({ account: 'test', lookup_key: 'sample', provider_id: 'x' }),
    change: { provider_id: 'y' },
    key: ['account', 'lookup_key'],
  },
  profiles: {
    stranger: refused,
    person: { ...emptyToRead, update: 'empty' },
    columns: 'id, full_name, welcome_email_sent, created_at',
    row: ({ id }) => ({ id, full_name: 'Other Person' }),
    change: { full_name: 'Changed' },
    key: ['id'],
  },
  carts: {
    stranger: refused,
    person: { ...emptyToRead, update: 'empty' },
    columns: '*',
    row: ({ id }) => ({ user_id: id, items: [] }),
    change: { checked_out: true },
    key: ['user_id'],
  },
  guest_carts: {
    stranger: emptyToRead,
    person: emptyToRead,
    columns: '*',
    row: (_, { cart }) => ({ id: cart, email: 'guest@example.com', cart_data: [] }),
    change: { email: 'changed@example.com' },
    key: ['id'],
  },
  orders: {
    stranger: refused,
    person: emptyToRead,
    columns: '*',
    row: ({ id, email }, { order }) => ({
      id: order,
      user_id: id,
      email,
      subtotal: 500,
      delivery_price: 329,
      total: 829,
      delivery_method_id: 'standard',
      delivery_name: 'Standard',
      cart_hash: 'sample',
      terms_version: '1',
    }),
    change: { status: 'paid' },
    key: ['id'],
  },
  order_items: {
    stranger: refused,
    person: emptyToRead,
    columns: '*',
    row: (_, { line, order }) => ({
      id: line,
      order_id: order,
      position: 0,
      slug: 'sample',
      name: 'Sample',
      unit_amount: 500,
      quantity: 1,
      stripe_price_id: 'price_sample',
    }),
    change: { unit_amount: 1 },
    key: ['id'],
  },
  payment_events: {
    ...closed,
    columns: '*',
    row: () => ({ id: 'evt_sample', type: 'sample', outcome: 'ignored' }),
    change: { outcome: 'applied' },
    key: ['id'],
  },
  outbox: {
    ...closed,
    columns: '*',
    row: ({ email }, { letter }) => ({ id: letter, template: 'sample', recipient: email }),
    change: { recipient: 'changed@example.com' },
    key: ['id'],
  },
  newsletter_signups: {
    stranger: { ...refused, insert: 'open' },
    person: { ...refused, insert: 'open' },
    columns: '*',
    row: () => ({ email: 'reader@example.com', name: 'Reader' }),
    change: { name: 'Changed' },
    key: ['email'],
    upsertKey: { id: '7d0c3a52-3c57-4a0c-9b1e-0e4b0f6f6d11' },
  },
  cart_reminder_consents: {
    ...closed,
    columns: '*',
    row: () => ({ email_hash: 'a'.repeat(64), wording: 'Remind me' }),
    change: { wording: 'Changed' },
    key: ['email_hash'],
  },
  discount_codes: {
    ...closed,
    columns: '*',
    row: () => ({
      code: 'TENSAMPLE',
      email_hash: 'a'.repeat(64),
      expires_at: '2027-01-01T00:00:00Z',
    }),
    change: { percent: 99 },
    key: ['code'],
  },
  suppressions: {
    ...closed,
    columns: '*',
    row: () => ({ email_hash: 'a'.repeat(64) }),
    change: { created_at: '2026-01-01T00:00:00Z' },
    key: ['email_hash'],
  },
  security_audit_log: {
    ...closed,
    columns: '*',
    row: () => ({ event_type: 'sample', source: 'server' }),
    change: { event_type: 'changed' },
    key: ['event_type'],
    upsertKey: { id: 1 },
  },
  guard_salt: {
    ...closed,
    columns: '*',
    row: () => ({ only_row: true, salt: 'a'.repeat(64) }),
    change: { salt: 'b'.repeat(64) },
    key: ['only_row'],
  },
  enquiries: {
    ...closed,
    columns: '*',
    row: (_, { enquiry }) => ({
      id: enquiry,
      kind: 'consultancy',
      reference: 'ASK-00000000',
      name: 'Sample',
      email: 'sample@example.com',
      message: 'A sample of an enquiry',
    }),
    change: { message: 'Changed' },
    key: ['id'],
  },
  rate_limits: {
    ...closed,
    columns: '*',
    row: () => ({ key: 'sample', window_started_at: '2026-01-01T00:00:00Z', attempts: 1 }),
    change: { attempts: 0 },
    key: ['key'],
  },
}

/** Who may call each function. One that is in no list fails the matrix. */
export const functions = {
  everyone: ['discount_of', 'guest_cart_id', 'is_cart', 'log_security_event', 'store_guest_cart'],
  /** With the secret key. */
  server: [
    'admit',
    'attach_session',
    'begin_checkout',
    'claim_letters',
    'confirm_newsletter',
    'forget_unconfirmed',
    'fulfil_order',
    'give_discount_code',
    'guard_wait',
    'is_suppressed',
    'mark_letter_failed',
    'mark_letter_sent',
    'may_be_reminded',
    'note_event',
    'note_payment_intent',
    'orders_to_ask',
    'queue_welcome',
    'release_letters',
    'release_order',
    'release_unattached',
    'save_guest_email',
    'saved_cart',
    'settle_payment',
    'store_enquiry',
    'suppress',
    'take_attempt',
    'tidy_up',
    'unsubscribe',
    'use_payment_account',
  ],
  /** Only by other functions. */
  inside: [
    'apply_discount',
    'discount_fault',
    'discount_refusal',
    'own_code',
    'plain_code',
    'apply_payment_event',
    'apply_refund',
    'checkout_delivery',
    'checkout_error',
    'checkout_fault',
    'checkout_hash',
    'checkout_lines',
    'email_hash',
    'empty_cart',
    'event_severity',
    'first_price',
    'guard_seal',
    'is_checkout',
    'lock_stock',
    'named_product',
    'note_payment_details',
    'order_for_payment',
    'order_letter',
    'order_of_payment',
    'payment_mismatch',
    'place_order',
    'pounds',
    'price_ids_of',
    'queue_order_letter',
    'return_stock',
    'settle_failed',
    'settle_paid',
    'take_stock',
    'visitor_address',
  ],
}
