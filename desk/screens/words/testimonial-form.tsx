import { useState } from 'react'
import * as v from 'valibot'
import { rooms, type TestimonialTyped, testimonialTyped } from '../../../domain/words-typed.ts'
import { ask, client } from '../../client.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { OnPageForm } from './on-page-form.tsx'
import { type Testimonial, testimonialSchema } from './read.ts'
import { useTyped } from './use-typed.ts'

interface TestimonialFormProps {
  page: string
  /** Null is a new one. */
  one: Testimonial | null
  /** Where it stands, from 1. */
  place: number | null
  onClose: () => void
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
  const typed = useTyped(name, testimonialTyped, loose, v.nullable(testimonialSchema), one, typedOf)
  const { register, formState } = typed.form
  const { errors } = formState
  const [newId] = useState(() => crypto.randomUUID())
  return (
    <OnPageForm<TestimonialTyped, Omit<Testimonial, 'version'>>
      title={one === null ? 'A new testimonial' : 'Testimonial'}
      one={one}
      place={place}
      typed={typed}
      wordsOf={(words) => ({ ...words, id: one?.id ?? newId, page })}
      wholeOf={({ words, author, location, isSample }) =>
        `${words} ${author}, ${location}${isSample ? ' (a sample)' : ''}`
      }
      schema={testimonialSchema}
      put={({ words, version, place: at }) =>
        ask(
          client.rpc('desk_save_testimonial', {
            p_id: words.id,
            p_page: words.page,
            p_author: words.author,
            p_location: words.location,
            p_words: words.words,
            p_is_sample: words.isSample,
            p_version: version,
            p_place: at,
          }),
        )
      }
      take={(id, version) =>
        ask(client.rpc('desk_remove_testimonial', { p_id: id, p_version: version }))
      }
      said={({ author }) => ({
        put: `${author} is on the page.`,
        taken: `${author} is off the page.`,
      })}
      onClose={onClose}
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
    </OnPageForm>
  )
}

function typedOf(one: Testimonial | null): TestimonialTyped {
  if (one === null) return nothing
  const { words, author, location, isSample } = one
  return { words, author, location, isSample }
}
