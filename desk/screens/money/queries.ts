import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { accountKinds } from '../../../domain/accounts-csv.ts'
import type { Day } from '../../../domain/dates.ts'
import { rpcParsed, rpcQuery } from '../../data/rpc-query.ts'

const number = v.number()
const text = v.nullable(v.string())

const sums = v.object({
  orders: number,
  /** The number of orders with a payment; `feesKnown` of these have a known fee. */
  charged: number,
  feesKnown: number,
  goods: number,
  discount: number,
  delivery: number,
  taken: number,
  refunded: number,
  refundOrders: number,
  takenBack: number,
  disputes: number,
  fees: number,
  otherFees: number,
  other: number,
  left: number,
})
/** The sums of a period: amounts in pence, and numbers of orders and disputes. */
export type PeriodSums = v.InferOutput<typeof sums>

const money = v.object({
  sums,
  rows: v.array(v.object({ at: v.string(), taken: number, orders: number })),
  first: text,
})
export type MoneyReport = v.InferOutput<typeof money>

/** Reads the money from one day until another; `rows` has one row for each day or month with payments. */
export function useMoneyReport(from: Day, until: Day, by: 'day' | 'month' = 'day') {
  return useQuery(
    rpcQuery(['money', from, until, by], 'desk_money', money, {
      p_from: from,
      p_until: until,
      p_by: by,
    }),
  )
}

const products = v.object({
  count: number,
  rows: v.array(
    v.object({
      slug: v.string(),
      name: v.string(),
      image: text,
      tint: text,
      pieces: number,
      goods: number,
    }),
  ),
})

/** Reads the sales of each product, the most first. */
export function useProductsSold(from: Day, until: Day, limit: number) {
  return useQuery(
    rpcQuery(['money', from, until, 'product', limit], 'desk_money', products, {
      p_from: from,
      p_until: until,
      p_by: 'product',
      p_limit: limit,
    }),
  )
}

const back = v.object({
  orders: number,
  count: number,
  rows: v.array(
    v.object({
      at: v.string(),
      number: v.nullable(number),
      amount: number,
      kind: v.picklist(['refund', 'dispute']),
      why: text,
      pieces: v.array(v.object({ name: v.string(), quantity: number, size: text })),
    }),
  ),
})
export type RefundRow = v.InferOutput<typeof back>['rows'][number]

/** Reads the refunds, the latest first. */
export function useRefunds(from: Day, until: Day, limit: number) {
  return useQuery({
    ...rpcQuery(['money', from, until, 'back', limit], 'desk_money_back', back, {
      p_from: from,
      p_until: until,
      p_limit: limit,
    }),
    placeholderData: keepPreviousData,
  })
}

const ordersOfDay = v.array(
  v.object({
    number,
    at: v.string(),
    total: number,
    pieces: number,
    fee: v.nullable(number),
    isBox: v.boolean(),
    payoutOn: text,
  }),
)

/** Reads the orders that were paid on a day, the latest first. */
export function useOrdersOfDay(day: Day, limit: number) {
  return useQuery({
    ...rpcQuery(['money', day, 'orders', limit], 'desk_money_day', ordersOfDay, {
      p_day: day,
      p_limit: limit,
    }),
    placeholderData: keepPreviousData,
  })
}

const accountPage = v.object({
  rows: v.array(
    v.object({
      at: v.string(),
      kind: v.picklist(accountKinds),
      number: v.nullable(number),
      line: v.nullish(number),
      what: text,
      pieces: v.nullish(number),
      listed: v.nullish(number),
      amount: number,
      standard: v.nullish(number),
      before: v.nullish(number),
      payout: text,
      paidOutOn: text,
      reference: text,
    }),
  ),
  next: text,
})

/** Reads one page of the accountant's rows. `next` of the result is the `after` of the next page. */
export async function fetchAccountantRows(from: Day, until: Day, after: string | null) {
  const args = { p_from: from, p_until: until, p_limit: 200, p_after: after }
  return rpcParsed('desk_accounts_csv', accountPage, args)
}
