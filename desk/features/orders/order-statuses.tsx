import { Status } from '../../ui/status.tsx'
import type { OrderRow } from './queries.ts'

/** Shows the state of an order in one or two chips. */
export function OrderStatuses({
  order: { state, isPartPaidBack, isPriority, dispute },
}: {
  order: Pick<OrderRow, 'state' | 'isPartPaidBack' | 'isPriority' | 'dispute'>
}) {
  return (
    <>
      <Status of={state} />
      {isPartPaidBack && state !== 'cancelled' && <Status of="part-paid-back" />}
      {dispute === 'open' && <Status of="disputed" />}
      {dispute === 'lost' && <Status of="dispute-lost" />}
      {isPriority && (state === 'to-pack' || state === 'packed') && <Status of="priority" />}
    </>
  )
}
