import type { ComponentProps, ReactNode } from 'react'
import styles from './field.module.css'

export interface FieldLabelProps {
  label: ReactNode
  name: string
  error?: string | null | undefined
  hint?: ReactNode
  /** Unique on the page; by default `field-<name>`, to which ErrorSummary links. */
  id?: string
}

type FieldProps = FieldLabelProps & Omit<ComponentProps<'input'>, keyof FieldLabelProps>

export function Field(props: FieldProps) {
  const { label, name, error, hint, id = fieldId(name), ...input } = props
  const labelProps = { label, name, error, hint, id }
  return (
    <FieldLayout {...labelProps}>
      <input {...input} {...getFieldAttributes(labelProps)} />
    </FieldLayout>
  )
}

/** An error message after a "!" icon. */
export function ErrorText({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <p className={styles.error} id={id}>
      <b className="sign" aria-hidden="true">
        !
      </b>
      <span>{children}</span>
    </p>
  )
}

interface FieldLayoutProps extends FieldLabelProps {
  id: string
  children: ReactNode
}

export function FieldLayout({ label, id, error, hint, children }: FieldLayoutProps) {
  return (
    <div className={error == null ? styles.field : styles.bad}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint != null && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error != null && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </div>
  )
}

export function getFieldAttributes({ id, name, error, hint }: FieldLabelProps & { id: string }) {
  const describedBy = [error != null && `${id}-error`, hint != null && `${id}-hint`].filter(Boolean)
  return {
    id,
    name,
    'aria-invalid': error == null ? undefined : true,
    'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
  }
}

export function fieldId(name: string): string {
  return `field-${name}`
}

export function focusField(name: string): boolean {
  const field = document.getElementById(fieldId(name))
  field?.focus()
  return field !== null
}
