import type Stripe from 'stripe'
import * as v from 'valibot'
import { holdsTrouble } from '../_shared/body.ts'

/**
 * A notification: that something has happened to an object. What it says of the object is in the API version of whoever
 * set the account up, so nothing of that is read.
 */
export interface Notice {
  id: string
  type: string
  livemode: boolean
  /** Null when it is about nothing that has an id. */
  objectId: string | null
}

const providerId = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/))
const text = v.pipe(v.string(), v.maxLength(5000))
/** Pence, as the database counts them. */
const amount = v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 31)), v.maxValue(2 ** 31 - 1))
const reference = v.nullish(v.union([providerId, v.looseObject({ id: providerId })]))
const perhaps = <Fields extends v.ObjectEntries>(fields: Fields) => v.nullish(v.looseObject(fields))

const notice = v.object({
  id: providerId,
  type: v.pipe(v.string(), v.regex(/^[\w.]{1,255}$/)),
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

const named = v.looseObject({ id: providerId })

/** Null when it is no notification. What else stands in it matters to nobody, not even whether a database could keep it. */
export function readNotice(value: unknown): Notice | null {
  const { success, output } = v.safeParse(notice, value)
  if (!success) return null
  const { id, type, livemode, data } = output
  return { id, type, livemode, objectId: v.is(named, data.object) ? data.object.id : null }
}

/** Whether a session is as `sessionFacts` reads it, and holds nothing that no database keeps. */
export function isUsableSession(value: Stripe.Checkout.Session): boolean {
  return v.is(session, value) && !holdsTrouble(value)
}

/** Whether a charge is as `chargeFacts` reads it. */
export function isUsableCharge(value: Stripe.Charge): boolean {
  return v.is(charge, value) && !holdsTrouble(value)
}

/** Whether an invoice is as `subscriptionOfInvoice` reads it. */
export function isUsableInvoice(value: Stripe.Invoice): boolean {
  return v.is(invoice, value) && !holdsTrouble(value)
}
