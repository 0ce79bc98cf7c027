import type { ComponentProps, ReactNode } from 'react'
import styles from './field.module.css'

export interface Labelled {
  label: ReactNode
  name: string
  error?: string | null | undefined
  hint?: ReactNode
  /** Unique on the page; by default `field-<name>`, to which ErrorSummary links. */
  id?: string
}

type FieldProps = Labelled & Omit<ComponentProps<'input'>, keyof Labelled>

export function Field(props: FieldProps) {
  const { label, name, error, hint, id = fieldId(name), ...input } = props
  const parts = { label, name, error, hint, id }
  return (
    <Frame {...parts}>
      <input {...input} {...getFieldAttributes(parts)} />
    </Frame>
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

interface FrameProps extends Labelled {
  id: string
  children: ReactNode
}

export function Frame({ label, id, error, hint, children }: FrameProps) {
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

export function getFieldAttributes({ id, name, error, hint }: Labelled & { id: string }) {
  const described = [error != null && `${id}-error`, hint != null && `${id}-hint`].filter(Boolean)
  return {
    id,
    name,
    'aria-invalid': error == null ? undefined : true,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
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
