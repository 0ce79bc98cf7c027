import type { ReactNode } from 'react'
import styles from './auth.module.css'

export function Panel({ slab, children }: { slab: string; children: ReactNode }) {
  return (
    <div className={styles.panel} style={{ '--slab-c': `var(--${slab})` }}>
      {children}
    </div>
  )
}
