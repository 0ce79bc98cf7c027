import * as v from 'valibot'
import * as field from './fields.ts'
import { nullable } from './fields.ts'

const { fullName } = field

export const goodsFields = {
  name: field.nonEmptyText(120),
  slug: field.slug,
  quantity: field.quantity,
}
export const productSizeField = field.optionalText(40)

/**
 * A version of a product's recipe in a parcel. `isLatest` is true when its label was that of the product at the time when the email
 * was queued.
 */
export const packedRecipeFields = {
  name: goodsFields.name,
  isAsOrdered: v.boolean(),
  isLatest: v.nullish(v.boolean(), true),
  since: nullable(field.isoTime),
  /** True when the label of the ordered recipe was wrong, and this record has the corrected one. */
  isCorrected: v.nullish(v.boolean(), false),
  ...field.unconfirmedFields,
  ...field.labelFields,
}

/** The dispatch day of an order paid while the kitchen is closed; null for any other order. */
const holiday = nullable(
  v.object({ closedUntil: field.isoDay, leavesOn: field.isoDay, words: field.text(140) }),
)

/** The data of an order, made by the database function `order_email`. */
export const orderFields = {
  number: field.orderNumber,
  placedAt: field.isoTime,
  /** The shopper's email address; '' when the shopper's data has been erased. */
  email: field.text(255),
  /** The name on the account that paid, which may differ from the recipient of the parcel. */
  payer: fullName,
  /** The text on the gift tag; null for an order that is not a gift. */
  gift: nullable(
    v.object({
      to: field.optionalText(40),
      from: field.optionalText(40),
      note: field.optionalText(200),
    }),
  ),
  lines: field.objectList(
    {
      ...goodsFields,
      size: productSizeField,
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
  /**
   * The area of the delivery address, for an order on hold because the shop does not usually deliver there; null for any other
   * order.
   */
  area: field.optionalText(40),
  termsVersion: field.nonEmptyText(40),
  isSubscription: v.boolean(),
  holiday,
  note: field.optionalText(300),
  /** Recipes that are in the parcel, or that may be (`isOpen`), for products whose recipe changed since the order. */
  recipes: v.nullish(v.array(v.object({ ...packedRecipeFields, isOpen: v.boolean() })), []),
}
