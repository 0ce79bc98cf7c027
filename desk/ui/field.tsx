import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  fault?: string | undefined
  hint?: ReactNode
}

/** A field with its label above, and what is wrong with it below. */
export function Field({ label, fault, hint, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className={fault ? 'fld bad' : 'fld'}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault || hint ? `${id}-more` : undefined}
        {...rest}
      />
      <div id={`${id}-more`}>
        {hint && <p className="fine mt0">{hint}</p>}
        {fault && <p className="err">{fault}</p>}
      </div>
    </div>
  )
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: ReactNode
  fault?: string | undefined
  hint?: ReactNode
}

/** The same for more than a line. */
export function TextArea({ label, fault, hint, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className={fault ? 'fld bad' : 'fld'}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault || hint ? `${id}-more` : undefined}
        {...rest}
      />
      <div id={`${id}-more`}>
        {hint && <p className="fine mt0">{hint}</p>}
        {fault && <p className="err">{fault}</p>}
      </div>
    </div>
  )
}
