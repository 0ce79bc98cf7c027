import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { ChangedMeanwhileDialog } from '../../features/products/became-dialog.tsx'
import { keys, setPrice, type SetTo } from '../../features/products/in-place.ts'
import { type ProductRow, showInLists, touched } from '../../features/products/queries.ts'
import { PriceInPlace } from '../../features/products/price-in-place.tsx'
import { priceWords } from '../../features/products/slip-dialog.tsx'
import { Tile } from '../../features/products/tile.tsx'

const conflict = v.object({ price: v.nullable(v.number()) })

/** The price, which is edited in place. */
export function PriceCell({ product }: { product: ProductRow }) {
  const { id, name, price } = product
  const { change, clash, drop } = usePrice(product)
  return (
    <>
      <PriceInPlace
        draft={`price:${id}`}
        name={name}
        tile={<Tile product={product} />}
        price={price}
        faultOf={(pence) =>
          pence === 0 ? '£0.00 is not a price. Leave it empty for Price TBA.' : null
        }
        onSave={(step) => change.mutate({ id, name, ...step })}
      />
      {clash && (
        <ChangedMeanwhileDialog
          title={name}
          typed={priceWords(clash.to)}
          became={priceWords(clash.from)}
          onKeep={drop}
          onUse={() => {
            drop()
            change.mutate(clash)
          }}
        />
      )}
    </>
  )
}

function usePrice({ id, name }: ProductRow) {
  const queries = useQueryClient()
  const [clash, setClash] = useState<SetTo | null>(null)
  const change = useDeskMutation<SetTo, unknown>({
    send: setPrice,
    offlineKey: [...keys.price, id],
    invalidates: touched,
    optimisticUpdate: ({ to }) => showInLists(queries, id, () => ({ price: to })),
    successToast: ({ to, from }) => ({
      text: `${name}: ${priceWords(to)}. It was ${priceWords(from)}.`,
      undo: () => change.mutate({ id, name, to: from, from: to }),
      about: `price:${id}`,
    }),
    onConflict: (step, now) => setClash({ ...step, from: v.parse(conflict, now).price }),
  })
  return { change, clash, drop: () => setClash(null) }
}
