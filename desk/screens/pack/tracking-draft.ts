import * as v from 'valibot'
import { carriers } from '../../../domain/carriers.ts'
import { useDraftOf } from '../../drafts.ts'

const schema = v.object({ carrier: v.string(), numbers: v.record(v.string(), v.string()) })
export type TrackingDraft = v.InferOutput<typeof schema>

const empty: TrackingDraft = { carrier: carriers[0].name, numbers: {} }

/** What was typed or scanned, which outlives a reload, a lost line and the end of a session. Parcels that left are taken off. */
export function useTrackingDraft() {
  const [kept, keep] = useDraftOf('tracking', schema)
  const draft = kept ?? empty
  return {
    carrier: draft.carrier,
    trackingOf: (number: number): string => draft.numbers[number] ?? '',
    setCarrier: (carrier: string) => keep({ ...draft, carrier }),
    setTracking: (number: number, typed: string) =>
      keep({ ...draft, numbers: { ...draft.numbers, [number]: typed } }),
    forget: (sent: readonly number[]) => {
      const numbers = { ...draft.numbers }
      for (const number of sent) delete numbers[number]
      keep({ ...draft, numbers })
    },
  }
}
