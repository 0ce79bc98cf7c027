import { useState } from 'react'
import * as v from 'valibot'
import { faqId, type FaqTyped, faqTyped, rooms } from '../../../domain/words-typed.ts'
import { ask, client } from '../../client.ts'
import { useChange } from '../../changes.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { type Faq, faqSchema, touched } from './read.ts'
import { useTyped } from './use-typed.ts'

interface FaqFormProps {
  /** Null is a new one. */
  faq: Faq | null
  all: readonly Faq[]
  onClose: () => void
}

interface Step extends FaqTyped {
  id: string
  version: number | null
  /** From 1, of one that is brought back. */
  place: number | null
  /** What it was, null when it is new; without it there is nothing to undo. */
  before?: Faq | null
}

const loose = v.object({ question: v.string(), answer: v.string() })

export function FaqForm({ faq, all, onClose }: FaqFormProps) {
  const name = `words:faq:${faq?.id ?? 'new'}`
  const { form, isChanged, base, settle } = useTyped(
    name,
    faqTyped,
    loose,
    v.nullable(faqSchema),
    faq,
    typedOf,
  )
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  const close = () => {
    settle(faq, form.getValues())
    onClose()
  }
  const { save, remove, clash, drop } = useFaq(close)
  const ids = all.map(({ id }) => id)
  const send = (typed: FaqTyped) =>
    save.mutate({
      ...typed,
      id: faq?.id ?? faqId(typed.question, ids),
      version: base?.version ?? null,
      place: null,
      before: base,
    })
  return (
    <EntryDialog
      title="Question"
      isNew={faq === null}
      isBusy={save.isPending}
      isTyped={isChanged}
      onSave={(event) => void handleSubmit(send)(event)}
      onRemove={() => faq && remove.mutate({ ...faq, place: ids.indexOf(faq.id) + 1 })}
      onClose={onClose}
      onThrowAway={close}
      clash={
        clash && {
          typed: wholeOf(clash.step),
          became: clash.now && wholeOf(clash.now),
          onChosen: drop,
          onUse: () =>
            save.mutate({ ...clash.step, version: clash.now?.version ?? null, before: clash.now }),
        }
      }
    >
      <Field
        label="Question"
        maxLength={rooms.question}
        fault={errors.question?.message}
        {...register('question')}
      />
      <TextArea
        label="Answer"
        rows={9}
        maxLength={rooms.answer}
        hint="An empty line parts paragraphs. **bold**, [words](/shop). {delivery} says the ways and their prices, {diets} what is vegan, {email} our address."
        fault={errors.answer?.message}
        {...register('answer')}
      />
    </EntryDialog>
  )
}

const wholeOf = ({ question, answer }: FaqTyped) => `${question} ${answer}`

function useFaq(close: () => void) {
  const [clash, setClash] = useState<{ step: Step; now: Faq | null } | null>(null)
  const save = useChange<Step, unknown>({
    send: ({ id, question, answer, version, place }) =>
      ask(
        client.rpc('desk_save_faq', {
          p_id: id,
          p_question: question,
          p_answer: answer,
          p_version: version,
          p_place: place,
        }),
      ),
    touches: touched,
    done: ({ before, ...now }) => {
      close()
      const text = 'It is on the FAQ page.'
      if (before === undefined) return { text }
      const undo = () =>
        before === null
          ? remove.mutate({ ...now, version: 1, place: null })
          : save.mutate({ ...before, version: before.version + 1, place: null })
      return { text, undo }
    },
    conflict: (step, now) => setClash({ step, now: v.parse(v.nullable(faqSchema), now) }),
  })
  const remove = useChange<Faq & { place: number | null }, unknown>({
    send: ({ id, version }) => ask(client.rpc('desk_remove_faq', { p_id: id, p_version: version })),
    touches: touched,
    done: (faq) => {
      close()
      return {
        text: 'The question is off the page.',
        undo: () => save.mutate({ ...faq, version: null }),
      }
    },
  })
  return { save, remove, clash, drop: () => setClash(null) }
}

function typedOf(faq: Faq | null): FaqTyped {
  return { question: faq?.question ?? '', answer: faq?.answer ?? '' }
}
