import * as v from 'valibot'
import { overdueCauses } from '../domain/overdue-cause.ts'
import { deskEmails } from './desk-emails.ts'
import { disputeEmails } from './dispute-emails.ts'
import * as field from './fields.ts'
import { kind, maybe } from './fields.ts'

/** Thrown when data that a template needs is missing or wrong. The message names fields only, never their values. */
export class EmailError extends Error {
  override name = 'EmailError'
}

const { fullName, reference, emailHash } = field

const goods = { name: field.someWords(120), slug: field.slug, quantity: field.quantity }
const size = field.words(40)

/** A recipe in a parcel; `isLatest` is whether it was the newest one when it was packed. */
const packedRecipe = {
  name: goods.name,
  isAsOrdered: v.boolean(),
  isLatest: v.nullish(v.boolean(), true),
  since: maybe(field.time),
  ...field.label,
}

/** Departure of an order that was paid while the kitchen is closed; null for any other order. */
const holiday = maybe(
  v.object({ closedUntil: field.day, leavesOn: field.day, words: field.text(140) }),
)

/** An order, made by `order_letter` in the database. */
const order = {
  number: field.orderNumber,
  placedAt: field.time,
  /** Empty when its shopper has been erased. */
  email: field.text(255),
  /** The name of the account that has paid; the parcel may go to somebody else. */
  payer: fullName,
  /** The text on the badge of a present; null for an order that is none. */
  gift: maybe(v.object({ to: field.words(40), from: field.words(40), note: field.words(200) })),
  lines: field.list(
    {
      ...goods,
      size,
      unitAmount: field.pence,
      allergens: field.words(1000),
      net: field.words(40),
      interval: maybe(field.interval),
    },
    { from: 1, to: 200 },
  ),
  subtotal: field.pence,
  deliveryName: field.someWords(100),
  deliveryPrice: field.pence,
  deliveryTime: field.words(200),
  discount: field.pence,
  total: field.pence,
  address: maybe(field.address),
  /** The area of an order that is on hold because of its address; null for any other order. */
  area: field.words(40),
  termsVersion: field.someWords(40),
  isSubscription: v.boolean(),
  holiday,
  note: field.words(300),
  /** Recipes in the parcel, or that may go in (`isOpen`), if one changed since the order; empty for any other order. */
  recipes: v.nullish(v.array(v.object({ ...packedRecipe, isOpen: v.boolean() })), []),
}

/** A subscription, made by `box_letter` in the database: `number` is its first order, `amount` the charge of each renewal. */
const box = {
  number: field.orderNumber,
  boxes: field.list(
    {
      ...goods,
      size,
      quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
      unitAmount: field.pence,
      interval: field.interval,
    },
    { from: 1, to: 20 },
  ),
  amount: field.pence,
  overdueAmount: maybe(field.pence),
  retryAt: maybe(field.time),
  /** The reason of a failed payment, and the provider's page where it is paid or confirmed. */
  cause: maybe(v.picklist(overdueCauses)),
  payLink: maybe(field.link),
  /** Time of the next payment; null when there is none. */
  nextAt: maybe(field.time),
  /** Due time of the skipped payment; null when none is skipped. */
  skippedAt: maybe(field.time),
  endsAt: maybe(field.time),
  isOver: v.boolean(),
  reason: maybe(v.picklist(['asked', 'unpaid'])),
}

const stuck = {
  /** `disk` is found by the process, all others by `stuck_work` in the database. */
  kind: v.picklist([
    'failed_letters',
    'late_letters',
    'payments',
    'catalogue',
    'balance',
    'backup',
    'disk',
  ]),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  since: maybe(field.time),
  details: v.nullish(v.pipe(v.array(field.text(600)), v.maxLength(20)), []),
}

