import { useOnline } from '../../lib/connection.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { Button } from '../../ui/button.tsx'
import {
  productMutationKeys,
  setSoldOut,
  type SoldOutChange,
} from '../../features/products/mutations.ts'
import { productListKeys } from '../../features/products/queries.ts'
import type { ProductContent } from './stored-content.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './missing-fields.module.css'

interface TakeOffSaleProps {
  id: string
  name: string
  onChanged: (shelf: 'live' | 'sold-out') => void
}

interface UrgentLabelActionsProps {
  id: string
  base: ProductContent | null
  /** The published product with only the new allergen warnings added; null when there are none. */
  warned: ProductContent | null
  isPending: boolean
  onPublish: (warned: ProductContent) => void
  onShelf: TakeOffSaleProps['onChanged']
}

/** Offers to publish the new warnings, or to stop the sale, before the rest of the label is complete. */
export function UrgentLabelActions({
  id,
  base,
  warned,
  isPending,
  onPublish,
  onShelf,
}: UrgentLabelActionsProps) {
  const isOnline = useOnline()
  const isLive = base?.shelf === 'live'
  if (base === null || !(isLive || warned !== null)) return null
  return (
    <div className={styles.urgent}>
      {isLive && (
        <p>
          <b>The shop sells it with its old label meanwhile.</b>
        </p>
      )}
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
        {warned !== null && (
          <Button disabled={isPending || !isOnline} onClick={() => onPublish(warned)}>
            {isOnline ? 'Publish the warnings now' : 'Publish the warnings · no signal'}
          </Button>
        )}
        {isLive && <TakeOffSale id={id} name={base.name} onChanged={onShelf} />}
      </div>
    </div>
  )
}

/** Stops the sale of a product whose label is incomplete. The change waits for a connection, and can be undone. */
function TakeOffSale({ id, name, onChanged }: TakeOffSaleProps) {
  const change = useDeskMutation<SoldOutChange, number>({
    send: setSoldOut,
    offlineKey: [...productMutationKeys.soldOut, id],
    invalidates: productListKeys,
    successToast: ({ isSoldOut }, version) => {
      onChanged(isSoldOut ? 'sold-out' : 'live')
      return isSoldOut
        ? {
            text: `${name} is off sale: the shop says sold out.`,
            undo: () => change.mutate({ id, name, isSoldOut: false, version }),
            about: `sold-out:${id}`,
          }
        : { text: `${name} is back on sale.`, about: `sold-out:${id}` }
    },
  })
  return (
    <>
      <Button
        look="quiet"
        disabled={change.isPending}
        onClick={() => change.mutate({ id, name, isSoldOut: true, version: null })}
      >
        Take it off sale meanwhile
      </Button>
      {change.isPaused && (
        <output className={textStyles.fine}>
          No signal. It goes off sale as soon as there is one.
        </output>
      )}
    </>
  )
}
