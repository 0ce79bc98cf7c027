import type { ReactNode } from 'react'
import styles from './poster-board.module.css'

interface PosterBoardProps {
  labelledBy: string
  children: ReactNode
}

/** A paper label for words on boards or planks: text never stands on a pattern. */
export function PaperLabel({ children }: { children: ReactNode }) {
  return <div className={styles.label}>{children}</div>
}

export function PosterBoard({ labelledBy, children }: PosterBoardProps) {
  return (
    <section className={styles.board} aria-labelledby={labelledBy}>
      <div className="wrap">{children}</div>
    </section>
  )
}
