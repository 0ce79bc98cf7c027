import { areKeysOn, setKeys } from './keys.ts'
import { useState } from 'react'
import type { Place } from './places.ts'
import { Dialog } from './ui/dialog.tsx'

const others: readonly (readonly [what: string, key: string])[] = [
  ['Search', '/'],
  ['This list', '?'],
  ['Down, up', 'J K'],
  ['Choose', 'X'],
  ['Choose all', '⇧ A'],
  ['Open, go on', 'Enter'],
  ['Undo', '⌘ Z'],
  ['Print', '⌘ P'],
  ['Save', '⌘ S'],
  ['Send', '⌘ Enter'],
  ['New', 'N'],
  ['Lock', '⌥ L'],
]

interface KeyListProps {
  places: readonly Place[]
  isOpen: boolean
  onClose: () => void
}

export function KeyList({ places, isOpen, onClose }: KeyListProps) {
  const [isOn, setOn] = useState(areKeysOn)
  const all = [...others, ...places.map(({ name, key }) => [name, `G ${key}`] as const)]
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
      <ul className="keys mt">
        {all.map(([what, key]) => (
          <li key={what}>
            {what}
            <span className="kbd">{key}</span>
          </li>
        ))}
      </ul>
      <label className="mt">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            setKeys(checked)
            setOn(checked)
          }}
        />{' '}
        Single keys work on this device
      </label>
    </Dialog>
  )
}
