import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react'

interface Words {
  label: string
  /** Shown beside the label, less prominently: "if you like". */
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

/** The same with several lines. */
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
    <div className={fault ? 'fld bad' : 'fld'}>
      <label htmlFor={id}>
        {label}
        {aside && <span className="sub"> ({aside})</span>}
      </label>
      {children({
        id,
        'aria-invalid': fault ? true : undefined,
        'aria-describedby': describedBy,
      })}
      <div id={more}>
        {hint && <p className="fine mt0">{hint}</p>}
        {fault && <p className="err">{fault}</p>}
      </div>
    </div>
  )
}
