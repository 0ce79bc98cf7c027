import { useState } from 'react'
import * as v from 'valibot'
import {
  maxLengths,
  type TestimonialInput,
  testimonialInputSchema,
} from '../../../domain/site-content-schema.ts'
import { createRowDraftFormat } from '../../data/draft-format.ts'
import { useDraftForm } from '../../data/use-draft-form.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { bindField } from '../../ui/bind-field.ts'
import { ListItemForm } from './list-item-form.tsx'
import { type Testimonial, testimonialSchema } from '../../features/site-content/queries.ts'
import { saveTestimonial, testimonialKey, type TestimonialFields } from './mutations.ts'
import fieldStyles from '../../ui/field.module.css'
import textStyles from '../../ui/text.module.css'

interface TestimonialFormProps {
  page: string
  /** The published testimonial; null for a new one. */
  one: Testimonial | null
  /** The testimonial's position in the list, from 1. */
  place: number | null
  onClose: () => void
}

export const testimonialDraft = createRowDraftFormat(
  v.object({
    words: v.string(),
    author: v.string(),
    location: v.string(),
    isSample: v.boolean(),
  }),
  v.nullable(testimonialSchema),
)
const nothing: TestimonialInput = { words: '', author: '', location: '', isSample: false }

export function TestimonialForm({ page, one, place, onClose }: TestimonialFormProps) {
  const typed = useDraftForm({
    name: `words:testimonial:${one?.id ?? page}`,
    format: testimonialDraft,
    rules: testimonialInputSchema,
    row: one,
    toValues,
  })
  const field = bindField(typed.form)
  const [newId] = useState(() => crypto.randomUUID())
  return (
    <ListItemForm<TestimonialInput, TestimonialFields>
      title={one === null ? 'A new testimonial' : 'Testimonial'}
      one={one}
      place={place}
      typed={typed}
      wordsOf={(words) => ({ ...words, id: one?.id ?? newId, page })}
      wholeOf={({ words, author, location, isSample }) =>
        `${words} ${author}, ${location}${isSample ? ' (a sample)' : ''}`
      }
      schema={testimonialSchema}
      offlineKey={testimonialKey}
      send={saveTestimonial}
      said={({ author }) => ({
        name: author,
        put: `${author} is on the page.`,
        taken: `${author} is off the page.`,
      })}
      onClose={onClose}
    >
      <TextArea label="What they said" maxLength={maxLengths.saying} {...field('words')} />
      <div className={fieldStyles.grid}>
        <Field label="Who" maxLength={maxLengths.name} {...field('author')} />
        <Field label="Where" maxLength={maxLengths.name} {...field('location')} />
      </div>
      <label className={fieldStyles.checkbox}>
        <input type="checkbox" {...typed.form.register('isSample')} />
        We wrote this ourselves: call it a sample
      </label>
      <p className={textStyles.fine}>Only put real ones here with the writer’s permission.</p>
    </ListItemForm>
  )
}

function toValues(one: Testimonial | null): TestimonialInput {
  if (one === null) return nothing
  const { words, author, location, isSample } = one
  return { words, author, location, isSample }
}
