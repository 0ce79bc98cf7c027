import type { ReactNode } from 'react'
import styles from './poster-board.module.css'

interface LabelProps {
  id: string
  title: string
  children?: ReactNode
}

/** A paper label behind a text on boards or planks, because the design never sets text directly on a pattern. */
export function PaperLabel({ id, title, children }: LabelProps) {
  return (
    <div className={styles.label}>
      <h2 className="h2" id={id}>
        {title}
      </h2>
      {children}
    </div>
  )
}

export function PosterBoard({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    <section className={styles.board} aria-labelledby={labelledBy}>
      <div className="wrap">{children}</div>
    </section>
  )
}
