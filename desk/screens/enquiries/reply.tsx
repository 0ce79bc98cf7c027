import { useMutationState } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { business } from '../../../domain/business.ts'
import { quoteDraftSchema } from '../../../domain/quote.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { readDraftText, replaceDraft, useDraft } from '../../data/drafts.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { useOnline } from '../../lib/connection.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { ActionBar } from '../../features/navigation/task.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Enquiry, EnquiryLetter } from '../../features/enquiries/queries.ts'
import { QuoteForm } from './quote-form.tsx'
import {
  type EnquiryAnswer,
  enquiryAnswerKey,
  getAnswerDraftName,
  getQuoteDraftName,
  sendEnquiryAnswer,
} from './mutations.ts'
import { getFirstName } from './formats.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './enquiries.module.css'

/** The time in ms until an email is sent; until then it can be undone. */
const waits = 30_000

function useAnswer({ name }: Enquiry) {
  const unsend = useDeskMutation({
    send: ({ letter }: EnquiryAnswer) =>
      unwrapResponse(client.rpc('desk_unsend', { p_letter: letter })),
    invalidates: [['enquiries']],
    optimisticUpdate: restoreDrafts,
    successToast: () => ({ text: 'Nothing was sent. Your words are back in the field.' }),
  })
  return useDeskMutation({
    send: sendEnquiryAnswer,
    offlineKey: enquiryAnswerKey,
    invalidates: [['enquiries']],
    successToast: (answer) => ({
      text: `Your answer to ${getFirstName(name)} goes in 30 seconds.`,
      undo: () => unsend.mutate(answer),
      stays: waits,
    }),
    onConflict: (_, letters) => {
      const last = (letters as EnquiryLetter[]).at(-1)
      showToast({
        text: `${last?.by ?? 'Somebody'} has already answered: “${last?.text.slice(0, 120) ?? ''}”. Yours is still here.`,
        kind: 'fault',
      })
    },
  })
}

/** Puts an answer and its quote back into their fields, the answer before any text that was typed meanwhile. */
function restoreDrafts({ id, draft, typed }: EnquiryAnswer): () => void {
  const texts = [draft, readDraftText(getAnswerDraftName(id))].filter(Boolean)
  const removals = [replaceDraft(getAnswerDraftName(id), texts.join('\n\n'))]
  if (typed) removals.push(replaceDraft(getQuoteDraftName(id), JSON.stringify(typed)))
  return () => {
    for (const remove of removals) remove()
  }
}

const ofEnquiry = v.object({ id: v.string() })

/** Form for an answer by email, with or without a quote. The email is sent after half a minute, and can be undone until then. */
export function Reply({ enquiry, today }: { enquiry: Enquiry; today: string }) {
  const { id, stage, name, letters } = enquiry
  const [text, type] = useDraft(getAnswerDraftName(id))
  const [typed, keepQuote] = useDraft(getQuoteDraftName(id), quoteDraftSchema)
  const isOnItsWay = useMutationState({
    filters: { mutationKey: enquiryAnswerKey, status: 'pending' },
    select: ({ state }) => v.parse(ofEnquiry, state.variables).id,
  }).includes(id)
  const isOnline = useOnline()
  const [isQuoting, setQuoting] = useState(false)
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLDivElement>(null)
  const answer = useAnswer(enquiry)
  const send = (words: string, quote: EnquiryAnswer['quote'] = null) =>
    answer.mutate({
      id,
      letter: crypto.randomUUID(),
      text: words,
      seen: letters.length,
      quote,
      typed: quote === null ? null : typed,
      draft: text,
    })
  const focus = () => field.current?.querySelector('textarea')?.focus()
  const reply = () => {
    if (isOnItsWay) return
    if (text.trim() !== '') return send(text)
    setFault('There is nothing to send yet.')
    focus()
  }
  useShortcuts({ r: focus, q: () => setQuoting(true), 'Mod+enter': () => !isQuoting && reply() })
  const buttonOf = (words: string) => (
    <Button onClick={reply} disabled={isOnItsWay}>
      {isOnItsWay && !isOnline ? 'Waiting for signal' : words}
    </Button>
  )
  const quote = (
    <Button look="quiet" onClick={() => setQuoting(true)}>
      {typed === null ? 'Quote…' : 'The quote…'}
    </Button>
  )
  return (
    <>
      <div className={layoutStyles.spaceAbove} ref={field}>
        <TextArea
          className={styles.replyField}
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
      <div className={`${buttonStyles.group} ${layoutStyles.laptopOnly}`}>
        {buttonOf(stage === 'new' ? 'Send, move to Answered' : 'Send reply')} {quote}{' '}
        <span className={textStyles.key}>⌘ Enter</span>
      </div>
      <ActionBar>
        <span className={layoutStyles.phoneOnly}>{quote}</span>
        <span className={`${layoutStyles.phoneOnly} ${styles.send}`}>{buttonOf('Send reply')}</span>
        <span className={`${layoutStyles.laptopOnly} ${textStyles.detail}`}>
          <span className={textStyles.key}>J</span> next · <span className={textStyles.key}>R</span>{' '}
          reply · <span className={textStyles.key}>Q</span> quote ·{' '}
          <span className={textStyles.key}>1</span>–<span className={textStyles.key}>6</span> move
        </span>
      </ActionBar>
      {isQuoting && (
        <QuoteForm
          name={getFirstName(name)}
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
