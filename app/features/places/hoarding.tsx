import type { ReactNode } from 'react'
import styles from './hoarding.module.css'

interface HoardingProps {
  /** The id of the heading inside that names it. */
  labelledBy: string
  children: ReactNode
}

/** A paper label for words on boards or planks: text never stands on a pattern. */
export function PaperLabel({ children }: { children: ReactNode }) {
  return <div className={styles.label}>{children}</div>
}

/** The lilac boards that posters are pasted on. */
export function Hoarding({ labelledBy, children }: HoardingProps) {
  return (
    <section className={styles.hoarding} aria-labelledby={labelledBy}>
      <div className="wrap">{children}</div>
    </section>
  )
}
