import type Stripe from 'stripe'
import * as v from 'valibot'
import { holdsTrouble } from '../_shared/body.ts'

/** A notification as far as it has the shape of one: who it is about is read by its type. */
export interface Notice {
  id: string
  type: string
  livemode: boolean
  object: unknown
}

const providerId = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/))
const text = v.pipe(v.string(), v.maxLength(5000))
/** Pence, as the database counts them. */
const amount = v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 31)), v.maxValue(2 ** 31 - 1))
const reference = v.nullish(v.union([providerId, v.looseObject({ id: providerId })]))
const perhaps = <Fields extends v.ObjectEntries>(fields: Fields) => v.nullish(v.looseObject(fields))

const notice = v.object({
  id: providerId,
  type: text,
  livemode: v.boolean(),
  data: v.object({ object: v.unknown() }),
})

const metadata = perhaps({ order_id: v.optional(text) })
const place = v.nullish(text)

const session = v.looseObject({
  id: providerId,
  client_reference_id: place,
  metadata,
  payment_status: text,
  currency: place,
  amount_total: v.nullish(amount),
  total_details: perhaps({ amount_discount: amount }),
  payment_intent: reference,
  subscription: reference,
  collected_information: perhaps({
    shipping_details: perhaps({
      name: text,
      address: v.looseObject({
        line1: place,
        line2: place,
        city: place,
        state: place,
        postal_code: place,
        country: place,
      }),
    }),
  }),
  custom_fields: v.nullish(
    v.array(
      v.looseObject({
        key: text,
        dropdown: perhaps({
          value: place,
          options: v.array(v.looseObject({ label: text, value: text })),
        }),
      }),
    ),
  ),
})

const charge = v.looseObject({
  metadata,
  payment_intent: reference,
  currency: text,
  amount_refunded: amount,
})

const invoice = v.looseObject({
  id: providerId,
  parent: perhaps({ subscription_details: perhaps({ subscription: reference }) }),
})

/** Null when it is no notification, or holds what no database keeps. */
export function readNotice(value: unknown): Notice | null {
  const { success, output } = v.safeParse(notice, value)
  if (!success || holdsTrouble(value)) return null
  const { id, type, livemode, data } = output
  return { id, type, livemode, object: data.object }
}

/** As far as `sessionFacts` reads it; null when it is no session. */
export function readSession(value: unknown): Stripe.Checkout.Session | null {
  return v.is(session, value) ? (value as unknown as Stripe.Checkout.Session) : null
}

/** As far as `chargeFacts` reads it; null when it is no charge. */
export function readCharge(value: unknown): Stripe.Charge | null {
  return v.is(charge, value) ? (value as unknown as Stripe.Charge) : null
}

/** As far as `subscriptionOfInvoice` reads it; null when it is no invoice. */
export function readInvoice(value: unknown): Stripe.Invoice | null {
  return v.is(invoice, value) ? (value as unknown as Stripe.Invoice) : null
}

/** The id of a subscription; null when it is none. */
export function readSubscriptionId(value: unknown): string | null {
  return v.is(v.looseObject({ id: providerId }), value) ? value.id : null
}
