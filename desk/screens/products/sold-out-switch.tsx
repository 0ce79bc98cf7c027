import { useQueryClient } from '@tanstack/react-query'
import { ask, client } from '../../client.ts'
import { useChange } from '../../changes.ts'
import { showToast } from '../../ui/toasts.tsx'
import { type ProductRow, showInLists, touched } from './list.ts'

export function SoldOutSwitch({ product }: { product: ProductRow }) {
  const { id, name, isSoldOut, stock, state } = product
  const queries = useQueryClient()
  const change = useChange<boolean, unknown>({
    send: (to) => ask(client.rpc('desk_set_sold_out', { p_product: id, p_is_sold_out: to })),
    touches: touched,
    show: (to) =>
      showInLists(queries, id, {
        isSoldOut: to,
        ...(state !== 'hidden' && { state: to ? 'sold-out' : 'live' }),
      }),
    done: (to) => ({
      text: to ? `${name} is sold out.` : `${name} is not sold out any more.`,
      undo: () => change.mutate(!to),
    }),
  })
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
        else change.mutate(!isSoldOut)
      }}
    >
      Sold out
    </button>
  )
}
