import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react'

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: ReactNode
  hint?: ReactNode
  fault?: string | undefined
}

/** A field of several lines with its label above, and what is to be said of it below. */
export function TextArea({ label, hint, fault, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className={fault ? 'fld bad' : 'fld'}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        aria-invalid={fault ? true : undefined}
        aria-describedby={hint || fault ? `${id}-more` : undefined}
        {...rest}
      />
      <div id={`${id}-more`}>
        {hint && <p className="sub mt0">{hint}</p>}
        {fault && <p className="err">{fault}</p>}
      </div>
    </div>
  )
}
