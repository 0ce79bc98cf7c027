import * as v from 'valibot'
import * as field from './fields.ts'
import { nullable } from './fields.ts'

const { fullName } = field

export const goods = { name: field.nonEmptyText(120), slug: field.slug, quantity: field.quantity }
export const size = field.optionalText(40)

/** A recipe in a parcel; `isLatest` is whether it was the newest one when it was packed. */
export const packedRecipe = {
  name: goods.name,
  isAsOrdered: v.boolean(),
  isLatest: v.nullish(v.boolean(), true),
  since: nullable(field.time),
  ...field.label,
}

/** Departure of an order that was paid while the kitchen is closed; null for any other order. */
const holiday = nullable(
  v.object({ closedUntil: field.day, leavesOn: field.day, words: field.text(140) }),
)

/** An order, made by `order_email` in the database. */
export const order = {
  number: field.orderNumber,
  placedAt: field.time,
  /** Empty when its shopper has been erased. */
  email: field.text(255),
  /** The name of the account that has paid; the parcel may go to somebody else. */
  payer: fullName,
  /** The text on the badge of a present; null for an order that is none. */
  gift: nullable(
    v.object({
      to: field.optionalText(40),
      from: field.optionalText(40),
      note: field.optionalText(200),
    }),
  ),
  lines: field.list(
    {
      ...goods,
      size,
      unitAmount: field.pence,
      allergens: field.optionalText(1000),
      net: field.optionalText(40),
      interval: nullable(field.interval),
    },
    { from: 1, to: 200 },
  ),
  subtotal: field.pence,
  deliveryName: field.nonEmptyText(100),
  deliveryPrice: field.pence,
  deliveryTime: field.optionalText(200),
  discount: field.pence,
  total: field.pence,
  address: nullable(field.address),
  /** The area of an order that is on hold because of its address; null for any other order. */
  area: field.optionalText(40),
  termsVersion: field.nonEmptyText(40),
  isSubscription: v.boolean(),
  holiday,
  note: field.optionalText(300),
  /** Recipes in the parcel, or that may go in (`isOpen`), if one changed since the order; empty for any other order. */
  recipes: v.nullish(v.array(v.object({ ...packedRecipe, isOpen: v.boolean() })), []),
}
