import type { Quote, QuoteTyped } from '../../../domain/quote.ts'
import { ask, client } from '../../data/client.ts'
import { dropSent } from '../../data/drafts.ts'

/** Changes of an enquiry, which wait for the line, also through a reload (`kept.ts`). */
export const turnKey = ['enquiry', 'turn']
export const answerKey = ['enquiry', 'answer']

export interface Turn {
  id: string
  field: 'stage' | 'eventOn' | 'followUpOn'
  /** A day or a stage; '' is none. */
  value: string
  /** What there was. */
  seen: string
  /** What is said when it is done; nothing when it undoes something. */
  said?: string
}

export const sendTurn = ({ id, field, value, seen }: Turn) =>
  ask(client.rpc('desk_change_enquiry', { p_id: id, p_field: field, p_value: value, p_seen: seen }))

export interface Answer {
  /** The enquiry. */
  id: string
  letter: string
  text: string
  seen: number
  quote: Pick<Quote, 'lines' | 'validUntil'> | null
  /** The quote as it was typed, for when it is taken back. */
  typed: QuoteTyped | null
  /** What stood in the field. */
  draft: string
}

export const draftOf = (id: string): string => `enquiry:${id}`
export const quoteDraftOf = (id: string): string => `quote:${id}`

export async function sendAnswer(answer: Answer): Promise<void> {
  const { id, letter, text, seen, quote, typed, draft } = answer
  await ask(
    client.rpc('desk_answer_enquiry', {
      p_id: id,
      p_letter: letter,
      p_text: text,
      p_seen: seen,
      p_quote: quote,
    }),
  )
  // What was typed while it went is another answer.
  dropSent(draftOf(id), draft)
  if (quote) dropSent(quoteDraftOf(id), JSON.stringify(typed))
}
