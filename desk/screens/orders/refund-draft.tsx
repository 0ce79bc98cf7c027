import { useState } from 'react'
import * as v from 'valibot'
import { useDraft } from '../../data/drafts.ts'
import { timelineLabel } from './timeline-labels.ts'
import type { OrderEvent, Order } from '../../features/orders/queries.ts'
import { RetryRefundButton } from './timeline.tsx'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'

/**
 * Draft of a refund, stored with the idempotency key of its request, so that pressing again repeats the same request, even after a
 * reload. `asked` is the event of that request, if the shop received it although its answer got lost; a new dialog then starts with
 * a new key.
 */
export function useRefundDraft<T>(
  { number, events }: Order,
  of: string,
  schema: v.GenericSchema<unknown, T>,
  empty: T,
) {
  const [draft, keep] = useDraft(
    `${of}:${number}`,
    v.object({ request: v.string(), typed: schema }),
  )
  const askedAs = (request: string) => events.find(({ refund }) => refund === request)
  const [request] = useState(() =>
    draft === null || askedAs(draft.request) ? crypto.randomUUID() : draft.request,
  )
  const isMine = draft?.request === request
  return {
    request,
    typed: isMine ? draft.typed : empty,
    isTyped: isMine,
    type: (typed: T) => keep({ request, typed }),
    forget: () => keep(null),
    asked: askedAs(request),
  }
}

/** Shown instead of the refund form when the shop received the request although its answer got lost. */
export function RefundAlreadyRequested({ event }: { event: OrderEvent }) {
  return (
    <div className={`${panelStyles.panel} ${panelStyles.butter} ${layoutStyles.spaceAbove}`}>
      <p className={textStyles.subheading}>{timelineLabel(event).title}.</p>
      {event.isBooked === false && event.refund && (
        <>
          <p>
            The payment provider hasn’t said yes yet. You can safely ask again: it won’t pay back
            twice.
          </p>
          <RetryRefundButton refund={event.refund} />
        </>
      )}
    </div>
  )
}
