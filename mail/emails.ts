import * as v from 'valibot'
import { deskEmails } from './desk-emails.ts'
import { disputeEmails } from './dispute-emails.ts'
import * as field from './fields.ts'
import { defineTemplate, nullable } from './fields.ts'
import { goodsFields, orderFields, packedRecipeFields, productSizeField } from './order-schema.ts'
import { stuckWorkEntries } from './stuck-work-schema.ts'
import { subscriptionFields } from './subscription-schema.ts'

/** Thrown when data that a template requires is missing or invalid. The message has the names of fields, never their values. */
export class EmailError extends Error {
  override name = 'EmailError'
}

const { fullName, enquiryReference, emailHash } = field

const templateDefinitions = {
  ...deskEmails,
  ...disputeEmails,
  auth_confirm: defineTemplate('Please confirm your address', {
    link: field.link,
    code: nullable(field.oneTimeCode),
  }),
  auth_recover: defineTemplate('New password', { link: field.link, fullName }),
  auth_email_change: defineTemplate('New e-mail address', { link: field.link, fullName }),
  auth_reauthenticate: defineTemplate('Code to confirm a change', {
    link: nullable(field.link),
    code: field.oneTimeCode,
    fullName,
  }),
  auth_account_exists: defineTemplate('You already have an account', {
    link: nullable(field.link),
  }),
  auth_codes: defineTemplate('Sign-in codes turned on or off', {
    change: v.picklist(['on', 'off', 'recovery']),
  }),
  auth_password_warning: defineTemplate('Somebody knows a password', {
    at: field.isoTime,
    address: field.optionalText(45),
    agent: field.optionalText(300),
  }),
  welcome_email: defineTemplate('Welcome', { name: fullName }),
  welcome_back: defineTemplate('Welcome back', { name: fullName }),
  consultancy_followup: defineTemplate('We have your consultancy enquiry', {
    reference: nullable(enquiryReference),
  }),
  catering_followup: defineTemplate('We have your catering enquiry', {
    reference: nullable(enquiryReference),
  }),
  enquiry_notice: defineTemplate('Notice to you: an enquiry', {
    kind: v.picklist(['catering', 'consultancy']),
    reference: nullable(enquiryReference),
    name: field.nonEmptyText(100),
    email: field.nonEmptyText(255),
    phone: field.optionalText(255),
    date: field.optionalText(255),
    eventType: field.optionalText(255),
    guestCount: field.optionalText(255),
    businessName: field.optionalText(100),
    message: field.paragraphs(2000),
    page: field.optionalText(300),
  }),
  discount_code: defineTemplate('Discount code', {
    code: v.pipe(v.string(), v.regex(/^[A-Z0-9]{6,20}$/)),
    percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
    expiresAt: field.isoTime,
    emailHash,
    links: field.links('unsubscribe'),
  }),
  your_data: defineTemplate('Link to somebody’s own data', {
    request: field.uuid,
    links: field.links('yourData'),
  }),
  erasure_notice: defineTemplate('Notice to you: somebody is to be forgotten', {
    /** The numbers of the person's orders, which the owner finds in the mailbox and on paper. */
    orders: v.nullish(v.array(field.orderNumber), []),
    /** The provider's ids of payments and subscriptions whose data the owner asks the provider to redact. */
    payments: v.array(field.providerId),
  }),
  stray_payment: defineTemplate('Notice to you: a payment that belongs to nobody', {
    invoice: field.providerId,
    subscription: field.providerId,
  }),
  stuck_notice: defineTemplate('Notice to you: what is stuck', {
    stuck: field.objectList(stuckWorkEntries, { from: 1, to: 20 }),
  }),
  newsletter_confirm: defineTemplate('Please confirm the newsletter', {
    signup: field.uuid,
    emailHash,
    links: field.links('confirm', 'unsubscribe'),
  }),
  tell_me_confirm: defineTemplate('Please confirm that you want to hear of a product', {
    tellMe: field.uuid,
    name: goodsFields.name,
    emailHash,
    links: field.links('confirmTellMe', 'unsubscribe'),
  }),
  tell_me: defineTemplate('It can be bought', {
    waiting: field.uuid,
    name: goodsFields.name,
    slug: goodsFields.slug,
    price: field.pence,
    emailHash,
    links: field.links('unsubscribe'),
  }),
  cart_follow_up: defineTemplate('Reminder of a cart', {
    which: v.picklist(['first', 'second']),
    /**
     * The lines of the cart, which are read when the email is sent and are not stored in the outbox. A line with a price of null
     * cannot be bought at the moment.
     */
    lines: field.objectList(
      { ...goodsFields, unitAmount: v.nullable(field.pence) },
      { from: 1, to: 200 },
    ),
    emailHash,
    links: field.links('restore', 'unsubscribe'),
  }),
  order_confirmation: defineTemplate('Order confirmation', orderFields),
  order_notice: defineTemplate('Notice to you: an order to pack', {
    ...orderFields,
    /** For a later order of a subscription: the number of its first order, and the position of this order, from 1. */
    boxOf: nullable(field.orderNumber),
    boxInTurn: nullable(field.orderNumber),
  }),
  order_waiting: defineTemplate('Order is in, its payment is awaited', orderFields),
  order_sent: defineTemplate('Parcel is on its way', {
    number: orderFields.number,
    placedAt: orderFields.placedAt,
    lines: field.objectList({ ...goodsFields, size: productSizeField }, { from: 0, to: 200 }),
    deliveryName: orderFields.deliveryName,
    deliveryTime: orderFields.deliveryTime,
    address: orderFields.address,
    carrier: field.optionalText(60),
    trackingNumber: nullable(v.pipe(v.string(), v.regex(/^[0-9A-Za-z][0-9A-Za-z -]{2,39}$/))),
    trackingLink: nullable(field.safeLink),
    /** True when the parcel contains only a part of the order, and the rest follows. */
    isPart: v.nullish(v.boolean(), false),
    /**
     * The versions of recipes in the parcel, for products whose recipe changed since the order. Two entries with the same name mean
     * that the parcel has pieces of both recipes.
     */
    recipes: v.nullish(v.array(v.object(packedRecipeFields)), []),
  }),
  payment_failed: defineTemplate('Payment failed', orderFields),
  refund: defineTemplate('Refund', {
    number: orderFields.number,
    placedAt: orderFields.placedAt,
    amount: field.pence,
    /** The sum of this refund and all earlier refunds of the order, in pence. */
    refunded: field.pence,
    total: field.pence,
    /** True when the product sold out before the payment arrived. */
    isSoldOut: v.nullish(v.boolean(), false),
    pieces: v.nullish(
      v.array(
        v.object({
          name: goodsFields.name,
          quantity: goodsFields.quantity,
          size: productSizeField,
        }),
      ),
      [],
    ),
  }),
  order_cancelled: defineTemplate('Order is cancelled', {
    ...orderFields,
    /** This refund (`amount`), and the sum of all refunds of the order (`refunded`), in pence. */
    amount: field.pence,
    refunded: field.pence,
    /** The name of the member of staff who cancelled the order, and their message to the shopper. */
    from: field.optionalText(60),
    words: field.optionalText(500),
  }),
  box_renewal: defineTemplate('Next box is paid', {
    ...orderFields,
    nextAt: nullable(field.isoTime),
    nextAmount: field.pence,
  }),
  box_payment_failed: defineTemplate('Payment of a box failed', subscriptionFields),
  box_payment_confirm: defineTemplate('Payment of a box is to be confirmed', subscriptionFields),
  box_cancelled: defineTemplate('Box is cancelled', subscriptionFields),
  box_resumed: defineTemplate('Box goes on', subscriptionFields),
  box_skipped: defineTemplate('Box is skipped', subscriptionFields),
  box_unskipped: defineTemplate('Box is no longer skipped', subscriptionFields),
}

