import type { BarTyped, HolidayTyped } from '../../../domain/words-typed.ts'
import { ask, client } from '../../client.ts'
import type { Bar, Holiday } from './read.ts'

/** Changes of what a switch shows, which wait for the line, also through a reload (`kept.ts`). */
export const barKey = ['words', 'bar']
export const holidayKey = ['words', 'holiday']

interface Step<Saved, Typed> {
  to: Omit<Saved, 'version'>
  from: Saved | null
  /** What stood in the form then. */
  typed?: Typed
}
export type BarStep = Step<Bar, BarTyped>
export type HolidayStep = Step<Holiday, HolidayTyped>

export const sendBar = ({ to, from }: BarStep) =>
  ask(
    client.rpc('desk_set_announcement', {
      p_words: to.words,
      p_link: to.link,
      p_from: to.from,
      p_until: to.until,
      p_is_on: to.isOn,
      p_version: from?.version ?? null,
    }),
  )

export const sendHoliday = ({ to, from }: HolidayStep) =>
  ask(
    client.rpc('desk_set_holiday', {
      p_from: to.from,
      p_until: to.until,
      p_sends_on: to.sendsOn,
      p_words: to.words,
      p_is_on: to.isOn,
      p_version: from?.version ?? null,
    }),
  )
