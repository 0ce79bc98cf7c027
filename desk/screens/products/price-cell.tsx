import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import {
  productMutationKeys,
  setPrice,
  type ValueChange,
} from '../../features/products/mutations.ts'
import {
  type ProductRow,
  updateCachedProduct,
  productListKeys,
} from '../../features/products/queries.ts'
import { EditablePrice } from '../../features/products/editable-price.tsx'
import { formatPriceOrTba } from '../../features/products/price-typo-dialog.tsx'
import { ProductThumbnail } from '../../features/products/product-thumbnail.tsx'

const conflictSchema = v.object({ price: v.nullable(v.number()) })

/** The cell with the price of a product, which is edited in place. */
export function PriceCell({ product }: { product: ProductRow }) {
  const { id, name, price } = product
  const change = usePrice(product)
  const { conflict } = change
  return (
    <>
      <EditablePrice
        draft={`price:${id}`}
        name={name}
        tile={<ProductThumbnail product={product} />}
        price={price}
        faultOf={(pence) =>
          pence === 0 ? '£0.00 is not a price. Leave it empty for Price TBA.' : null
        }
        onSave={(step) => change.mutate({ id, name, ...step })}
      />
      {conflict && (
        <ConflictDialog
          name={name}
          mine={formatPriceOrTba(conflict.input.to)}
          theirs={formatPriceOrTba(conflict.now.price)}
          onClose={change.dismissConflict}
          onUseMine={() => change.mutate({ ...conflict.input, from: conflict.now.price })}
        />
      )}
    </>
  )
}

function usePrice({ id, name }: ProductRow) {
  const queries = useQueryClient()
  const change = useDeskMutation({
    send: setPrice,
    offlineKey: [...productMutationKeys.price, id],
    invalidates: productListKeys,
    conflictSchema,
    optimisticUpdate: ({ to }: ValueChange) =>
      updateCachedProduct(queries, id, () => ({ price: to })),
    successToast: ({ to, from }) => ({
      text: `${name}: ${formatPriceOrTba(to)}. It was ${formatPriceOrTba(from)}.`,
      undo: () => change.mutate({ id, name, to: from, from: to }),
      about: `price:${id}`,
    }),
  })
  return change
}
