import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect } from 'react'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { addDays } from '../../../domain/dates.ts'
import { formatPence } from '../../../domain/money.ts'
import {
  type Quote,
  createQuoteFormSchema,
  type QuoteInput,
  quoteDraftSchema,
  sumQuoteLines,
} from '../../../domain/quote.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { bindField } from '../../ui/bind-field.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './quote-form.module.css'

interface QuoteFormProps {
  name: string
  /** The values of a stored draft; null when there is none. */
  start: QuoteInput | null
  /** The text that has been typed into the answer so far. */
  text: string
  today: string
  /** Stores the draft. */
  keep: (typed: QuoteInput) => void
  close: () => void
  send: (quote: Quote) => void
}

/** The default number of days for which a quote is valid. */
const daysValid = 14
const emptyLine = { what: '', amount: '' }

/** Quote form: lines with their prices, the total, and the last day on which the quote is valid. */
export function QuoteForm({ name, start, text, today, keep, close, send }: QuoteFormProps) {
  const form = useForm<QuoteInput, unknown, Quote>({
    resolver: valibotResolver(createQuoteFormSchema(today)),
    defaultValues: start ?? {
      text: text || `${name}, here is what it would cost.`,
      lines: [emptyLine],
      validUntil: addDays(today, daysValid),
    },
  })
  const { control, handleSubmit, subscribe } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' })
  const lines = useWatch({ control, name: 'lines' })
  const field = bindField(form)
  useShortcuts({ 'Mod+enter': () => void handleSubmit(send)() }, 'question')
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const typed = v.safeParse(quoteDraftSchema, values)
          if (typed.success) keep(typed.output)
        },
      }),
    [subscribe, keep],
  )
  return (
    <Dialog title={`A quote for ${name}`} isOpen onClose={close}>
      <form
        className={layoutStyles.spaceAbove}
        onSubmit={(event) => void handleSubmit(send)(event)}
        noValidate
      >
        {fields.map(({ id }, at) => (
          <div key={id} className={styles.line}>
            <Field
              label={`Line ${at + 1}`}
              placeholder="Fried chicken for 45"
              maxLength={200}
              {...field(`lines.${at}.what`)}
            />
            <Field
              label="Price"
              inputMode="decimal"
              placeholder="£540"
              {...field(`lines.${at}.amount`)}
            />
            {fields.length > 1 && (
              <button
                type="button"
                className={`${buttonStyles.iconButton} ${styles.remove}`}
                aria-label={`Remove line ${at + 1}`}
                onClick={() => remove(at)}
              >
                <Icon name="close" small />
              </button>
            )}
          </div>
        ))}
        {fields.length < 30 && (
          <Button look="quiet" onClick={() => append(emptyLine)}>
            <Icon name="plus" small /> Another line
          </Button>
        )}
        <output className={`${textStyles.heading} ${layoutStyles.spaceAbove}`}>
          Total {formatPence(sumQuoteLines(lines))}
        </output>
        <div className={layoutStyles.spaceAbove}>
          <Field label="Good until" type="date" min={today} {...field('validUntil')} />
          <TextArea label="Words to go with it" maxLength={4000} {...field('text')} />
        </div>
        <Button type="submit" isWide>
          Send the quote
        </Button>
      </form>
    </Dialog>
  )
}
