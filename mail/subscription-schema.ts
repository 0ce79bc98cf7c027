import { overdueCauses } from '../domain/overdue-cause.ts'
import * as v from 'valibot'
import * as field from './fields.ts'
import { nullable } from './fields.ts'
import { goodsFields, productSizeField } from './order-schema.ts'

/**
 * The data of a subscription, made by the database function `box_email`: `number` is its first order, `amount` the price of each
 * renewal in pence.
 */
export const subscriptionFields = {
  number: field.orderNumber,
  boxes: field.objectList(
    {
      ...goodsFields,
      size: productSizeField,
      quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
      unitAmount: field.pence,
      interval: field.interval,
    },
    { from: 1, to: 20 },
  ),
  amount: field.pence,
  overdueAmount: nullable(field.pence),
  retryAt: nullable(field.isoTime),
  /** The reason why a payment failed, and the payment provider's page where the customer pays or confirms it. */
  cause: nullable(v.picklist(overdueCauses)),
  payLink: nullable(field.link),
  /** The time of the next payment; null when there is none. */
  nextAt: nullable(field.isoTime),
  /** The time at which the skipped payment was due; null when none is skipped. */
  skippedAt: nullable(field.isoTime),
  endsAt: nullable(field.isoTime),
  isOver: v.boolean(),
  reason: nullable(v.picklist(['asked', 'unpaid'])),
}
