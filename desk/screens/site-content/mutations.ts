import type { BarTyped, HolidayTyped } from '../../../domain/words-typed.ts'
import { ask, client } from '../../data/client.ts'
import { dropSent } from '../../data/drafts.ts'
import type { Bar, Faq, Holiday, Testimonial } from '../../features/site-content/queries.ts'

/** Changes that wait for the line, also through a reload (`kept.ts`). */
export const barKey = ['words', 'bar']
export const holidayKey = ['words', 'holiday']
export const faqKey = ['words', 'faq']
export const testimonialKey = ['words', 'testimonial']
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

export interface SwitchedStep<Saved, Typed> {
  to: Omit<Saved, 'version'>
  from: Saved | null
  /** What stood in the form then. */
  typed?: Typed
  /** For what is said when the shop says no. */
  name: string
}
type BarStep = SwitchedStep<Bar, BarTyped>
type HolidayStep = SwitchedStep<Holiday, HolidayTyped>

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

/** Something that stands in a list on a page is put there, or taken off. */
export interface OnPageStep<Words> {
  words: Words
  /** What it is based on; null when it is new. */
  version: number | null
  /** From 1, of one that is brought back. */
  place: number | null
  isTaken: boolean
  /** For what is said when the shop says no. */
  name: string
  /** The draft in which it was typed, and what stood there. */
  draft?: readonly [name: string, text: string]
}
export type FaqWords = Omit<Faq, 'version'>
export type TestimonialWords = Omit<Testimonial, 'version'>

export async function sendFaq({ words, version, place, isTaken, draft }: OnPageStep<FaqWords>) {
  const which = { p_id: words.id, p_version: version }
  await ask(
    isTaken
      ? client.rpc('desk_remove_faq', which)
      : client.rpc('desk_save_faq', {
          ...which,
          p_question: words.question,
          p_answer: words.answer,
          p_place: place,
        }),
  )
  if (draft) dropSent(...draft)
}

export async function sendTestimonial(step: OnPageStep<TestimonialWords>) {
  const { words, version, place, isTaken, draft } = step
  const which = { p_id: words.id, p_version: version }
  await ask(
    isTaken
      ? client.rpc('desk_remove_testimonial', which)
      : client.rpc('desk_save_testimonial', {
          ...which,
          p_page: words.page,
          p_author: words.author,
          p_location: words.location,
          p_words: words.words,
          p_is_sample: words.isSample,
          p_place: place,
        }),
  )
  if (draft) dropSent(...draft)
}
