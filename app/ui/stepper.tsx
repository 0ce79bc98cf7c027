import { type KeyboardEvent, useState } from 'react'
import { announce } from './announcer.ts'
import { Icon } from './icon.tsx'
import styles from './stepper.module.css'

interface StepperProps {
  label: string
  value: number
  min?: number
  max?: number
  /** Gets the new number; with min 0 the minus button of a line of 1 gives 0. */
  onChange: (value: number) => void
}

/** At its ends a button does nothing rather than drop the focus. */
export function Stepper({ label, value, min = 1, max = 99, onChange }: StepperProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const take = (next: number) => {
    setTyped(null)
    const held = Math.min(max, Math.max(min, next))
    if (Number.isNaN(next) || held === value) return
    onChange(held)
    if (held > 0) announce(`${label}: ${held}`)
  }
  const takeTyped = () => {
    if (typed !== null) take(Number.parseInt(typed, 10))
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (step !== undefined) take(value + step)
    if (event.key === 'Enter') takeTyped()
    if (step !== undefined || event.key === 'Enter') event.preventDefault()
  }
  return (
    <fieldset className={styles.stepper} aria-label={label}>
      <button type="button" aria-disabled={value <= min} onClick={() => take(value - 1)}>
        <Icon name="minus" />
        <span className="visually-hidden">One fewer</span>
      </button>
      <input
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? value}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          // At once: on an iPhone a press on a button elsewhere takes no focus, and so no blur comes before it.
          const next = Number(currentTarget.value)
          if (Number.isInteger(next) && next >= Math.max(1, min) && next <= max && next !== value)
            onChange(next)
        }}
        onKeyDown={press}
        onBlur={takeTyped}
      />
      <button type="button" aria-disabled={value >= max} onClick={() => take(value + 1)}>
        <Icon name="plus" />
        <span className="visually-hidden">One more</span>
      </button>
    </fieldset>
  )
}
