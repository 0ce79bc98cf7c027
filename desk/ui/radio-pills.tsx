import type { ReactNode } from 'react'
import styles from './radio-pills.module.css'

interface RadioPillsProps<Value extends string> {
  /** The name that groups the radio buttons. */
  name: string
  options: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** Radio buttons drawn as pills. The caller puts them into a fieldset with a legend. */
export function RadioPills<Value extends string>({
  name,
  options,
  value,
  onChange,
}: RadioPillsProps<Value>) {
  return options.map((option) => {
    const isOn = option.value === value
    return (
      <label key={option.value} className={isOn ? `${styles.pill} ${styles.on}` : styles.pill}>
        <input type="radio" name={name} checked={isOn} onChange={() => onChange(option.value)} />
        {option.label}
      </label>
    )
  })
}
