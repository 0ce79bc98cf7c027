import * as v from 'valibot'
import { carriers } from '../../../domain/carriers.ts'
import { keep, keptDraftOf, useDraftOf } from '../../drafts.ts'

export const trackingDraft = v.object({
  carrier: v.string(),
  numbers: v.record(v.string(), v.string()),
})
type TrackingDraft = v.InferOutput<typeof trackingDraft>

const draftName = 'tracking'
const empty: TrackingDraft = { carrier: carriers[0].name, numbers: {} }

/** What was typed or scanned, which outlives a reload, a lost line and the end of a session. */
export function useTrackingDraft() {
  const [kept, keepDraft] = useDraftOf(draftName, trackingDraft)
  const draft = kept ?? empty
  return {
    carrier: draft.carrier,
    trackingOf: (number: number): string => draft.numbers[number] ?? '',
    setCarrier: (carrier: string) => keepDraft({ ...draft, carrier }),
    setTracking: (number: number, typed: string) =>
      keepDraft({ ...draft, numbers: { ...draft.numbers, [number]: typed } }),
  }
}

/** Takes off what has left. */
export function forgetTracking(sent: readonly number[]): void {
  const draft = keptDraftOf(draftName, trackingDraft)
  if (draft === null) return
  const left = Object.entries(draft.numbers).filter(([number]) => !sent.includes(Number(number)))
  keep(draftName, JSON.stringify({ ...draft, numbers: Object.fromEntries(left) }))
}
