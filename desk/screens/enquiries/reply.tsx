import { useRef, useState } from 'react'
import { business } from '../../../domain/business.ts'
import type { Quote } from '../../../domain/quote.ts'
import { ask, client } from '../../client.ts'
import { useChange } from '../../changes.ts'
import { useDraft } from '../../drafts.ts'
import { useKeys } from '../../keys.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Enquiry, Letter } from './enquiries.ts'
import { QuoteForm } from './quote-form.tsx'
import { firstName } from './words.ts'

/** ms until a letter goes; as long it can be taken back. */
const waits = 30_000

interface Answer {
  id: string
  letter: string
  text: string
  seen: number
  quote: Pick<Quote, 'lines' | 'validUntil'> | null
}

function useAnswer(name: string, giveBack: (text: string) => void) {
  const unsend = useChange({
    send: ({ letter }: Answer) => ask(client.rpc('desk_unsend', { p_letter: letter })),
    touches: [['enquiries']],
    done: ({ text }) => {
      giveBack(text)
      return { text: 'Nothing was sent. Your words are back in the field.' }
    },
  })
  return useChange({
    send: ({ id, letter, text, seen, quote }: Answer) =>
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
      giveBack('')
      return {
        text: `Your answer to ${name} goes in 30 seconds.`,
        undo: () => unsend.mutate(answer),
        stays: waits,
      }
    },
    conflict: (_, letters) => {
      const last = (letters as Letter[]).at(-1)
      showToast({
        text: `${last?.by ?? 'Somebody'} has answered meanwhile: “${last?.text.slice(0, 120) ?? ''}”. Yours is still in the field.`,
        kind: 'fault',
      })
    },
  })
}

/** An answer by email, with or without a quote. It goes after half a minute. */
export function Reply({ enquiry, today }: { enquiry: Enquiry; today: string }) {
  const { id, stage, name, letters } = enquiry
  const [text, type] = useDraft(`enquiry:${id}`)
  const [isQuoting, setQuoting] = useState(false)
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLDivElement>(null)
  const answer = useAnswer(firstName(name), type)
  const send = (words: string, quote: Answer['quote']) =>
    answer.mutate({ id, letter: crypto.randomUUID(), text: words, seen: letters.length, quote })
  const reply = () => {
    if (answer.isPending) return
    if (text.trim() === '') setFault('There is nothing to send yet.')
    else send(text, null)
  }
  const focus = () => field.current?.querySelector('textarea')?.focus()
  useKeys({ r: focus, q: () => setQuoting(true), 'Mod+enter': reply })
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
          hint={`Goes from ${business.email}. Her answer comes to your mailbox.`}
        />
      </div>
      <div className="act act--task">
        <Button look="quiet" onClick={() => setQuoting(true)}>
          Quote…
        </Button>
        <Button onClick={reply} disabled={answer.isPending}>
          {stage === 'new' ? 'Send, move to Answered' : 'Send reply'}
        </Button>
        <span className="only-l sub">
          <span className="kbd">⌘ Enter</span>
        </span>
      </div>
      {isQuoting && (
        <QuoteForm
          name={firstName(name)}
          text={text}
          today={today}
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
