import type { AnnouncementBarInput, HolidayInput } from '../../../domain/site-content-schema.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { removeSentDraft } from '../../data/drafts.ts'
import type {
  Announcement,
  Faq,
  Holiday,
  Testimonial,
} from '../../features/site-content/queries.ts'

/** Keys of mutations that are queued while offline and survive a reload (`query-client.ts`). */
export const announcementKey = ['words', 'bar']
export const holidayKey = ['words', 'holiday']
export const faqKey = ['words', 'faq']
export const testimonialKey = ['words', 'testimonial']
/** The first parts of the mutation key; the last part is the delivery method. */
export const deliveryKey = ['words', 'delivery']

export interface DeliveryPriceInput {
  method: string
  /** The name in the message of an error. */
  name: string
  /** The new price in pence; `from` is the one before. */
  to: number
  from: number
}

export const saveDeliveryPrice = ({ method, to, from }: DeliveryPriceInput) =>
  unwrapResponse(
    client.rpc('desk_set_delivery_price', { p_method: method, p_pence: to, p_before: from }),
  )

export interface ToggleInput<Saved, Typed> {
  to: Omit<Saved, 'version'>
  from: Saved | null
  /** The form values when the change was sent. */
  typed?: Typed
  /** The name in the message of an error. */
  name: string
}
type AnnouncementInput = ToggleInput<Announcement, AnnouncementBarInput>
type HolidayStep = ToggleInput<Holiday, HolidayInput>

export const saveAnnouncement = ({ to, from }: AnnouncementInput) =>
  unwrapResponse(
    client.rpc('desk_set_announcement', {
      p_words: to.words,
      p_link: to.link,
      p_from: to.from,
      p_until: to.until,
      p_is_on: to.isOn,
      p_version: from?.version ?? null,
    }),
  )

export const saveHoliday = ({ to, from }: HolidayStep) =>
  unwrapResponse(
    client.rpc('desk_set_holiday', {
      p_from: to.from,
      p_until: to.until,
      p_sends_on: to.sendsOn,
      p_words: to.words,
      p_is_on: to.isOn,
      p_version: from?.version ?? null,
    }),
  )

/** Publishes an item of a list on a page, or removes it. */
export interface SaveListItemInput<Words> {
  words: Words
  /** The version that the change is based on; null for a new item. */
  version: number | null
  /** The position, from 1, of a restored item. */
  place: number | null
  isTaken: boolean
  /** The name in the message of an error. */
  name: string
  /** The draft from which the item was saved, and its text at that time. */
  draft?: readonly [name: string, text: string]
}
export type FaqFields = Omit<Faq, 'version'>
export type TestimonialFields = Omit<Testimonial, 'version'>

export async function saveFaq({
  words,
  version,
  place,
  isTaken,
  draft,
}: SaveListItemInput<FaqFields>) {
  const which = { p_id: words.id, p_version: version }
  await unwrapResponse(
    isTaken
      ? client.rpc('desk_remove_faq', which)
      : client.rpc('desk_save_faq', {
          ...which,
          p_question: words.question,
          p_answer: words.answer,
          p_place: place,
        }),
  )
  if (draft) removeSentDraft(...draft)
}

export async function saveTestimonial(step: SaveListItemInput<TestimonialFields>) {
  const { words, version, place, isTaken, draft } = step
  const which = { p_id: words.id, p_version: version }
  await unwrapResponse(
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
  if (draft) removeSentDraft(...draft)
}
