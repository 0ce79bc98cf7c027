import { overdueCauses } from '../domain/overdue-cause.ts'
import * as v from 'valibot'
import * as field from './fields.ts'
import { nullable } from './fields.ts'
import { goods, size } from './order-schema.ts'

/** A subscription, made by `box_email` in the database: `number` is its first order, `amount` the charge of each renewal. */
export const box = {
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
  overdueAmount: nullable(field.pence),
  retryAt: nullable(field.time),
  /** The reason of a failed payment, and the provider's page where it is paid or confirmed. */
  cause: nullable(v.picklist(overdueCauses)),
  payLink: nullable(field.link),
  /** Time of the next payment; null when there is none. */
  nextAt: nullable(field.time),
  /** Due time of the skipped payment; null when none is skipped. */
  skippedAt: nullable(field.time),
  endsAt: nullable(field.time),
  isOver: v.boolean(),
  reason: nullable(v.picklist(['asked', 'unpaid'])),
}
