import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { rpcQuery } from '../../data/rpc-query.ts'
import { deliveryAddress } from '../packing/parcels.ts'

const text = v.nullable(v.string())
const states = [
  'to-pack',
  'packed',
  'on-hold',
  'sent',
  'paid-back',
  'cancelled',
  'payment-failed',
  'not-paid',
] as const

const rowEntries = {
  number: v.number(),
  name: text,
  email: text,
  /** In pence, as are all amounts. */
  total: v.number(),
  placedAt: v.string(),
  state: v.picklist(states),
  isPartPaidBack: v.boolean(),
  isPriority: v.boolean(),
  /** The state of the disputes about the order's payment; null when there is none. */
  dispute: v.nullable(v.picklist(['open', 'won', 'lost'])),
}
export const orderRow = v.object({
  ...rowEntries,
  lines: v.array(v.object({ name: v.string(), quantity: v.number() })),
})
export type OrderRow = v.InferOutput<typeof orderRow>

const listSchema = v.object({
  total: v.number(),
  counts: v.nullable(v.record(v.string(), v.number())),
  orders: v.array(orderRow),
})

/** Reads the first `limit` orders of a tab, or of the matches of a search. */
export function useOrders(tab: string, search: string, limit: number) {
  return useQuery({
    ...rpcQuery(['orders', 'list', tab, search, limit], 'desk_orders', listSchema, {
      p_tab: tab,
      p_search: search,
      p_limit: limit,
    }),
    placeholderData: (before) => before,
  })
}

const line = v.object({
  position: v.number(),
  name: v.string(),
  image: text,
  tint: text,
  size: text,
  net: text,
  quantity: v.number(),
  unitAmount: v.number(),
  allergens: text,
  /** The price paid for all pieces, in pence, less the discount. */
  paid: v.number(),
  /** The number of pieces that have been refunded, or whose refund is requested. */
  gone: v.number(),
  /** True when the product's stock is counted, so that pieces can be put back. */
  isCounted: v.boolean(),
})
export type OrderLine = v.InferOutput<typeof line>

export const orderBox = v.object({
  began: v.number(),
  status: v.string(),
  amount: v.number(),
  /** The time of the next payment. */
  nextAt: v.string(),
  /** The time at which a subscription box falls due: the payment of a skipped box is not taken. */
  dueAt: v.string(),
  isSkipped: v.boolean(),
  endsAt: text,
  endedAt: text,
  overdue: v.nullable(v.number()),
  retryAt: text,
  cause: text,
  turn: v.number(),
})
export type Box = v.InferOutput<typeof orderBox>

const happened = v.object({
  at: v.string(),
  what: v.string(),
  who: v.nullish(v.string()),
  amount: v.nullish(v.number()),
  terms: v.nullish(v.string()),
  carrier: v.nullish(v.string()),
  tracking: v.nullish(v.string()),
  /** The time until which the parcel can be unmarked as sent. */
  mailsAt: v.nullish(v.string()),
  /** The id of the part; set when only a part of the order was sent ahead. */
  part: v.nullish(v.string()),
  refund: v.nullish(v.string()),
  pieces: v.nullish(
    v.array(
      v.object({
        name: v.string(),
        quantity: v.number(),
        size: text,
        /** For a booked refund: true when the pieces went back on the shelf. */
        isRestocked: v.nullish(v.boolean()),
      }),
    ),
  ),
  reason: v.nullish(v.string()),
  words: v.nullish(v.string()),
  isBooked: v.nullish(v.boolean()),
  template: v.nullish(v.string()),
  to: v.nullish(v.string()),
  state: v.nullish(v.picklist(['sent', 'called off', 'failed', 'waiting'])),
  error: v.nullish(v.string()),
  key: v.nullish(v.string()),
  type: v.nullish(v.string()),
  detail: v.nullish(v.string()),
  /** The value after the change, as the log recorded it. */
  after: v.optional(v.unknown()),
})
export type OrderEvent = v.InferOutput<typeof happened>

const dispute = v.object({
  id: v.string(),
  amount: v.number(),
  /** The payment provider’s reason code of the dispute. */
  reason: v.string(),
  state: v.picklist(['open', 'won', 'lost']),
  /** True while the bank is only inquiring and has not taken any money. */
  isInquiry: v.boolean(),
  isAnswered: v.boolean(),
  needsAnswer: v.boolean(),
  dueBy: text,
  link: v.string(),
  isSent: v.boolean(),
  fee: v.nullable(v.number()),
})
export type Dispute = v.InferOutput<typeof dispute>

const failedRefund = v.object({
  id: v.string(),
  amount: v.number(),
  why: text,
  failedAt: v.string(),
})
export type FailedRefund = v.InferOutput<typeof failedRefund>

const order = v.object({
  ...rowEntries,
  address: v.nullable(deliveryAddress),
  /** The text of the gift badge; null when the order is not a gift. */
  gift: v.nullable(v.object({ to: text, from: text, note: text })),
  /** The area of the order's delivery address, if it is one to which the shop does not deliver. */
  undeliverableArea: text,
  subtotal: v.number(),
  deliveryName: v.string(),
  deliveryPrice: v.number(),
  deliveryTime: text,
  discount: v.number(),
  code: text,
  refunded: v.number(),
  /** The amount in pence that can still be refunded: neither refunded nor requested as a refund. */
  left: v.number(),
  isPaid: v.boolean(),
  isPartSent: v.boolean(),
  isOnHold: v.boolean(),
  disputes: v.array(dispute),
  failedRefunds: v.array(failedRefund),
  note: text,
  ordersBefore: v.number(),
  lines: v.array(line),
  box: v.nullable(orderBox),
  events: v.array(happened),
})
export type Order = v.InferOutput<typeof order>

export const orderKey = (number: number) => ['orders', 'one', number]

/** Reads one order; the data is null when there is no order with this number. */
export function useOrder(number: number) {
  return useQuery(rpcQuery(orderKey(number), 'desk_order', v.nullable(order), { p_number: number }))
}
