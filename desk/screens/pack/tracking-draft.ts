import { useState } from 'react'
import * as v from 'valibot'
import { carriers } from '../../../domain/carriers.ts'

// As every draft: locking leaves none of it here.
const name = 'desk-draft:tracking'
const schema = v.object({ carrier: v.string(), numbers: v.record(v.string(), v.string()) })
export type TrackingDraft = v.InferOutput<typeof schema>

const empty: TrackingDraft = { carrier: carriers[0].name, numbers: {} }

function readDraft(): TrackingDraft {
  const kept = localStorage.getItem(name)
  if (kept === null) return empty
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), kept)
  return read.success ? read.output : empty
}

/** What was typed or scanned, which outlives a reload, a lost line and the end of a session. Parcels that left are taken off. */
export function useTrackingDraft() {
  const [draft, setDraft] = useState(readDraft)
  const keep = (next: TrackingDraft) => {
    localStorage.setItem(name, JSON.stringify(next))
    setDraft(next)
  }
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
