import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { rpcQuery } from '../../data/rpc-query.ts'

const day = v.nullable(v.string())
const count = v.nullable(v.number())

const entries = {
  code: v.string(),
  /** The discount: either `percent`, or `pence` (an amount in pence); the other is null. */
  percent: count,
  pence: count,
  /** True when the discount applies to delivery, too. */
  isWhole: v.boolean(),
  startsOn: day,
  endsOn: day,
  maxUses: count,
  maxEach: count,
  revision: v.number(),
  state: v.picklist(['live', 'soon', 'used-up', 'ended', 'withdrawn']),
  /** `uses` is the number of paid orders with the code, `open` that of orders whose payment page is still open. */
  uses: v.number(),
  open: v.number(),
  /** In pence: `off` is the discounts given, `taken` the money taken, `paidBack` the money refunded. */
  off: v.number(),
  taken: v.number(),
  paidBack: v.number(),
}
const row = v.object(entries)
export type DiscountCode = v.InferOutput<typeof row>

const list = v.object({
  total: v.number(),
  codes: v.array(row),
  own: v.object({ given: v.number(), used: v.number() }),
})

const one = v.nullable(
  v.object({
    ...entries,
    orders: v.array(
      v.object({
        number: v.number(),
        paidAt: v.string(),
        name: v.nullable(v.string()),
        off: v.number(),
        total: v.number(),
        paidBack: v.number(),
      }),
    ),
  }),
)
export type DiscountCodeWithOrders = NonNullable<v.InferOutput<typeof one>>

export function useDiscountCodes(limit: number) {
  return useQuery({
    ...rpcQuery(['codes', 'list', limit], 'desk_codes', list, { p_limit: limit }),
    placeholderData: (before) => before,
  })
}

export function useDiscountCode(code: string) {
  return useQuery(rpcQuery(['codes', 'one', code], 'desk_code', one, { p_code: code }))
}
