import { useState } from 'react'
import * as v from 'valibot'
import { rooms, type TestimonialTyped, testimonialTyped } from '../../../domain/words-typed.ts'
import { ask, client } from '../../client.ts'
import { useChange } from '../../changes.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { type Testimonial, testimonialSchema, touched } from './read.ts'
import { useTyped } from './use-typed.ts'

interface TestimonialFormProps {
  page: string
  /** Null is a new one. */
  one: Testimonial | null
  /** Where it stands, from 1. */
  place: number | null
  onClose: () => void
}

interface Step extends TestimonialTyped {
  id: string
  page: string
  version: number | null
  place: number | null
  /** What it was, null when it is new; without it there is nothing to undo. */
  before?: Testimonial | null
}

const loose = v.object({
  words: v.string(),
  author: v.string(),
  location: v.string(),
  isSample: v.boolean(),
})
const nothing: TestimonialTyped = { words: '', author: '', location: '', isSample: false }

export function TestimonialForm({ page, one, place, onClose }: TestimonialFormProps) {
  const name = `words:testimonial:${one?.id ?? page}`
  const { form, isChanged, base, settle } = useTyped(
    name,
    testimonialTyped,
    loose,
    v.nullable(testimonialSchema),
    one,
    typedOf,
  )
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  const [newId] = useState(() => crypto.randomUUID())
  const close = () => {
    settle(one, form.getValues())
    onClose()
  }
  const { save, remove, clash, drop } = useTestimonial(close)
  const send = (typed: TestimonialTyped) =>
    save.mutate({
      ...typed,
      id: one?.id ?? newId,
      page,
      version: base?.version ?? null,
      place: null,
      before: base,
    })
  return (
    <EntryDialog
      title="Testimonial"
      isNew={one === null}
      isBusy={save.isPending}
      isTyped={isChanged}
      onSave={(event) => void handleSubmit(send)(event)}
      onRemove={() => one && remove.mutate({ ...one, place: place })}
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
      <TextArea
        label="What they said"
        maxLength={rooms.saying}
        fault={errors.words?.message}
        {...register('words')}
      />
      <div className="g2">
        <Field
          label="Who"
          maxLength={rooms.name}
          fault={errors.author?.message}
          {...register('author')}
        />
        <Field
          label="Where"
          maxLength={rooms.name}
          fault={errors.location?.message}
          {...register('location')}
        />
      </div>
      <label className="words-check">
        <input type="checkbox" {...register('isSample')} />
        We wrote this ourselves: call it a sample
      </label>
      <p className="fine">Put real ones here only with their writers’ leave.</p>
    </EntryDialog>
  )
}

const wholeOf = ({ words, author, location, isSample }: TestimonialTyped) =>
  `${words} ${author}, ${location}${isSample ? ' (a sample)' : ''}`

function useTestimonial(close: () => void) {
  const [clash, setClash] = useState<{ step: Step; now: Testimonial | null } | null>(null)
  const save = useChange<Step, unknown>({
    send: (step) =>
      ask(
        client.rpc('desk_save_testimonial', {
          p_id: step.id,
          p_page: step.page,
          p_author: step.author,
          p_location: step.location,
          p_words: step.words,
          p_is_sample: step.isSample,
          p_version: step.version,
          p_place: step.place,
        }),
      ),
    touches: touched,
    done: ({ before, ...now }) => {
      close()
      const text = `${now.author} is on the page.`
      if (before === undefined) return { text }
      const undo = () =>
        before === null
          ? remove.mutate({ ...now, version: 1, place: null })
          : save.mutate({ ...before, version: before.version + 1, place: null })
      return { text, undo }
    },
    conflict: (step, now) => setClash({ step, now: v.parse(v.nullable(testimonialSchema), now) }),
  })
  const remove = useChange<Testimonial & { place: number | null }, unknown>({
    send: ({ id, version }) =>
      ask(client.rpc('desk_remove_testimonial', { p_id: id, p_version: version })),
    touches: touched,
    done: (one) => {
      close()
      return {
        text: `${one.author} is off the page.`,
        undo: () => save.mutate({ ...one, version: null }),
      }
    },
  })
  return { save, remove, clash, drop: () => setClash(null) }
}

function typedOf(one: Testimonial | null): TestimonialTyped {
  if (one === null) return nothing
  const { words, author, location, isSample } = one
  return { words, author, location, isSample }
}
