import type { ReactNode } from 'react'
import styles from './panel.module.css'

/** A milk card on a coloured one. */
export function Panel({
  slab,
  children,
}: {
  slab: 'teal' | 'cheddar' | 'pink'
  children: ReactNode
}) {
  return (
    <div className={styles.panel} style={{ '--slab-c': `var(--${slab})` }}>
      {children}
    </div>
  )
}
