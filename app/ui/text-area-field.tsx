import type { ComponentProps } from 'react'
import { fieldId, Frame, type Labelled, getFieldAttributes } from './field.tsx'
import styles from './field.module.css'

type TextAreaFieldProps = Labelled & Omit<ComponentProps<'textarea'>, keyof Labelled>

/** A text area that shows a message at its limit, because browsers silently cut text beyond `maxLength`. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, name, error, hint, id = fieldId(name), ...area } = props
  const parts = { label, name, error, hint, id }
  const { maxLength = Infinity, value } = area
  const isFull = typeof value === 'string' && value.length >= maxLength
  return (
    <Frame {...parts}>
      <textarea {...area} {...getFieldAttributes(parts)} />
      <output className={styles.full}>
        {isFull && `That is all that fits: ${maxLength.toLocaleString('en-GB')} characters.`}
      </output>
    </Frame>
  )
}
