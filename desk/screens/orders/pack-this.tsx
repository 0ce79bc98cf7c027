import { ButtonLink } from '../../ui/button.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { toTask } from '../../features/packing/parcels.ts'
import { useMakeList } from '../../features/packing/make-list.ts'
import type { Order } from '../../features/orders/queries.ts'

/** The next step of an order that has not left: a pick list of its own or, once it is packed, its label. */
export function PackOrder({ order: { number, state } }: { order: Order }) {
  const make = useMakeList()
  if (state === 'packed') return <ButtonLink to={toTask('send', [number])}>Mark as sent</ButtonLink>
  return (
    <OnlineButton what="Pack" disabled={make.isPending} onClick={() => make.mutate([number])}>
      Pack this one
    </OnlineButton>
  )
}
