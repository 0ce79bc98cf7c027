import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './tabs.module.css'

interface TabsProps<Name extends string> {
  label?: string
  all: readonly (readonly [name: Name, words: ReactNode])[]
  at: string
  to: (name: Name) => string
  /** Returns the number of items in a tab. */
  count?: (name: Name) => number | undefined
}

/** The views of one screen, each with its URL. */
export function Tabs<Name extends string>({ label = 'Show', all, at, to, count }: TabsProps<Name>) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {all.map(([name, words]) => (
        <Link key={name} to={to(name)} replace aria-current={name === at ? 'page' : undefined}>
          {words} {count && <i>{count(name)}</i>}
        </Link>
      ))}
    </nav>
  )
}
