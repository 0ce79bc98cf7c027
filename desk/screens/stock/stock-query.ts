import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { rpcQuery } from '../../data/rpc-query.ts'
import { productStates } from '../../features/products/queries.ts'

const row = v.object({
  id: v.string(),
  number: v.number(),
  name: v.string(),
  image: v.nullable(v.string()),
  tint: v.string(),
  /** The net weight or volume, such as '100 g'; null when there is none. */
  net: v.nullable(v.string()),
  sizes: v.array(v.string()),
  state: v.picklist(productStates),
  /** The pieces in stock; null when stock is not counted. */
  stock: v.nullable(v.number()),
})
export type StockRow = v.InferOutput<typeof row>

const page = v.object({ counts: v.record(v.string(), v.number()), rows: v.array(row) })

export function useStock(search: string, state: string, limit: number) {
  return useQuery({
    ...rpcQuery(['products', 'stock', search, state, limit], 'desk_stock', page, {
      p_search: search,
      p_state: state,
      p_limit: limit,
    }),
    placeholderData: keepPreviousData,
  })
}
