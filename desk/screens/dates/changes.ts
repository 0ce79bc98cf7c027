import { useQueryClient } from '@tanstack/react-query'
import { longDay } from '../../../domain/dates.ts'
import type { MoveInput } from '../../../domain/date-form.ts'
import { ask, client } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { type Dates, datesKey, type Evening } from './queries.ts'

/** A change of one evening. */
export type Act =
  | { do: 'cancel'; evening: Evening; words: string; isQuiet: boolean; isInBar: boolean }
  | { do: 'move'; evening: Evening; to: MoveInput }
  | { do: 'restore'; evening: Evening; isUndo?: boolean }

function send(act: Act) {
  const { series: p_slug, planned: p_day, seen: p_seen } = act.evening
  const evening = { p_slug, p_day, p_seen }
  if (act.do === 'restore') return ask(client.rpc('desk_bring_back', evening))
  if (act.do === 'move')
    return ask(client.rpc('desk_move_date', { ...evening, p_to: { ...act.to } }))
  return ask(
    client.rpc('desk_cancel_date', {
      ...evening,
      p_words: act.words,
      p_is_quiet: act.isQuiet,
      p_in_bar: act.isInBar,
    }),
  )
}

/** Returns the evening as it is shown until the server answers. */
function after(act: Act): Evening {
  const { evening } = act
  const seen = evening.seen + 1
  if (act.do === 'move') return { ...evening, ...act.to, state: 'moved', seen }
  if (act.do === 'restore')
    return { ...evening, day: evening.planned, state: 'on', words: '', seen }
  return { ...evening, state: act.isQuiet ? 'off' : 'cancelled', words: act.words, seen }
}

function said(act: Act): string {
  const { title, planned } = act.evening
  const name = `${title}, ${longDay(planned)}`
  if (act.do === 'move') return `${name}: moved to ${longDay(act.to.day)}. The website says so.`
  if (act.do === 'restore') return `${name}: on again.`
  return `${name}: ${act.isQuiet ? 'left out' : 'cancelled. The website says so'}.`
}

/** Mutation that cancels, moves or restores one evening. Cancelling or moving one that was on has an Undo. */
export function useChangeEvening(close: () => void, onConflict?: () => void) {
  const queries = useQueryClient()
  const change = useDeskMutation({
    send,
    invalidates: [['dates'], ['words']],
    onConflict,
    optimisticUpdate: (act: Act) => {
      const before = queries.getQueryData<Dates>(datesKey)
      if (before === undefined) return () => undefined
      const changed = (one: Evening) =>
        one.series === act.evening.series && one.planned === act.evening.planned ? after(act) : one
      queries.setQueryData(datesKey, { ...before, evenings: before.evenings.map(changed) })
      return () => void queries.setQueryData(datesKey, before)
    },
    successToast: (act) => {
      close()
      const { series, planned, state } = act.evening
      const isUndone = act.do === 'restore'
      if (isUndone && act.isUndo === true) return null
      const toast = { text: said(act), about: `date:${series}:${planned}` }
      if (isUndone || state !== 'on') return toast
      const undo = () => change.mutate({ do: 'restore', evening: after(act), isUndo: true })
      return { ...toast, undo }
    },
  })
  return change
}
