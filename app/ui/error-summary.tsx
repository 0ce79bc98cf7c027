import { type MouseEvent, useEffect, useId, useRef } from 'react'
import styles from './error-summary.module.css'
import { fieldId, focusField } from './field.tsx'

interface ErrorSummaryProps {
  /** In the order of the fields. The error messages themselves are shown at the fields. */
  errors: { name: string; label: string }[]
}

/**
 * Links to the fields with errors when there are several. Takes the focus, so that screen readers read its title and
 * links; an alert would make them read both twice.
 */
export function ErrorSummary({ errors }: ErrorSummaryProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const invalidNames = errors.length > 1 ? errors.map(({ name }) => name).join(' ') : ''
  useEffect(() => {
    if (invalidNames !== '') box.current?.focus()
  }, [invalidNames])
  if (invalidNames === '') return null
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
            <a href={`#${fieldId(name)}`} onClick={(event) => focusLinkedField(event, name)}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Focuses the field of a single error, for which there is no summary. `errors` must be the same object until the next
 * validation.
 */
export function useErrorFocus(errors: Readonly<Record<string, string | undefined>>): void {
  useEffect(() => {
    const [only, another] = Object.keys(errors)
    if (only === undefined || another !== undefined) return
    const field = document.getElementById(fieldId(only))
    // Without the blur, a field that already has the focus, as after Enter, would not be read with its error.
    field?.blur()
    field?.focus()
  }, [errors])
}

function focusLinkedField(event: MouseEvent, name: string): void {
  if (focusField(name)) event.preventDefault()
}