const kinds = {
  ...deskEmails,
  ...disputeEmails,
  auth_confirm: kind('Please confirm your address', { link: field.link, code: maybe(field.code) }),
  auth_recover: kind('New password', { link: field.link, fullName }),
  auth_email_change: kind('New e-mail address', { link: field.link, fullName }),
  auth_reauthenticate: kind('Code to confirm a change', {
    link: maybe(field.link),
    code: field.code,
    fullName,
  }),
  auth_account_exists: kind('You already have an account', { link: maybe(field.link) }),
  auth_codes: kind('Sign-in codes turned on or off', {
    change: v.picklist(['on', 'off', 'recovery']),
  }),
  auth_password_warning: kind('Somebody knows a password', {
    at: field.time,
    address: field.words(45),
    agent: field.words(300),
  }),
  welcome_email: kind('Welcome', { name: fullName }),
  welcome_back: kind('Welcome back', { name: fullName }),
  consultancy_followup: kind('We have your consultancy enquiry', { reference: maybe(reference) }),
  catering_followup: kind('We have your catering enquiry', { reference: maybe(reference) }),
  enquiry_notice: kind('Notice to you: an enquiry', {
    kind: v.picklist(['catering', 'consultancy']),
    reference: maybe(reference),
    name: field.someWords(100),
    email: field.someWords(255),
    phone: field.words(255),
    date: field.words(255),
    eventType: field.words(255),
    guestCount: field.words(255),
    businessName: field.words(100),
    message: field.paragraphs(2000),
    page: field.words(300),
  }),
  discount_code: kind('Discount code', {
    code: v.pipe(v.string(), v.regex(/^[A-Z0-9]{6,20}$/)),
    percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
    expiresAt: field.time,
    emailHash,
    links: field.links('unsubscribe'),
  }),
  your_data: kind('Link to somebody’s own data', {
    request: field.uuid,
    links: field.links('yourData'),
  }),
  erasure_notice: kind('Notice to you: somebody is to be forgotten', {
    /** Numbers by which the owner finds the person in their mailbox and on paper. */
    orders: v.nullish(v.array(field.orderNumber), []),
    payments: v.array(field.providerId),
  }),
  stray_payment: kind('Notice to you: a payment that belongs to nobody', {
    invoice: field.providerId,
    subscription: field.providerId,
  }),
  stuck_notice: kind('Notice to you: what is stuck', {
    stuck: field.list(stuck, { from: 1, to: 20 }),
  }),
  newsletter_confirm: kind('Please confirm the newsletter', {
    signup: field.uuid,
    emailHash,
    links: field.links('confirm', 'unsubscribe'),
  }),
  tell_me_confirm: kind('Please confirm that you want to hear of a product', {
    tellMe: field.uuid,
    name: goods.name,
    emailHash,
    links: field.links('confirmTellMe', 'unsubscribe'),
  }),
  tell_me: kind('It can be bought', {
    waiting: field.uuid,
    name: goods.name,
    slug: goods.slug,
    price: field.pence,
    emailHash,
    links: field.links('unsubscribe'),
  }),
  cart_follow_up: kind('Reminder of a cart', {
    which: v.picklist(['first', 'second']),
    /** Read when the email is sent, and not stored. Without a price a line cannot be bought at the moment. */
    lines: field.list({ ...goods, unitAmount: v.nullable(field.pence) }, { from: 1, to: 200 }),
    emailHash,
    links: field.links('restore', 'unsubscribe'),
  }),
  order_confirmation: kind('Order confirmation', order),
  order_notice: kind('Notice to you: an order to pack', {
    ...order,
    /** For a later box of a subscription: the first order, and the box's number in turn, from 1. */
    boxOf: maybe(field.orderNumber),
    boxInTurn: maybe(field.orderNumber),
  }),
  order_waiting: kind('Order is in, its payment is awaited', order),
  order_sent: kind('Parcel is on its way', {
    number: order.number,
    placedAt: order.placedAt,
    lines: field.list({ ...goods, size }, { from: 0, to: 200 }),
    deliveryName: order.deliveryName,
    deliveryTime: order.deliveryTime,
    address: order.address,
    carrier: field.words(60),
    trackingNumber: maybe(v.pipe(v.string(), v.regex(/^[0-9A-Za-z][0-9A-Za-z -]{2,39}$/))),
    trackingLink: maybe(field.safeLink),
    /** True when the rest of the order follows. */
    isPart: v.nullish(v.boolean(), false),
    /** Recipes in the parcel that changed since the order. Two with the same name mean that it has pieces of each. */
    recipes: v.nullish(v.array(v.object(packedRecipe)), []),
  }),
  payment_failed: kind('Payment failed', order),
  refund: kind('Refund', {
    number: order.number,
    placedAt: order.placedAt,
    amount: field.pence,
    /** Sum of this refund and all earlier ones. */
    refunded: field.pence,
    total: field.pence,
    /** True when the last of it had been sold by the time it was paid for. */
    isSoldOut: v.nullish(v.boolean(), false),
    pieces: v.nullish(v.array(v.object({ name: goods.name, quantity: goods.quantity, size })), []),
  }),
  order_cancelled: kind('Order is cancelled', {
    ...order,
    /** This refund, and its sum with all earlier ones. */
    amount: field.pence,
    refunded: field.pence,
    /** Name of the person who cancelled the order, and their message. */
    from: field.words(60),
    words: field.words(500),
  }),
  box_renewal: kind('Next box is paid', {
    ...order,
    nextAt: maybe(field.time),
    nextAmount: field.pence,
  }),
  box_payment_failed: kind('Payment of a box failed', box),
  box_payment_confirm: kind('Payment of a box is to be confirmed', box),
  box_cancelled: kind('Box is cancelled', box),
  box_resumed: kind('Box goes on', box),
  box_skipped: kind('Box is skipped', box),
  box_unskipped: kind('Box is no longer skipped', box),
}

export type Template = keyof typeof kinds

export type EmailData = { [Name in Template]: v.InferOutput<(typeof kinds)[Name]['data']> }
export type EmailInput = { [Name in Template]: v.InferInput<(typeof kinds)[Name]['data']> }

export type OrderEmail = EmailData['order_confirmation']
export type BoxEmail = EmailData['box_cancelled']
export type Stuck = EmailData['stuck_notice']['stuck'][number]

export type Email = { [Name in Template]: { template: Name; data: EmailData[Name] } }[Template]

export const templates = Object.keys(kinds).filter(isTemplate)

/**
 * Validates an email's data; unknown fields are dropped.
 * @throws EmailError for an unknown template or data that does not fit it
 */
export function parseEmail(template: string, data: unknown): Email {
  if (!isTemplate(template)) throw new EmailError(`There is no template ${template.slice(0, 60)}`)
  const outcome = v.safeParse(kinds[template].data, data)
  if (outcome.success) return { template, data: outcome.output } as Email
  const fields = outcome.issues.map((issue) => v.getDotPath(issue) ?? 'data')
  throw new EmailError(`${template} cannot be written: ${[...new Set(fields)].join(', ')}`)
}

/** Returns the name of an email with its order or reference: 'Order confirmation (order 1005)'. */
export function emailName(template: string, data: Record<string, unknown>): string {
  const name = isTemplate(template) ? kinds[template].name : template.replaceAll('_', ' ')
  if (typeof data.number === 'number') return `${name} (order ${data.number})`
  return typeof data.reference === 'string' ? `${name} (${data.reference})` : name
}

function isTemplate(name: string): name is Template {
  return Object.hasOwn(kinds, name)
}
