import { useRef, useState } from 'react'
import { business } from '../../../domain/business.ts'
import { type Quote, type QuoteTyped, quoteTyped } from '../../../domain/quote.ts'
import { ask, client } from '../../client.ts'
import { useChange } from '../../changes.ts'
import { keptDraft, useDraft, useDraftOf } from '../../drafts.ts'
import { useKeys } from '../../keys.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { ActionBar } from '../../ui/task.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Enquiry, Letter } from './enquiries.ts'
import { QuoteForm } from './quote-form.tsx'
import { firstName } from './words.ts'

/** ms until a letter goes; as long it can be taken back. */
const waits = 30_000

interface Answer {
  letter: string
  text: string
  seen: number
  quote: Pick<Quote, 'lines' | 'validUntil'> | null
  /** The quote as it was typed, for when it is taken back. */
  typed: QuoteTyped | null
  /** What stood in the field. */
  draft: string
}

const draftOf = (id: string) => `enquiry:${id}`

function useAnswer(
  { id, name }: Enquiry,
  type: (text: string) => void,
  keepQuote: (typed: QuoteTyped | null) => void,
) {
  const unsend = useChange({
    send: ({ letter }: Answer) => ask(client.rpc('desk_unsend', { p_letter: letter })),
    touches: [['enquiries']],
    done: ({ draft, typed }) => {
      // What was typed meanwhile stays behind it.
      type([draft, keptDraft(draftOf(id))].filter(Boolean).join('\n\n'))
      if (typed) keepQuote(typed)
      return { text: 'Nothing was sent. Your words are back in the field.' }
    },
  })
  return useChange({
    send: ({ letter, text, seen, quote }: Answer) =>
      ask(
        client.rpc('desk_answer_enquiry', {
          p_id: id,
          p_letter: letter,
          p_text: text,
          p_seen: seen,
          p_quote: quote,
        }),
      ),
    touches: [['enquiries']],
    done: (answer) => {
      // What was typed while it went is another answer.
      if (keptDraft(draftOf(id)) === answer.draft) type('')
      if (answer.quote) keepQuote(null)
      return {
        text: `Your answer to ${firstName(name)} goes in 30 seconds.`,
        undo: () => unsend.mutate(answer),
        stays: waits,
      }
    },
    conflict: (_, letters) => {
      const last = (letters as Letter[]).at(-1)
      showToast({
        text: `${last?.by ?? 'Somebody'} has answered meanwhile: “${last?.text.slice(0, 120) ?? ''}”. Yours is still here.`,
        kind: 'fault',
      })
    },
  })
}

/** An answer by email, with or without a quote. It goes after half a minute. */
export function Reply({ enquiry, today }: { enquiry: Enquiry; today: string }) {
  const { id, stage, name, letters } = enquiry
  const [text, type] = useDraft(draftOf(id))
  const [typed, keepQuote] = useDraftOf(`quote:${id}`, quoteTyped)
  const [isQuoting, setQuoting] = useState(false)
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLDivElement>(null)
  const answer = useAnswer(enquiry, type, keepQuote)
  const send = (words: string, quote: Answer['quote'] = null) =>
    answer.mutate({
      letter: crypto.randomUUID(),
      text: words,
      seen: letters.length,
      quote,
      typed: quote === null ? null : typed,
      draft: text,
    })
  const focus = () => field.current?.querySelector('textarea')?.focus()
  const reply = () => {
    if (answer.isPending) return
    if (text.trim() !== '') return send(text)
    setFault('There is nothing to send yet.')
    focus()
  }
  useKeys({ r: focus, q: () => setQuoting(true), 'Mod+enter': () => !isQuoting && reply() })
  const buttonOf = (words: string) => (
    <Button onClick={reply} disabled={answer.isPending}>
      {answer.isPaused ? 'Goes with the signal' : words}
    </Button>
  )
  const quote = (
    <Button look="quiet" onClick={() => setQuoting(true)}>
      {typed === null ? 'Quote…' : 'The quote…'}
    </Button>
  )
  return (
    <>
      <div className="mt" ref={field}>
        <TextArea
          className="reply"
          label="Reply"
          value={text}
          maxLength={4000}
          fault={fault}
          onChange={({ currentTarget: { value } }) => {
            setFault(undefined)
            type(value)
          }}
          hint={`Goes from ${business.email}. The answer comes to your mailbox.`}
        />
      </div>
      <div className="btns only-l">
        {buttonOf(stage === 'new' ? 'Send, move to Answered' : 'Send reply')} {quote}{' '}
        <span className="kbd">⌘ Enter</span>
      </div>
      <ActionBar>
        <span className="only-p">{quote}</span>
        <span className="only-p fill">{buttonOf('Send reply')}</span>
        <span className="only-l sub">
          <span className="kbd">J</span> next · <span className="kbd">R</span> reply ·{' '}
          <span className="kbd">Q</span> quote · <span className="kbd">1</span>–
          <span className="kbd">6</span> move
        </span>
      </ActionBar>
      {isQuoting && (
        <QuoteForm
          name={firstName(name)}
          start={typed}
          text={text}
          today={today}
          keep={keepQuote}
          close={() => setQuoting(false)}
          send={({ text: words, lines, validUntil }) => {
            setQuoting(false)
            send(words, { lines, validUntil })
          }}
        />
      )}
    </>
  )
}
