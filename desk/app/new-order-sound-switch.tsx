import { useState } from 'react'
import { isSoundEnabled, setSoundEnabled } from '../lib/new-order-sound.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './new-order-sound-switch.module.css'

/** Switch for the sound of new orders on this device. */
export function NewOrderSoundSwitch() {
  const [isOn, setOn] = useState(isSoundEnabled)
  return (
    <label className={styles.switch}>
      <Icon name="speaker" /> New orders ring
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          setSoundEnabled(checked)
          setOn(checked)
        }}
      />
    </label>
  )
}
