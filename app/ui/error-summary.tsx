import { type MouseEvent, useEffect, useId, useRef } from 'react'
import styles from './error-summary.module.css'
import { fieldId, focusField } from './field.tsx'

interface ErrorSummaryProps {
  /** In the order of the fields, whose names and labels they bear; what is wrong stands at the field. */
  errors: { name: string; label: string }[]
}

/** It takes the focus, which has its title and links read out; an alert would say them a second time. */
export function ErrorSummary({ errors }: ErrorSummaryProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const faults = errors.length > 1 ? errors.map(({ name }) => name).join(' ') : ''
  useEffect(() => {
    if (faults !== '') box.current?.focus()
  }, [faults])
  if (faults === '') return null
  return (
    <section
      className={styles.summary}
      ref={box}
      tabIndex={-1}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}list`}
    >
      <h2 id={`${id}title`}>A few things need another look</h2>
      <ul id={`${id}list`}>
        {errors.map(({ name, label }) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`} onClick={(event) => follow(event, name)}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One fault alone has no summary: its field takes the focus. `faults` is the same object until they are found anew. */
export function useFaultFocus(faults: Readonly<Record<string, string | undefined>>): void {
  useEffect(() => {
    const [only, another] = Object.keys(faults)
    if (only === undefined || another !== undefined) return
    const field = document.getElementById(fieldId(only))
    // Who pressed Enter in the field would not hear of the error otherwise.
    field?.blur()
    field?.focus()
  }, [faults])
}

function follow(event: MouseEvent, name: string): void {
  if (focusField(name)) event.preventDefault()
}
