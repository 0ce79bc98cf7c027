import { areShortcutsEnabled, setShortcutsEnabled } from '../lib/use-shortcuts.ts'
import { useState } from 'react'
import type { NavItem } from '../features/navigation/navigation.ts'
import { useStaff } from '../features/sign-in/session.tsx'
import { Dialog } from '../ui/dialog.tsx'
import layoutStyles from '../ui/layout.module.css'
import textStyles from '../ui/text.module.css'
import styles from './shortcut-help.module.css'

/** The search shortcut is left out of the list for packers, who have no search. */
const search = ['Search', '/'] as const
const groups: readonly (readonly [where: string, keys: readonly (readonly [string, string])[]])[] =
  [
    [
      'Everywhere',
      [
        search,
        ['This list', '?'],
        ['Down, up', 'J K'],
        ['Open, go on', 'Enter'],
        ['Undo what was just done', '⌘ Z'],
        ['Lock', '⌥ L'],
      ],
    ],
    [
      'Pack',
      [
        ['Choose', 'X'],
        ['Choose all', '⇧ A'],
        ['Print the slips', '⌘ P'],
        ['Mark as sent', '⌘ Enter'],
      ],
    ],
    [
      'Products',
      [
        ['Stock up, down', '+ −'],
        ['Sold out', 'S'],
        ['Price', '£'],
        ['New', 'N'],
        ['Save', '⌘ S'],
      ],
    ],
    [
      'Enquiries',
      [
        ['Reply', 'R'],
        ['Quote', 'Q'],
        ['Stage', '1 – 6'],
        ['Send', '⌘ Enter'],
      ],
    ],
  ]

interface ShortcutHelpProps {
  places: readonly NavItem[]
  isOpen: boolean
  onClose: () => void
}

export function ShortcutHelp({ places, isOpen, onClose }: ShortcutHelpProps) {
  const { role } = useStaff()
  const [isOn, setOn] = useState(areShortcutsEnabled)
  const mine = groups.filter(
    ([where]) => where === 'Everywhere' || places.some(({ name }) => name === where),
  )
  const ways = places.map(({ name, key }) => [name, `G ${key}`] as const)
  return (
    <Dialog title="Keys" slab="lime" isWide isOpen={isOpen} onClose={onClose}>
      {[...mine, ['Places', ways] as const].map(([where, keys]) => (
        <section key={where}>
          <h3 className={`${textStyles.subheading} ${layoutStyles.spaceAbove}`}>{where}</h3>
          <ul className={styles.keys}>
            {keys
              .filter((each) => each !== search || role === 'owner')
              .map(([what, key]) => (
                <li key={what}>
                  {what}
                  <span className={textStyles.key}>{key}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
      <p className={`${textStyles.fine} ${layoutStyles.spaceAbove}`}>
        ⌘ is Ctrl on other computers, ⌥ is Alt.
      </p>
      <label className={layoutStyles.spaceAbove}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            setShortcutsEnabled(checked)
            setOn(checked)
          }}
        />{' '}
        Single keys work on this device
      </label>
    </Dialog>
  )
}
