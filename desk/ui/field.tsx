import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import styles from './field.module.css'
import layoutStyles from './layout.module.css'
import textStyles from './text.module.css'

interface Words {
  label: string
  /** A less prominent text beside the label, such as "if you like". */
  aside?: string
  fault?: string | undefined
  hint?: ReactNode
}

export type FieldProps = InputHTMLAttributes<HTMLInputElement> & Words

/** An input with its label above and its error below. */
export function Field({ label, aside, fault, hint, ...rest }: FieldProps) {
  return (
    <Framed {...{ label, aside, fault, hint }}>{(marks) => <input {...marks} {...rest} />}</Framed>
  )
}

/** A text area with its label above and its error below. */
export function TextArea({
  label,
  aside,
  fault,
  hint,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & Words) {
  return (
    <Framed {...{ label, aside, fault, hint }}>
      {(marks) => <textarea rows={3} {...marks} {...rest} />}
    </Framed>
  )
}

interface Marks {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

function Framed({
  label,
  aside,
  fault,
  hint,
  children,
}: Words & { children: (marks: Marks) => ReactNode }) {
  const id = useId()
  const more = `${id}-more`
  const describedBy = fault || hint ? more : undefined
  return (
    <div className={fault ? `${styles.field} ${styles.invalid}` : styles.field}>
      <label htmlFor={id}>
        {label}
        {aside && <span className={textStyles.detail}> ({aside})</span>}
      </label>
      {children({
        id,
        'aria-invalid': fault ? true : undefined,
        'aria-describedby': describedBy,
      })}
      <div id={more}>
        {hint && <p className={`${textStyles.fine} ${layoutStyles.spaceAboveSmall}`}>{hint}</p>}
        {fault && <p className={styles.error}>{fault}</p>}
      </div>
    </div>
  )
}
