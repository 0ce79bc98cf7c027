import { type ChangeEvent, useEffect, useState } from 'react'
import { londonDay } from '../../../domain/dates.ts'
import { getLastEventDay } from '../../../domain/enquiry.ts'
import { limits } from '../../../domain/validation.ts'
import { Field, focusField } from '../../ui/field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import styles from './enquiry.module.css'
import type { EnquiryField, Values } from './forms.ts'

interface EnquiryFieldsProps {
  fields: readonly EnquiryField[]
  values: Values
  errors: Values
  onChange: (name: string, value: string) => void
}

export function EnquiryFields({ fields, values, errors, onChange }: EnquiryFieldsProps) {
  useEffect(() => {
    focusField('name')
  }, [])
  const [today] = useState(() => londonDay(Date.now()))
  const draw = ({ name, label, rows, input }: EnquiryField) => {
    const field = {
      name,
      label,
      value: values[name] ?? '',
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        onChange(name, event.currentTarget.value),
    }
    if (rows !== undefined) return <TextAreaField key={name} {...field} rows={rows} {...words} />
    const days = input?.type === 'date' && { min: today, max: getLastEventDay(today) }
    return <Field key={name} {...field} {...input} {...days} />
  }
  const halves = fields.filter(({ half }) => half)
  return (
    <>
      {fields.filter(({ half, rows }) => !half && rows === undefined).map(draw)}
      {halves.length > 0 && <div className={styles.pair}>{halves.map(draw)}</div>}
      {fields.filter(({ rows }) => rows !== undefined).map(draw)}
    </>
  )
}

const words = { required: true, maxLength: limits.message }
