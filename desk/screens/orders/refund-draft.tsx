import { useState } from 'react'
import * as v from 'valibot'
import { useDraft } from '../../data/drafts.ts'
import { timelineLabel } from './timeline-labels.ts'
import type { Happened, Order } from '../../features/orders/queries.ts'
import { AskAgain } from './timeline.tsx'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'

/**
 * Draft of a refund, stored with the idempotency key of its request: pressed again, also after a reload, it is the same
 * request. `asked` is the event of that request when the shop has it although its answer did not arrive; the draft then
 * belongs to no other request.
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

/** Replaces the question when the connection broke after the shop had received the request. */
export function AskedAlready({ event }: { event: Happened }) {
  return (
    <div className={`${panelStyles.panel} ${panelStyles.butter} ${layoutStyles.spaceAbove}`}>
      <p className={textStyles.subheading}>{timelineLabel(event).title}.</p>
      {event.isBooked === false && event.refund && (
        <>
          <p>
            The payment provider hasn’t said yes yet. You can safely ask again: it won’t pay back
            twice.
          </p>
          <AskAgain refund={event.refund} />
        </>
      )}
    </div>
  )
}
