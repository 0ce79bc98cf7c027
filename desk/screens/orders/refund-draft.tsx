import { useState } from 'react'
import * as v from 'valibot'
import { useDraftOf } from '../../data/drafts.ts'
import { wordsOf } from './timeline-labels.ts'
import type { Happened, Order } from '../../features/orders/queries.ts'
import { AskAgain } from './timeline.tsx'

/**
 * What is typed of money that is to go back, kept with what its press is called: pressed again, also after a reload, it is
 * the same. `asked` is what the shop has of that press, whose answer did not come: what was typed is for no other one.
 */
export function useRefundDraft<T>(
  { number, events }: Order,
  of: string,
  schema: v.GenericSchema<unknown, T>,
  empty: T,
) {
  const [draft, keep] = useDraftOf(
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

/** In place of the question, when the line broke after the shop had heard it. */
export function AskedAlready({ event }: { event: Happened }) {
  return (
    <div className="pan pan--b mt">
      <p className="h3">{wordsOf(event).title}.</p>
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
