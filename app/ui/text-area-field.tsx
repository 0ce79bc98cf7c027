import type { ComponentProps } from 'react'
import { fieldId, FieldLayout, type FieldLabelProps, getFieldAttributes } from './field.tsx'
import styles from './field.module.css'

type TextAreaFieldProps = FieldLabelProps & Omit<ComponentProps<'textarea'>, keyof FieldLabelProps>

/** A text area that shows a message at its limit, because browsers silently cut text beyond `maxLength`. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, name, error, hint, id = fieldId(name), ...area } = props
  const labelProps = { label, name, error, hint, id }
  const { maxLength = Infinity, value } = area
  const isFull = typeof value === 'string' && value.length >= maxLength
  return (
    <FieldLayout {...labelProps}>
      <textarea {...area} {...getFieldAttributes(labelProps)} />
      <output className={styles.full}>
        {isFull && `That is all that fits: ${maxLength.toLocaleString('en-GB')} characters.`}
      </output>
    </FieldLayout>
  )
}
