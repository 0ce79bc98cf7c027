import { ButtonLink } from '../../ui/button.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { getPackingTaskPath } from '../../features/packing/parcels.ts'
import { useCreatePickList } from '../../features/packing/use-create-pick-list.ts'
import type { Order } from '../../features/orders/queries.ts'

/**
 * Button for the next step of an order that has not been sent: a pick list for this order alone or, once it is packed, its label.
 */
export function PackOrder({ order: { number, state } }: { order: Order }) {
  const { make, isPending } = useCreatePickList()
  if (state === 'packed')
    return <ButtonLink to={getPackingTaskPath('send', [number])}>Mark as sent</ButtonLink>
  return (
    <OnlineButton what="Pack" disabled={isPending} onClick={() => make([number])}>
      Pack this one
    </OnlineButton>
  )
}
