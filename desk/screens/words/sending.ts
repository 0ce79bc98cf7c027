import type { BarTyped, HolidayTyped } from '../../../domain/words-typed.ts'
import { ask, client } from '../../client.ts'
import type { Bar, Holiday } from './read.ts'

/** Changes that wait for the line, also through a reload (`kept.ts`). */
export const barKey = ['words', 'bar']
export const holidayKey = ['words', 'holiday']
/** The first part of it; the last is the way of delivery. */
export const deliveryKey = ['words', 'delivery']

export interface PriceStep {
  method: string
  /** For what is said when the shop says no. */
  name: string
  /** Pence. */
  to: number
  from: number
}

export const sendPrice = ({ method, to, from }: PriceStep) =>
  ask(client.rpc('desk_set_delivery_price', { p_method: method, p_pence: to, p_before: from }))

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
