import { unwrapResponse, client } from '../../data/client.ts'

/** Input of the mutations of one product from a list. They are queued while offline and survive a reload (`query-client.ts`). */
interface OfProduct {
  id: string
  /** The product's name, for error messages. */
  name: string
}

export interface StockAdjustment extends OfProduct {
  by: number
  request: string
  /** True for an undo, for which no optimistic update has been shown when it is sent. */
  isUndo?: boolean
}
/** Sets a value: `from` is the value when editing began, for conflict detection, and `to` is the new one. */
export interface ValueChange extends OfProduct {
  to: number | null
  from: number | null
}
export interface SoldOutChange extends OfProduct {
  isSoldOut: boolean
  /** The `shelfVersion` that was shown, for conflict detection; null takes the product off sale without that check. */
  version: number | null
}

export const adjustStock = ({ id, by, request }: StockAdjustment) =>
  unwrapResponse(client.rpc('desk_move_stock', { p_product: id, p_by: by, p_request: request }))
export const setStock = ({ id, to, from }: ValueChange) =>
  unwrapResponse(client.rpc('desk_set_stock', { p_product: id, p_stock: to, p_before: from }))
export const setPrice = ({ id, to, from }: ValueChange) =>
  unwrapResponse(client.rpc('desk_set_price', { p_product: id, p_pence: to, p_before: from }))
export const setSoldOut = ({ id, isSoldOut, version }: SoldOutChange) =>
  unwrapResponse(
    client.rpc('desk_set_sold_out', {
      p_product: id,
      p_is_sold_out: isSoldOut,
      p_version: version,
    }),
  )

/** The first parts of the mutation keys; the last part is the product's id. */
export const productMutationKeys = {
  move: ['product', 'move'],
  stock: ['product', 'stock'],
  price: ['product', 'price'],
  soldOut: ['product', 'sold-out'],
}
