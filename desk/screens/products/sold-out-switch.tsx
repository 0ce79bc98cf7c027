import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { showToast } from '../../ui/toasts.tsx'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import {
  productMutationKeys,
  setSoldOut,
  type SoldOutChange,
} from '../../features/products/mutations.ts'
import {
  type ProductRow,
  updateCachedProduct,
  type ProductState,
  productStates,
  productListKeys,
} from '../../features/products/queries.ts'
import switchStyles from '../../ui/switch.module.css'
import styles from './products.module.css'

export function SoldOutSwitch({ product }: { product: ProductRow }) {
  const { id, name, isSoldOut, shelfVersion, stock } = product
  const change = useSoldOut(product)
  const { conflict } = change
  const isNone = stock === 0
  return (
    <>
      <button
        type="button"
        className={
          isSoldOut || isNone
            ? `${switchStyles.switch} ${styles.soldOut} ${switchStyles.on}`
            : `${switchStyles.switch} ${styles.soldOut}`
        }
        role="switch"
        data-key="s"
        aria-checked={isSoldOut || isNone}
        aria-label={`${name} sold out`}
        onClick={() => {
          if (isNone && !isSoldOut)
            showToast({ text: `There’s no ${name} left. Add some stock and it’ll sell again.` })
          else change.mutate({ id, name, isSoldOut: !isSoldOut, version: shelfVersion })
        }}
      >
        Sold out
      </button>
      {conflict && (
        <ConflictDialog
          name={name}
          verb="chose"
          mine={wordsOf(conflict.input.isSoldOut)}
          theirs={stateWords[conflict.now.state]}
          onClose={change.dismissConflict}
          onUseMine={() => change.mutate({ ...conflict.input, version: conflict.now.version })}
        />
      )}
    </>
  )
}

const wordsOf = (isSoldOut: boolean) => (isSoldOut ? 'sold out' : 'not sold out')
const stateWords: Record<ProductState, string> = {
  live: 'not sold out',
  'sold-out': 'sold out',
  'coming-soon': 'coming soon',
  hidden: 'hidden',
}

const conflictSchema = v.object({ state: v.picklist(productStates), version: v.number() })

function useSoldOut({ id, name, state }: ProductRow) {
  const queries = useQueryClient()
  const change = useDeskMutation({
    send: setSoldOut,
    offlineKey: [...productMutationKeys.soldOut, id],
    invalidates: productListKeys,
    conflictSchema,
    optimisticUpdate: ({ isSoldOut, version }: SoldOutChange) =>
      updateCachedProduct(queries, id, () => ({
        isSoldOut,
        // Increments the version, on which the next queued change is based.
        shelfVersion: (version ?? 0) + 1,
        ...(state !== 'hidden' && { state: isSoldOut ? 'sold-out' : 'live' }),
      })),
    successToast: ({ isSoldOut }, version) => ({
      text: isSoldOut ? `${name} is sold out.` : `${name} is back on sale.`,
      undo: () => change.mutate({ id, name, isSoldOut: !isSoldOut, version }),
      about: `sold-out:${id}`,
    }),
  })
  return change
}
