import { useQueryClient } from '@tanstack/react-query'
import { longDay } from '../../../domain/dates.ts'
import type { MoveDateInput } from '../../../domain/date-form.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { type DatesData, datesKey, type Occurrence } from './queries.ts'

/** A change of one occurrence. */
export type OccurrenceChange =
  | { do: 'cancel'; occurrence: Occurrence; words: string; isQuiet: boolean; isInBar: boolean }
  | { do: 'move'; occurrence: Occurrence; to: MoveDateInput }
  | { do: 'restore'; occurrence: Occurrence; isUndo?: boolean }

function send(act: OccurrenceChange) {
  const { series: p_slug, planned: p_day, seen: p_seen } = act.occurrence
  const occurrence = { p_slug, p_day, p_seen }
  if (act.do === 'restore') return unwrapResponse(client.rpc('desk_bring_back', occurrence))
  if (act.do === 'move')
    return unwrapResponse(client.rpc('desk_move_date', { ...occurrence, p_to: { ...act.to } }))
  return unwrapResponse(
    client.rpc('desk_cancel_date', {
      ...occurrence,
      p_words: act.words,
      p_is_quiet: act.isQuiet,
      p_in_bar: act.isInBar,
    }),
  )
}

/** Returns the occurrence as it is shown until the server answers. */
function after(act: OccurrenceChange): Occurrence {
  const { occurrence } = act
  const seen = occurrence.seen + 1
  if (act.do === 'move') return { ...occurrence, ...act.to, state: 'moved', seen }
  if (act.do === 'restore')
    return { ...occurrence, day: occurrence.planned, state: 'on', words: '', seen }
  return { ...occurrence, state: act.isQuiet ? 'off' : 'cancelled', words: act.words, seen }
}

function said(act: OccurrenceChange): string {
  const { title, planned } = act.occurrence
  const name = `${title}, ${longDay(planned)}`
  if (act.do === 'move') return `${name}: moved to ${longDay(act.to.day)}. The website says so.`
  if (act.do === 'restore') return `${name}: on again.`
  return `${name}: ${act.isQuiet ? 'left out' : 'cancelled. The website says so'}.`
}

/** Mutation that cancels, moves or restores one occurrence. Cancelling or moving one that was on has an Undo. */
export function useChangeOccurrence(close: () => void, onConflict?: () => void) {
  const queries = useQueryClient()
  const change = useDeskMutation({
    send,
    invalidates: [['dates'], ['words']],
    onConflict,
    optimisticUpdate: (act: OccurrenceChange) => {
      const before = queries.getQueryData<DatesData>(datesKey)
      if (before === undefined) return () => undefined
      const changed = (one: Occurrence) =>
        one.series === act.occurrence.series && one.planned === act.occurrence.planned
          ? after(act)
          : one
      queries.setQueryData(datesKey, { ...before, evenings: before.evenings.map(changed) })
      return () => void queries.setQueryData(datesKey, before)
    },
    successToast: (act) => {
      close()
      const { series, planned, state } = act.occurrence
      const isUndone = act.do === 'restore'
      if (isUndone && act.isUndo === true) return null
      const toast = { text: said(act), about: `date:${series}:${planned}` }
      if (isUndone || state !== 'on') return toast
      const undo = () => change.mutate({ do: 'restore', occurrence: after(act), isUndo: true })
      return { ...toast, undo }
    },
  })
  return change
}
