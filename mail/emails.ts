import * as v from 'valibot'
import {
  address,
  code,
  emailHash,
  fullName,
  interval,
  link,
  links,
  orderNumber,
  paragraphs,
  pence,
  perhaps,
  providerId,
  quantity,
  reference,
  safeLink,
  slug,
  someWords,
  time,
  uuid,
  words,
} from './email-fields.ts'

/** What a template needs is missing or wrong. The message names fields only, never what stood in them. */
export class EmailError extends Error {
  override name = 'EmailError'
}

const line = v.object({
  name: someWords(120),
  slug,
  quantity,
  unitAmount: pence,
  allergens: perhaps(1000),
  size: perhaps(40),
  /** Weight or volume, as '190 g'. */
  net: perhaps(40),
  interval: v.nullish(interval, null),
})

const order = v.object({
  number: orderNumber,
  placedAt: time,
  /** Empty when its shopper has been erased. */
  email: words(255),
  lines: v.pipe(v.array(line), v.minLength(1), v.maxLength(200)),
  subtotal: pence,
  deliveryName: someWords(100),
  deliveryPrice: pence,
  /** How long the delivery takes, as the delivery method words it. */
  deliveryTime: perhaps(200),
  discount: pence,
  total: pence,
  address: v.nullish(address, null),
  termsVersion: someWords(40),
  isSubscription: v.boolean(),
  /** A remark for the owner. */
  note: perhaps(300),
})

/** An order to pack; of a later box, with the order that it began with and which in turn it is, counted from 1. */
const notice = v.object({
  ...order.entries,
  boxOf: v.nullish(orderNumber, null),
  boxInTurn: v.nullish(orderNumber, null),
})

/** What goes back of an order now, with what went back before, of all that was paid. */
const refund = v.object({
  number: orderNumber,
  placedAt: time,
  amount: pence,
  refunded: pence,
  total: pence,
  /** Somebody else had bought the last of it when it was paid for. */
  isSoldOut: v.nullish(v.boolean(), false),
  /** What it is for, where it is for certain pieces. */
  pieces: v.nullish(v.array(v.object({ name: someWords(120), quantity, size: perhaps(40) })), []),
})

/** A parcel that has left: what is in it, where to, and how to follow it. */
const sent = v.object({
  number: orderNumber,
  placedAt: time,
  lines: v.pipe(
    v.array(v.object({ name: someWords(120), slug, quantity, size: perhaps(40) })),
    v.maxLength(200),
  ),
  deliveryName: someWords(100),
  deliveryTime: perhaps(200),
  address: v.nullish(address, null),
  /** Who carries it, as the owner typed it. */
  carrier: perhaps(60),
  trackingNumber: v.nullish(v.pipe(v.string(), v.regex(/^[0-9A-Za-z][0-9A-Za-z -]{2,39}$/)), null),
  trackingLink: v.nullish(safeLink, null),
})

const box = v.object({
  name: someWords(120),
  slug,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
  unitAmount: pence,
  size: perhaps(40),
  interval,
})

/** A subscription. `number` is the order that began it, `amount` what is charged each time. */
const boxes = v.object({
  number: orderNumber,
  boxes: v.pipe(v.array(box), v.minLength(1), v.maxLength(20)),
  amount: pence,
  /** A payment that did not come through, and when it is tried again. */
  overdueAmount: v.nullish(pence, null),
  retryAt: v.nullish(time, null),
  /** When the next payment is taken; null when none is. */
  nextAt: v.nullish(time, null),
  /** When it ends, or did. */
  endsAt: v.nullish(time, null),
  isOver: v.boolean(),
  reason: v.nullish(v.picklist(['asked', 'unpaid']), null),
})

/** The order of a later box, with the payment that comes after it; no time when none does. */
const renewal = v.object({ ...order.entries, nextAt: v.nullish(time, null), nextAmount: pence })

const enquiry = v.object({
  kind: v.picklist(['catering', 'consultancy']),
  reference,
  name: someWords(100),
  email: someWords(255),
  phone: perhaps(255),
  date: perhaps(255),
  eventType: perhaps(255),
  guestCount: perhaps(255),
  businessName: perhaps(100),
  message: paragraphs,
  page: perhaps(300),
})

