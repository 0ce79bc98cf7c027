import * as v from 'valibot'

/** What a template needs is missing or wrong. The message names fields only, never what stood in them. */
export class LetterError extends Error {
  override name = 'LetterError'
}

/** Words as people typed them, on one line. */
const words = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()),
    v.transform((text) => Array.from(text).slice(0, max).join('')),
  )
const someWords = (max: number) => v.pipe(words(max), v.minLength(1))
const perhaps = (max: number) => v.nullish(words(max), null)
const pence = v.pipe(v.number(), v.integer(), v.minValue(0))

const link = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.check((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
)
const code = v.pipe(v.string(), v.regex(/^[0-9A-Za-z-]{4,32}$/))
const fullName = perhaps(100)

const uuid = v.pipe(v.string(), v.uuid())
/** What a marketing letter knows its reader by: SHA-256 of the address, as the suppression list has it. */
const emailHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/** Signed addresses, which the worker adds; they are in no row. */
const links = <Name extends string>(...names: Name[]) => ({
  links: v.object(
    Object.fromEntries(names.map((name) => [name, link])) as Record<Name, typeof link>,
  ),
})

const interval = v.object({
  unit: v.picklist(['month', 'year']),
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
})

const address = v.object({
  name: someWords(200),
  line1: words(200),
  line2: perhaps(200),
  city: perhaps(100),
  county: perhaps(100),
  postcode: perhaps(20),
  country: perhaps(60),
})

const slug = v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), v.maxLength(120))
const quantity = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99))

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

const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
)
/** What the payment provider calls a payment, an invoice or a subscription. */
const providerId = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/))
const orderNumber = v.pipe(v.number(), v.integer(), v.minValue(1))

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

/** What an enquiry is quoted by. */
const reference = v.nullish(v.pipe(v.string(), v.regex(/^(?:CAT|ASK)-[0-9A-F]{8}$/)), null)

/** Words as people typed them, on as many lines as they are. */
const paragraphs = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/[^\P{Cc}\n]+/gu, ' ').trim()),
  v.transform((text) => Array.from(text).slice(0, 2000).join('')),
)

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
  newsletter_confirm: v.object({ signup: uuid, emailHash, ...links('confirm', 'unsubscribe') }),
  cart_follow_up: v.object({
    which: v.picklist(['first', 'second']),
    /** As they are when the letter is sent; they are in no row. */
    lines: v.pipe(v.array(reminderLine), v.minLength(1), v.maxLength(200)),
    emailHash,
    ...links('restore', 'unsubscribe'),
  }),
  order_confirmation: order,
  order_notice: notice,
  payment_failed: order,
  refund,
  box_renewal: renewal,
  box_payment_failed: boxes,
  box_cancelled: boxes,
  box_resumed: boxes,
}

export type Template = keyof typeof schemas

/** What each template is given; amounts in pence. */
export type LetterData = { [Name in Template]: v.InferOutput<(typeof schemas)[Name]> }

/** An order as its letters show it; made by `order_letter` in the database. */
export type OrderLetter = LetterData['order_confirmation']
export type OrderLine = OrderLetter['lines'][number]
export type OrderNotice = LetterData['order_notice']
export type RefundLetter = LetterData['refund']
export type RenewalLetter = LetterData['box_renewal']

/** A subscription as its letters show it; made by `box_letter` in the database. */
export type BoxLetter = LetterData['box_cancelled']
export type Box = BoxLetter['boxes'][number]

export type Letter = { [Name in Template]: { template: Name; data: LetterData[Name] } }[Template]

export const templates = Object.keys(schemas).filter(isTemplate)

/**
 * Reads the data of an outbox row. Unknown fields are dropped, so what a template does not know it cannot show.
 * @throws LetterError for an unknown template or data that does not fit it
 */
export function parseLetter(template: string, data: unknown): Letter {
  if (!isTemplate(template)) throw new LetterError(`There is no template ${template.slice(0, 60)}`)
  const outcome = v.safeParse(schemas[template], data)
  if (outcome.success) return { template, data: outcome.output } as Letter
  const fields = outcome.issues.map((issue) => v.getDotPath(issue) ?? 'data')
  throw new LetterError(`${template} cannot be written: ${[...new Set(fields)].join(', ')}`)
}

function isTemplate(name: string): name is Template {
  return Object.hasOwn(schemas, name)
}
