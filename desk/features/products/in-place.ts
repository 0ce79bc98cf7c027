import { ask, client } from '../../data/client.ts'

/** Mutations of one product from a list. Each waits for a connection, also through a reload (`query-client.ts`). */
interface OfProduct {
  id: string
  /** The name in the message of an error. */
  name: string
}

export interface Move extends OfProduct {
  by: number
  request: string
  /** True for an undo, which has no optimistic update yet when it is sent. */
  isUndo?: boolean
}
/** The value when editing began, and the new one. */
export interface SetTo extends OfProduct {
  to: number | null
  from: number | null
}
export interface SoldOut extends OfProduct {
  isSoldOut: boolean
  /** The version of the shelf that was shown; null takes the product off sale whatever its version is. */
  version: number | null
}

export const moveStock = ({ id, by, request }: Move) =>
  ask(client.rpc('desk_move_stock', { p_product: id, p_by: by, p_request: request }))
export const setStock = ({ id, to, from }: SetTo) =>
  ask(client.rpc('desk_set_stock', { p_product: id, p_stock: to, p_before: from }))
export const setPrice = ({ id, to, from }: SetTo) =>
  ask(client.rpc('desk_set_price', { p_product: id, p_pence: to, p_before: from }))
export const setSoldOut = ({ id, isSoldOut, version }: SoldOut) =>
  ask(
    client.rpc('desk_set_sold_out', {
      p_product: id,
      p_is_sold_out: isSoldOut,
      p_version: version,
    }),
  )

/** The first parts of the mutation keys; the last is the product. */
export const keys = {
  move: ['product', 'move'],
  stock: ['product', 'stock'],
  price: ['product', 'price'],
  soldOut: ['product', 'sold-out'],
}
