import * as v from 'valibot'
import { carriers } from '../../../domain/carriers.ts'
import { storeDraft, readStoredDraft, useDraft } from '../../data/drafts.ts'

export const trackingDraft = v.object({
  carrier: v.string(),
  numbers: v.record(v.string(), v.string()),
  /** The carrier of each refused parcel, by order number, until another carrier is chosen for it. */
  refused: v.optional(v.record(v.string(), v.string()), {}),
})
type TrackingDraft = v.InferOutput<typeof trackingDraft>

const draftName = 'tracking'
const empty: TrackingDraft = { carrier: carriers[0].name, numbers: {}, refused: {} }

/**
 * Draft of the tracking numbers of these orders, typed or scanned. It survives a reload, a lost connection and the end of a
 * session.
 */
export function useTrackingDraft(numbers: readonly number[]) {
  const [kept, keepDraft] = useDraft(draftName, trackingDraft)
  const draft = kept ?? empty
  return {
    carrier: refusedCarrier(draft, numbers) ?? draft.carrier,
    trackingOf: (number: number): string => draft.numbers[number] ?? '',
    setCarrier: (carrier: string) =>
      keepDraft({ ...draft, carrier, refused: without(draft.refused, numbers) }),
    setTracking: (number: number, typed: string) =>
      keepDraft({ ...draft, numbers: { ...draft.numbers, [number]: typed } }),
  }
}

/** Returns the carrier with which all of these orders were refused; null when the carriers differ, or one order was not refused. */
function refusedCarrier({ refused }: TrackingDraft, numbers: readonly number[]): string | null {
  const [carrier = null, ...others] = new Set(numbers.map((number) => refused[number] ?? null))
  return others.length === 0 ? carrier : null
}

const without = (typed: Record<string, string>, numbers: readonly number[]) =>
  Object.fromEntries(Object.entries(typed).filter(([number]) => !numbers.includes(Number(number))))

/** Keeps the carrier and tracking number of a refused parcel for its next attempt. */
export function keepRefusedTracking(
  carrier: string,
  parcels: readonly { number: number; tracking: string }[],
): void {
  const draft = readStoredDraft(draftName, trackingDraft) ?? empty
  const numbers = { ...draft.numbers }
  const refused = { ...draft.refused }
  for (const { number, tracking } of parcels) {
    refused[number] = carrier
    numbers[number] ||= tracking
  }
  storeDraft(draftName, JSON.stringify({ ...draft, numbers, refused } satisfies TrackingDraft))
}

/** Removes the tracking numbers of orders that have been sent. */
export function removeSentTracking(sent: readonly number[]): void {
  const draft = readStoredDraft(draftName, trackingDraft)
  if (draft === null) return
  const [numbers, refused] = [without(draft.numbers, sent), without(draft.refused, sent)]
  storeDraft(draftName, JSON.stringify({ ...draft, numbers, refused } satisfies TrackingDraft))
}