/** A line of a cart that was left; without a price it cannot be bought at the moment. */
const reminderLine = v.object({
  name: someWords(120),
  slug,
  quantity,
  unitAmount: v.nullable(pence),
})

/** What can be stuck; `stuck_work` in the database finds it, and the process what only it sees. */
const stuckKind = v.picklist([
  'failed_letters',
  'late_letters',
  'payments',
  'catalogue',
  'backup',
  'disk',
])

const stuck = v.object({
  kind: stuckKind,
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  since: v.nullish(time, null),
  details: v.nullish(v.pipe(v.array(words(600)), v.maxLength(20)), []),
})

const schemas = {
  auth_confirm: v.object({ link, code: v.nullish(code, null) }),
  auth_recover: v.object({ link, fullName }),
  auth_email_change: v.object({ link, fullName }),
  auth_reauthenticate: v.object({ link: v.nullish(link, null), code, fullName }),
  auth_account_exists: v.object({ link: v.nullish(link, null) }),
  welcome_email: v.object({ name: fullName }),
  welcome_back: v.object({ name: fullName }),
  consultancy_followup: v.object({ reference }),
  catering_followup: v.object({ reference }),
  enquiry_notice: enquiry,
  discount_code: v.object({
    code: v.pipe(v.string(), v.regex(/^[A-Z0-9]{6,20}$/)),
    percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
    expiresAt: time,
    emailHash,
    ...links('unsubscribe'),
  }),
  your_data: v.object({ request: uuid, ...links('yourData') }),
  erasure_notice: v.object({
    /** What the owner's mailbox and papers know them by. */
    orders: v.nullish(v.array(orderNumber), []),
    /** The provider's ids. */
    payments: v.array(providerId),
  }),
  /** The provider's ids. */
  stray_payment: v.object({ invoice: providerId, subscription: providerId }),
  stuck_notice: v.object({ stuck: v.pipe(v.array(stuck), v.minLength(1), v.maxLength(20)) }),
  newsletter_confirm: v.object({ signup: uuid, emailHash, ...links('confirm', 'unsubscribe') }),
  cart_follow_up: v.object({
    which: v.picklist(['first', 'second']),
    /** As they are when the email is sent; they are in no row. */
    lines: v.pipe(v.array(reminderLine), v.minLength(1), v.maxLength(200)),
    emailHash,
    ...links('restore', 'unsubscribe'),
  }),
  order_confirmation: order,
  order_notice: notice,
  order_waiting: order,
  order_sent: sent,
  payment_failed: order,
  refund,
  box_renewal: renewal,
  box_payment_failed: boxes,
  box_cancelled: boxes,
  box_resumed: boxes,
}

export type Template = keyof typeof schemas

/** What each template is given; amounts in pence. */
export type EmailData = { [Name in Template]: v.InferOutput<(typeof schemas)[Name]> }

/** An order as its emails show it; made by `order_letter` in the database. */
export type OrderEmail = EmailData['order_confirmation']
export type OrderLine = OrderEmail['lines'][number]
export type OrderNotice = EmailData['order_notice']
export type RefundEmail = EmailData['refund']
export type SentEmail = EmailData['order_sent']
export type RenewalEmail = EmailData['box_renewal']

/** A subscription as its emails show it; made by `box_letter` in the database. */
export type BoxEmail = EmailData['box_cancelled']
export type Box = BoxEmail['boxes'][number]

/** Something that waits for the owner. */
export type Stuck = EmailData['stuck_notice']['stuck'][number]

export type Email = { [Name in Template]: { template: Name; data: EmailData[Name] } }[Template]

export const templates = Object.keys(schemas).filter(isTemplate)

/**
 * Reads the data of an outbox row. Unknown fields are dropped, so what a template does not know it cannot show.
 * @throws EmailError for an unknown template or data that does not fit it
 */
export function parseEmail(template: string, data: unknown): Email {
  if (!isTemplate(template)) throw new EmailError(`There is no template ${template.slice(0, 60)}`)
  const outcome = v.safeParse(schemas[template], data)
  if (outcome.success) return { template, data: outcome.output } as Email
  const fields = outcome.issues.map((issue) => v.getDotPath(issue) ?? 'data')
  throw new EmailError(`${template} cannot be written: ${[...new Set(fields)].join(', ')}`)
}

function isTemplate(name: string): name is Template {
  return Object.hasOwn(schemas, name)
}