export type TemplateName = keyof typeof templateDefinitions

export type EmailData = {
  [Name in TemplateName]: v.InferOutput<(typeof templateDefinitions)[Name]['data']>
}
export type EmailInput = {
  [Name in TemplateName]: v.InferInput<(typeof templateDefinitions)[Name]['data']>
}

export type OrderEmail = EmailData['order_confirmation']
export type BoxEmail = EmailData['box_cancelled']
export type StuckWork = EmailData['stuck_notice']['stuck'][number]

export type Email = {
  [Name in TemplateName]: { template: Name; data: EmailData[Name] }
}[TemplateName]

export const templateNames = Object.keys(templateDefinitions).filter(isTemplate)

/**
 * Validates the data of an email; unknown fields are dropped.
 * @throws EmailError for an unknown template or invalid data
 */
export function parseEmail(template: string, data: unknown): Email {
  if (!isTemplate(template)) throw new EmailError(`There is no template ${template.slice(0, 60)}`)
  const outcome = v.safeParse(templateDefinitions[template].data, data)
  if (outcome.success) return { template, data: outcome.output } as Email
  const fields = outcome.issues.map((issue) => v.getDotPath(issue) ?? 'data')
  throw new EmailError(`${template} cannot be written: ${[...new Set(fields)].join(', ')}`)
}

/** Returns a name of an email for lists, with its order or reference: 'Order confirmation (order 1005)'. */
export function formatEmailName(template: string, data: Record<string, unknown>): string {
  const name = isTemplate(template)
    ? templateDefinitions[template].name
    : template.replaceAll('_', ' ')
  if (typeof data.number === 'number') return `${name} (order ${data.number})`
  return typeof data.reference === 'string' ? `${name} (${data.reference})` : name
}

function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(templateDefinitions, name)
}
