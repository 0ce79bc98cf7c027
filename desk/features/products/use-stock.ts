import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import {
  productMutationKeys,
  type StockAdjustment,
  adjustStock,
  setStock,
  type ValueChange,
} from './mutations.ts'
import { type ProductRow, updateCachedProduct, productListKeys } from './queries.ts'

/** Debounce time: presses within it are sent as one change, with one Undo. */
const gatherMs = 500

export type CountedProduct = Pick<ProductRow, 'id' | 'name' | 'stock'>

/**
 * Adds to the stock. Presses are shown at once, and sent together as a difference, so that sales made meanwhile are not
 * overwritten.
 */
export function useAdjustStock({ id, name, stock }: CountedProduct) {
  const queries = useQueryClient()
  const [unsettled, setUnsettled] = useState(0)
  const waiting = useRef({ by: 0, timer: 0 })
  const change = useDeskMutation<StockAdjustment, number>({
    send: adjustStock,
    offlineKey: [...productMutationKeys.move, id],
    invalidates: productListKeys,
    optimisticUpdate: ({ by, isUndo }) => {
      if (!isUndo) setUnsettled((now) => now - by)
      return updateCachedProduct(queries, id, (row) => ({
        stock: Math.max(0, (row.stock ?? 0) + by),
      }))
    },
    successToast: ({ by }, left) => {
      updateCachedProduct(queries, id, () => ({ stock: left }))
      return {
        text: `${name}: ${left} left. It was ${left - by}.`,
        undo: () =>
          change.mutate({ id, name, by: -by, request: crypto.randomUUID(), isUndo: true }),
        about: `stock:${id}`,
      }
    },
  })
  const { mutate } = change
  const send = useRef(() => {})
  useEffect(() => {
    send.current = () => {
      const { by, timer } = waiting.current
      clearTimeout(timer)
      waiting.current = { by: 0, timer: 0 }
      if (by !== 0) mutate({ id, name, by, request: crypto.randomUUID() })
    }
  })
  // Sends the gathered presses when the screen is left.
  useEffect(() => () => send.current(), [])
  return {
    shown: Math.max(0, (stock ?? 0) + unsettled),
    move: (by: number) => {
      clearTimeout(waiting.current.timer)
      setUnsettled((now) => now + by)
      waiting.current = {
        by: waiting.current.by + by,
        timer: window.setTimeout(() => send.current(), gatherMs),
      }
    },
  }
}

const conflictSchema = v.object({ stock: v.nullable(v.number()) })
export const formatStock = (stock: number | null) =>
  stock === null ? 'not counted' : `${stock} left`

/** Sets the stock to a counted number. */
export function useSetStock({ id, name }: CountedProduct) {
  const queries = useQueryClient()
  const set = useDeskMutation({
    send: setStock,
    offlineKey: [...productMutationKeys.stock, id],
    invalidates: productListKeys,
    conflictSchema,
    optimisticUpdate: ({ to }: ValueChange) =>
      updateCachedProduct(queries, id, () => ({ stock: to })),
    successToast: ({ to, from }) => ({
      text: `${name}: ${formatStock(to)}. It was ${formatStock(from)}.`,
      undo: () => set.mutate({ id, name, to: from, from: to }),
      about: `stock:${id}`,
    }),
  })
  return set
}
