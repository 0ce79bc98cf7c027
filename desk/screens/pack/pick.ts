import * as v from 'valibot'
import { unwrapResponse, client } from '../../data/client.ts'

/** Input of the mutation: the order lines of one row of a pick list, and whether they were taken from the shelf. */
export const pickSchema = v.object({ items: v.array(v.string()), isPicked: v.boolean() })

/** The first part of the mutation key; the second is the id of the list. */
export const pickKey = ['pick']

export function setItemsPicked({ items, isPicked }: v.InferOutput<typeof pickSchema>) {
  return unwrapResponse(client.rpc('desk_pick', { p_items: items, p_is_picked: isPicked }))
}
