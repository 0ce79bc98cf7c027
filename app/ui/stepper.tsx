import { type KeyboardEvent, useState } from 'react'
import { announce } from './announcer.ts'
import { Icon } from './icon.tsx'
import styles from './stepper.module.css'

interface StepperProps {
  label: string
  value: number
  min?: number
  max?: number
  /** Called with the new number. If `min` is 0, the minus button changes 1 to 0. */
  onChange: (value: number) => void
}

/** A number input with buttons. At `min` and `max` a button is not `disabled`, because it would lose the focus. */
export function Stepper({ label, value, min = 1, max = 99, onChange }: StepperProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const applyValue = (next: number) => {
    setTyped(null)
    const clamped = Math.min(max, Math.max(min, next))
    if (Number.isNaN(next) || clamped === value) return
    onChange(clamped)
    if (clamped > 0) announce(`${label}: ${clamped}`)
  }
  const applyTyped = () => {
    if (typed !== null) applyValue(Number.parseInt(typed, 10))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (step !== undefined) applyValue(value + step)
    if (event.key === 'Enter') applyTyped()
    if (step !== undefined || event.key === 'Enter') event.preventDefault()
  }
  return (
    <fieldset className={styles.stepper} aria-label={label}>
      <button type="button" aria-disabled={value <= min} onClick={() => applyValue(value - 1)}>
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
          // Not only on blur: on iPhones a pressed button takes no focus, so the press comes without a blur before it.
          const next = Number(currentTarget.value)
          if (Number.isInteger(next) && next >= Math.max(1, min) && next <= max && next !== value)
            onChange(next)
        }}
        onKeyDown={onKeyDown}
        onBlur={applyTyped}
      />
      <button type="button" aria-disabled={value >= max} onClick={() => applyValue(value + 1)}>
        <Icon name="plus" />
        <span className="visually-hidden">One more</span>
      </button>
    </fieldset>
  )
}
