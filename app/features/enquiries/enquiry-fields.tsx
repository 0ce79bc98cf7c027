import { type ChangeEvent, useEffect, useState } from 'react'
import { londonDay } from '../../../domain/dates.ts'
import { getLatestAllowedEventDay } from '../../../domain/enquiry.ts'
import { fieldLimits } from '../../../domain/validation.ts'
import { Field, focusField } from '../../ui/field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import styles from './enquiry.module.css'
import type { EnquiryField, FieldValues } from './forms.ts'

interface EnquiryFieldsProps {
  fields: readonly EnquiryField[]
  values: FieldValues
  errors: FieldValues
  onChange: (name: string, value: string) => void
}

export function EnquiryFields({ fields, values, errors, onChange }: EnquiryFieldsProps) {
  useEffect(() => {
    focusField('name')
  }, [])
  const [today] = useState(() => londonDay(Date.now()))
  const renderField = ({ name, label, rows, input }: EnquiryField) => {
    const field = {
      name,
      label,
      value: values[name] ?? '',
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        onChange(name, event.currentTarget.value),
    }
    if (rows !== undefined)
      return <TextAreaField key={name} {...field} rows={rows} {...textAreaProps} />
    const dateRange = input?.type === 'date' && { min: today, max: getLatestAllowedEventDay(today) }
    return <Field key={name} {...field} {...input} {...dateRange} />
  }
  const halfWidthFields = fields.filter(({ half }) => half)
  return (
    <>
      {fields.filter(({ half, rows }) => !half && rows === undefined).map(renderField)}
      {halfWidthFields.length > 0 && (
        <div className={styles.pair}>{halfWidthFields.map(renderField)}</div>
      )}
      {fields.filter(({ rows }) => rows !== undefined).map(renderField)}
    </>
  )
}

const textAreaProps = { required: true, maxLength: fieldLimits.message }
