import { useQueryClient } from '@tanstack/react-query'
import { useChange } from '../../changes.ts'
import { showToast } from '../../ui/toasts.tsx'
import { keys, setSoldOut, type SoldOut } from './in-place.ts'
import { type ProductRow, showInLists, touched } from './list.ts'

export function SoldOutSwitch({ product }: { product: ProductRow }) {
  const { id, name, isSoldOut, stock, state } = product
  const queries = useQueryClient()
  const change = useChange<SoldOut, unknown>({
    send: setSoldOut,
    keptAs: [...keys.soldOut, id],
    touches: touched,
    show: ({ isSoldOut: to }) =>
      showInLists(queries, id, () => ({
        isSoldOut: to,
        ...(state !== 'hidden' && { state: to ? 'sold-out' : 'live' }),
      })),
    done: ({ isSoldOut: to }) => ({
      text: to ? `${name} is sold out.` : `${name} is not sold out any more.`,
      undo: () => set(!to),
      about: `sold-out:${id}`,
    }),
  })
  const set = (to: boolean) => change.mutate({ id, name, isSoldOut: to })
  const isNone = stock === 0
  return (
    <button
      type="button"
      className={isSoldOut || isNone ? 'sw sw--on' : 'sw'}
      role="switch"
      data-key="s"
      aria-checked={isSoldOut || isNone}
      aria-label={`${name} sold out`}
      onClick={() => {
        if (isNone && !isSoldOut)
          showToast({ text: `There is no ${name} left. Count some more, and it sells again.` })
        else set(!isSoldOut)
      }}
    >
      Sold out
    </button>
  )
}
