import * as v from 'valibot'
import {
  createFaqId,
  type FaqInput,
  faqInputSchema,
  maxLengths,
} from '../../../domain/site-content-schema.ts'
import { createRowDraftFormat } from '../../data/draft-format.ts'
import { useDraftForm } from '../../data/use-draft-form.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { bindField } from '../../ui/bind-field.ts'
import { ListItemForm } from './list-item-form.tsx'
import { type Faq, faqSchema } from '../../features/site-content/queries.ts'
import { faqKey, type FaqFields, saveFaq } from './mutations.ts'

interface FaqFormProps {
  /** The published question; null for a new one. */
  faq: Faq | null
  all: readonly Faq[]
  onClose: () => void
}

export const faqDraft = createRowDraftFormat(
  v.object({ question: v.string(), answer: v.string() }),
  v.nullable(faqSchema),
)

export function FaqForm({ faq, all, onClose }: FaqFormProps) {
  const typed = useDraftForm({
    name: `words:faq:${faq?.id ?? 'new'}`,
    format: faqDraft,
    rules: faqInputSchema,
    row: faq,
    toValues,
  })
  const field = bindField(typed.form)
  const ids = all.map(({ id }) => id)
  return (
    <ListItemForm<FaqInput, FaqFields>
      title={faq === null ? 'A new question' : 'Question'}
      one={faq}
      place={faq && ids.indexOf(faq.id) + 1}
      typed={typed}
      wordsOf={(words) => ({ ...words, id: faq?.id ?? createFaqId(words.question, ids) })}
      wholeOf={({ question, answer }) => `${question} ${answer}`}
      schema={faqSchema}
      offlineKey={faqKey}
      send={saveFaq}
      said={({ question }) => ({
        name: `“${question}”`,
        put: 'It is on the FAQ page.',
        taken: 'The question is off the page.',
      })}
      onClose={onClose}
    >
      <Field label="Question" maxLength={maxLengths.question} {...field('question')} />
      <TextArea
        label="Answer"
        rows={9}
        maxLength={maxLengths.answer}
        hint="Leave an empty line between paragraphs. **bold**, [words](/shop). {delivery} fills in the delivery prices, {diets} what’s vegan, {email} our e-mail address."
        {...field('answer')}
      />
    </ListItemForm>
  )
}

function toValues(faq: Faq | null): FaqInput {
  return { question: faq?.question ?? '', answer: faq?.answer ?? '' }
}
