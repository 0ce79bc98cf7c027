import type { Quote, QuoteInput } from '../../../domain/quote.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { removeSentDraft } from '../../data/drafts.ts'

/** Keys of the mutations of an enquiry. These are queued while offline and survive a reload (`query-client.ts`). */
export const enquiryChangeKey = ['enquiry', 'turn']
export const enquiryAnswerKey = ['enquiry', 'answer']

export interface EnquiryChange {
  id: string
  field: 'stage' | 'eventOn' | 'followUpOn'
  /** The new day or stage; '' means no day. */
  value: string
  /** The value before the change, for conflict detection. */
  seen: string
  /** The text of the toast on success; undefined for an undo, which shows none. */
  said?: string
}

export const changeEnquiry = ({ id, field, value, seen }: EnquiryChange) =>
  unwrapResponse(
    client.rpc('desk_change_enquiry', { p_id: id, p_field: field, p_value: value, p_seen: seen }),
  )

export interface EnquiryAnswer {
  /** The id of the enquiry. */
  id: string
  letter: string
  text: string
  seen: number
  quote: Pick<Quote, 'lines' | 'validUntil'> | null
  /** The quote form as typed, to restore it on undo. */
  typed: QuoteInput | null
  /** The text of the answer field when the answer was sent. */
  draft: string
}

export const getAnswerDraftName = (id: string): string => `enquiry:${id}`
export const getQuoteDraftName = (id: string): string => `quote:${id}`

export async function sendEnquiryAnswer(answer: EnquiryAnswer): Promise<void> {
  const { id, letter, text, seen, quote, typed, draft } = answer
  await unwrapResponse(
    client.rpc('desk_answer_enquiry', {
      p_id: id,
      p_letter: letter,
      p_text: text,
      p_seen: seen,
      p_quote: quote,
    }),
  )
  // Removes the draft only if it is still the text that was sent: what was typed meanwhile belongs to the next answer.
  removeSentDraft(getAnswerDraftName(id), draft)
  if (quote) removeSentDraft(getQuoteDraftName(id), JSON.stringify(typed))
}
